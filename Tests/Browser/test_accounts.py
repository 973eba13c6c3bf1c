"""Making accounts, logging in and out, and what is said beside a field when something is wrong."""

import pytest
from playwright.sync_api import expect

from conftest import NARROW, PASSWORD


def test_a_wrong_password_is_told_beside_the_password(community, picture):
    account = community.account("Emma")
    page = community.window()
    expect(page.page.get_by_role("heading", name="Log in to Roost")).to_be_visible()
    page.fill(email=account["user"]["email"], password="not this one")
    page.button("Log in").click()
    expect(page.fault_of("Password")).to_contain_text("wrong")
    expect(page.field("Password")).to_be_focused()
    expect(page.field("E-mail")).to_have_value(account["user"]["email"])
    picture(page, "login-wrong-password")
    page.fill(password=PASSWORD)
    expect(page.field("Password")).not_to_have_attribute("aria-invalid", "true")
    page.field("Password").press("Enter")
    expect(page.me).to_have_text("Emma")


def test_an_e_mail_that_is_taken_is_told_beside_it_and_nothing_typed_is_lost(community):
    taken = community.account("Wren")["user"]["email"]
    page = community.window(path=community.invitation())
    page.fill(name="Second", email=taken, password=PASSWORD)
    page.button("Make the account").click()
    expect(page.fault_of("E-mail")).to_contain_text("exists")
    expect(page.field("Name")).to_have_value("Second")
    page.fill(email="second@example.org")
    page.button("Make the account").click()
    expect(page.me).to_have_text("Second")


@pytest.mark.parametrize(("label", "value"), [("Name", ""), ("Name", "   "), ("E-mail", "nobody"), ("Password", "short")])
def test_what_is_empty_or_cannot_be_is_told_beside_its_field(community, label, value):
    page = community.window(path=community.invitation())
    page.fill(name="Robin", email="robin@example.org", password=PASSWORD)
    page.field(label).fill(value)
    page.button("Make the account").click()
    expect(page.fault_of(label)).not_to_be_empty()
    expect(page.field(label)).to_be_focused()


def test_an_invitation_that_is_used_up_is_told(community):
    page = community.window(path="/invite/wrong")
    page.fill(name="Late", email="late@example.org", password=PASSWORD)
    page.button("Make the account").click()
    expect(page.page.get_by_role("alert")).to_contain_text("invitation")


def test_the_picture_and_colour_that_were_chosen_are_what_others_see(community):
    wire = community.wire(community.owner)
    page = community.window(path=community.invitation(), viewport=NARROW)
    page.fill(name="Heron", email="heron@example.org", password=PASSWORD)
    page.page.get_by_role("radio", name="heron").check()
    page.page.get_by_role("radio", name="teal").check()
    page.button("Make the account").click()
    expect(page.page.locator("roost-chat")).to_be_visible()
    told = wire.wait_for("event", lambda event: event["kind"] == "user.registered" and event["person"]["name"] == "Heron")
    wire.close()
    assert told["person"]["avatar"] == {"picture": "heron", "color": "#14808c"}


def test_log_out_leads_to_the_log_in_and_back_leads_nowhere_else(community):
    account = community.account("Leaver")
    room = community.channel("leaving", account)
    page = community.person(account, path=f"/room/{room}")
    page.log_out()
    expect(page.page.get_by_role("heading", name="Log in to Roost")).to_be_visible()
    page.reload()
    expect(page.page.get_by_role("heading", name="Log in to Roost")).to_be_visible()
    assert all(cookie["name"] != "roost_session" for cookie in page.page.context.cookies())
    assert "leaving" not in page.page.locator("body").inner_text()


def test_another_person_on_the_same_browser_sees_nothing_of_the_one_before(community):
    one, other = community.account("Former"), community.account("Latter")
    room = community.channel("private-to-former", one)
    community.fill(room, one, ["only former reads this"])
    page = community.person(one, path=f"/room/{room}")
    page.expect_sent("only former reads this")
    page.log_out()
    page.fill(email=other["user"]["email"], password=PASSWORD)
    page.button("Log in").click()
    expect(page.me).to_have_text("Latter")
    expect(page.room_link("private-to-former")).to_have_count(0)
    expect(page.texts).to_have_count(0)


def test_without_scripts_the_plain_page_is_a_click_away(community):
    page = community.window(path=community.invitation(), java_script_enabled=False)
    page.page.get_by_role("link", name="plain page").click()
    page.page.get_by_label("Name").fill("Plain")
    page.page.get_by_label("E-mail").fill("plain@example.org")
    page.page.get_by_label("Password").fill(PASSWORD)
    page.page.get_by_role("button").click()
    expect(page.page.get_by_role("heading", name="Welcome, Plain")).to_be_visible()
