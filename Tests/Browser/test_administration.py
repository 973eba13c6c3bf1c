"""Administration against the server: roles, access, links, bots, invitations, channels, reports and the audit log."""

import re

import pytest
from playwright.sync_api import expect

from conftest import PASSWORD
from wire import Wire


@pytest.fixture
def owner(community):
    return community.person(community.owner)


def section(page, name):
    page.button("Administration").click()
    page.page.get_by_role("tab", name=name).click()
    return page.page.get_by_role("dialog", name="Administration")


def manage(page, person):
    """Opens what is done with one person, found by their address."""
    section(page, "People")
    page.field("Find people").fill(person["user"]["email"])
    people = page.page.get_by_role("list", name="People").get_by_role("listitem")
    expect(people).to_have_count(1)
    people.get_by_role("button").click()
    return page.page.get_by_role("dialog", name=person["user"]["name"])


def test_who_is_made_an_administrator_may_administer_at_once(community, owner):
    emma = community.account("Emma")
    page = community.person(emma)
    expect(page.button("Administration")).to_have_count(0)
    dialog = manage(owner, emma)
    dialog.get_by_role("radio", name="Administrator").check()
    dialog.get_by_role("button", name="Save the role").click()
    expect(dialog.get_by_text("Saved.")).to_be_visible()
    dialog = section(page, "Audit log")
    log = dialog.get_by_role("list", name="Audit log").get_by_role("listitem")
    expect(log.first).to_contain_text("Olive made Emma an administrator.")


def test_who_is_deactivated_is_out_at_once_and_may_be_let_back_in(community, owner):
    gus = community.account("Gus")
    page = community.person(gus)
    dialog = manage(owner, gus)
    dialog.get_by_role("button", name="Deactivate…").click()
    owner.page.get_by_role("dialog", name="Deactivate Gus?").get_by_role("button", name="Deactivate").click()
    expect(page.page.get_by_role("heading", name="Log in to Roost")).to_be_visible()
    page.fill(email=gus["user"]["email"], password=PASSWORD)
    page.button("Log in").click()
    expect(page.page.get_by_role("alert")).to_contain_text("deactivated")
    dialog.get_by_role("button", name="Let back in").click()
    expect(dialog.get_by_role("button", name="Deactivate…")).to_be_visible()
    page.button("Log in").click()
    expect(page.me).to_have_text("Gus")


def test_a_reset_link_sets_a_new_password_once(community, owner):
    wren = community.account("Wren")
    dialog = manage(owner, wren)
    dialog.get_by_role("button", name="Make a reset link…").click()
    owner.button("Make the link").click()
    link = dialog.get_by_label("Reset link").input_value()
    path = link.removeprefix(community.server.url)
    assert path.startswith("/reset/")
    page = community.window(path=path)
    expect(page.page.get_by_role("heading", name="Choose a new password")).to_be_visible()
    page.field("New password").fill("short")
    page.button("Save and log in").click()
    expect(page.fault_of("New password")).to_be_visible()
    page.field("New password").fill("another horse 9")
    page.button("Save and log in").click()
    expect(page.me).to_have_text("Wren")
    expect(page.page).not_to_have_url(re.compile("/reset/"))
    again = community.window(path=path)
    again.field("New password").fill("yet another 10")
    again.button("Save and log in").click()
    expect(again.page.get_by_role("alert")).to_contain_text("used")


def test_a_bot_is_made_with_a_token_that_logs_it_in(community, owner):
    section(owner, "People")
    owner.button("Make a bot").click()
    dialog = owner.page.get_by_role("dialog", name="Make a bot")
    dialog.get_by_label("Name").fill("Barometer")
    dialog.get_by_role("button", name="Make the bot").click()
    token = owner.field("Token").input_value()
    wire = Wire(community.server.port, token)
    assert wire.ready["user"]["name"] == "Barometer"
    assert wire.ready["user"]["role"] == "bot"
    wire.close()


