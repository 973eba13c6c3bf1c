"""Ways in: an open server, a closed one, and a room's invitation for who has an account and who has none."""

import pytest
from playwright.sync_api import expect

from conftest import PASSWORD, Community


@pytest.fixture
def own(fresh, chromium):
    """A community of the test's own, whose registration it may change."""
    community = Community(fresh, chromium)
    yield community
    community.close()


def set_mode(community, mode):
    wire = community.wire(community.owner)
    wire.request("registration.set", mode=mode)
    wire.close()


def test_the_owner_opens_the_server_and_whoever_comes_makes_an_account(own):
    owner = own.person(own.owner)
    owner.button("Administration").click()
    owner.page.get_by_role("tab", name="Joining").click()
    owner.page.get_by_role("radio", name="Everybody").check()
    owner.button("Save").click()
    expect(owner.page.get_by_text("It holds from now on.")).to_be_visible()
    page = own.window()
    page.button("Make one").click()
    page.fill(name="Passer", email="passer@example.org", password=PASSWORD)
    page.button("Make the account").click()
    expect(page.me).to_have_text("Passer")
    page.log_out()
    page.button("Make one").click()
    page.button("Log in").click()
    expect(page.page.get_by_role("heading", name="Log in to Roost")).to_be_visible()


def test_on_a_closed_server_an_invitation_rests(own):
    path = own.invitation()
    set_mode(own, "closed")
    page = own.window(path=path)
    page.fill(name="Early", email="early@example.org", password=PASSWORD)
    page.button("Make the account").click()
    expect(page.page.get_by_role("alert")).to_be_visible()
    set_mode(own, "invitation")
    page.button("Make the account").click()
    expect(page.me).to_have_text("Early")


def room_invitation(community, account, room, **arguments):
    wire = community.wire(account)
    link = wire.request("invite", room=room, **arguments)["link"]
    wire.close()
    return link.removeprefix(community.server.url)


def test_a_room_s_invitation_leads_into_the_room_whoever_opens_it(community):
    emma, johnny, mila = (community.account(name) for name in ("Emma", "Johnny", "Mila"))
    room = community.channel("by-invitation", emma)
    path = room_invitation(community, emma, room, uses=3)
    heading = {"name": "by-invitation", "exact": True, "level": 1}

    logged_in = community.person(johnny)
    logged_in.goto(path)
    expect(logged_in.page.get_by_role("heading", **heading)).to_be_visible()
    expect(logged_in.page).to_have_url(f"{community.server.url}/room/{room}")

    logging_in = community.window(path=path)
    logging_in.button("Log in").click()
    logging_in.fill(email=mila["user"]["email"], password=PASSWORD)
    logging_in.button("Log in").click()
    expect(logging_in.page.get_by_role("heading", **heading)).to_be_visible()

    newcomer = community.window(path=path)
    newcomer.fill(name="Nell", email="nell.invited@example.org", password=PASSWORD)
    newcomer.button("Make the account").click()
    expect(newcomer.me).to_have_text("Nell")
    newcomer.open("by-invitation")

    wire = community.wire(emma)
    assert wire.request("room", room=room)["room"]["members"] == 4
    wire.close()


def test_an_invitation_that_is_no_good_is_told_to_who_is_logged_in(community):
    page = community.person(community.account("Emma"))
    page.goto("/invite/nothing")
    expect(page.page.locator(".toast")).to_contain_text("invitation")
    expect(page.me).to_have_text("Emma")