def test_an_invitation_is_made_listed_used_and_revoked(community, owner):
    dialog = section(owner, "Joining")
    owner.button("Invite people").click()
    owner.field("How many people").fill("2")
    owner.button("Make the link").click()
    path = owner.field("Link").input_value().removeprefix(community.server.url)
    owner.button("Done").click()
    used = community.window(path=path)
    used.fill(name="Heron", email="invited.heron@example.org", password=PASSWORD)
    used.button("Make the account").click()
    expect(used.me).to_have_text("Heron")
    owner.page.get_by_role("tab", name="People").click()
    owner.page.get_by_role("tab", name="Joining").click()
    listed = dialog.get_by_role("list", name="Invitations").get_by_role("listitem")
    expect(listed.filter(has_text="1 use left").first).to_be_visible()
    while dialog.get_by_role("button", name="Revoke the invitation: To this server").count() > 0:
        count = listed.count()
        dialog.get_by_role("button", name="Revoke the invitation: To this server").first.click()
        owner.page.get_by_role("dialog", name="Revoke this invitation?").get_by_role("button", name="Revoke").click()
        expect(listed).to_have_count(count - 1)
    late = community.window(path=path)
    late.fill(name="Late", email="invited.late@example.org", password=PASSWORD)
    late.button("Make the account").click()
    expect(late.page.get_by_role("alert")).to_contain_text("invitation")


def test_a_channel_s_limits_hold_and_what_is_deleted_is_gone_for_all(community, owner):
    emma = community.account("Emma")
    room = community.channel("managed-here", emma)
    page = community.person(emma, f"/room/{room}")
    section(owner, "Channels")
    owner.button("Manage #managed-here").click()
    dialog = owner.page.get_by_role("dialog", name="#managed-here")
    dialog.get_by_label("How long messages are kept").select_option("30 days")
    dialog.get_by_label("How often one person writes").select_option("Once an hour")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("Saved.")).to_be_visible()
    wire = community.wire(emma)
    told = wire.request("room", room=room)["room"]
    assert (told["retention"], told["slow_mode"]) == (30, 3600)
    wire.close()
    dialog.get_by_role("button", name="Archive it").click()
    expect(dialog.get_by_role("button", name="Open it again")).to_be_focused()
    dialog.get_by_role("button", name="Delete it…").click()
    owner.button("Delete the channel").click()
    expect(page.room_link("managed-here")).to_have_count(0)
    owner.page.get_by_role("tab", name="Audit log").click()
    log = owner.page.get_by_role("list", name="Audit log").get_by_role("listitem")
    expect(log.first).to_contain_text("Olive deleted #managed-here.")
    expect(log.filter(has_text="one message a person each 1 hour").first).to_be_visible()


def test_a_reported_message_is_read_and_its_report_answered(community, owner):
    emma, gus = community.account("Emma"), community.account("Gus")
    room = community.channel("reported-here", emma, gus)
    wire = community.wire(gus)
    seq = wire.send(room, "herons are silly", "report:1")["seq"]
    wire.close()
    wire = community.wire(emma)
    wire.request("report", room=room, seq=seq, reason="It is rude to the heron")
    wire.close()
    dialog = section(owner, "Reports")
    report = dialog.get_by_role("list", name="Reports").get_by_role("listitem").filter(has_text="herons are silly")
    expect(report).to_contain_text("Gus in #reported-here")
    expect(report).to_contain_text("It is rude to the heron")
    expect(report).to_contain_text("Reported by Emma")
    report.get_by_role("button", name="Resolve").click()
    expect(report).to_have_count(0)
    owner.field("Which reports").select_option("Resolved")
    expect(report).to_contain_text("resolved by Olive")
    report.get_by_role("button", name="Open the room").click()
    expect(owner.page.get_by_role("dialog", name="Administration")).to_be_hidden()
