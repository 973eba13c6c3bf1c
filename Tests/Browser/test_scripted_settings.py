"""Settings over a scripted core: what is wrong stands beside it, what is offline can go on, the keyboard leads in and back."""

import json

import pytest
from playwright.sync_api import expect

from conftest import NARROW, WIDE
from scripted import Refused
from scripted_people import EMMA, HOUR, NOW, OLIVE, BIRDS, GUS, administration, fits, person, session, settings, tab


def test_a_profile_sends_what_changed_and_says_what_is_taken_beside_it(open_page):
    taken = []

    def update(**changes):
        if not taken:
            taken.append(changes)
            raise Refused("handle_taken", "This handle is taken.")
        return {"user": {**OLIVE, **changes}}

    page = open_page(answers={"profile.update": update})
    settings(page)
    page.field("Handle").fill("Emma")
    page.page.keyboard.press("Enter")
    expect(page.fault_of("Handle")).to_contain_text("taken")
    expect(page.field("Handle")).to_be_focused()
    page.field("Handle").fill("olive.o")
    page.page.get_by_role("radio", name="heron").check()
    page.button("Save").click()
    expect(page.page.get_by_text("Saved.")).to_be_visible()
    assert page.asked_for("profile.update") == [
        {"handle": "emma"}, {"handle": "olive.o", "avatar": {"picture": "heron", "color": "#c4631c"}}]
    page.button("Save").click()
    expect(page.page.get_by_text("Saved.")).to_be_visible()
    assert len(page.asked_for("profile.update")) == 2, "nothing changed, nothing is asked"


def test_a_session_and_all_others_are_ended_after_a_question(open_page):
    left = [session(1, current=True), session(2), session(3)]

    def revoke(session):
        left[:] = [one for one in left if one["id"] != session]
        return {}

    def revoke_others():
        left[:] = [one for one in left if one["current"]]
        return {"revoked": 1}

    page = open_page(answers={
        "sessions": lambda: {"sessions": left}, "session.revoke": revoke, "sessions.revoke_others": revoke_others})
    dialog = settings(page, "Sessions")
    items = dialog.get_by_role("list", name="Sessions").get_by_role("listitem")
    expect(items).to_have_count(3)
    expect(items.first).to_contain_text("This device")
    expect(items.first.get_by_role("button")).to_have_count(0)
    page.button("Log out Device 2").click()
    page.page.keyboard.press("Escape")
    expect(page.button("Log out Device 2")).to_be_focused()
    page.button("Log out Device 2").click()
    page.page.get_by_role("dialog", name="Log this session out?").get_by_role("button", name="Log out").click()
    expect(items).to_have_count(2)
    page.button("Log out everywhere else").click()
    page.page.get_by_role("dialog", name="Log out everywhere else?").get_by_role("button", name="Log out everywhere else").click()
    expect(items).to_have_count(1)
    expect(page.button("Log out everywhere else")).to_be_hidden()


def test_a_wrong_password_is_told_beside_it_and_a_right_one_changes_the_address(open_page):
    def change(password, email):
        if password != "right":
            raise Refused("wrong_credentials", "The password is wrong.")
        return {"user": {**OLIVE, "email": email}}

    page = open_page(answers={"email.change": change, "password.change": lambda **_: {}})
    settings(page, "E-mail and password")
    expect(page.page.get_by_text("Now: olive@example.org")).to_be_visible()
    page.field("New e-mail address").fill("new@example.org")
    page.button("Change the e-mail address").click()
    expect(page.fault_of("Your password")).to_contain_text("needed")
    page.field("Your password").fill("wrong")
    page.button("Change the e-mail address").click()
    expect(page.fault_of("Your password")).to_contain_text("wrong")
    page.field("Your password").fill("right")
    page.button("Change the e-mail address").click()
    expect(page.page.get_by_text("Now: new@example.org")).to_be_visible()
    expect(page.field("Your password")).to_have_value("")
    page.field("Current password").fill("right")
    page.field("New password").fill("short")
    page.button("Change the password").click()
    expect(page.fault_of("New password")).to_contain_text("8")
    page.field("New password").fill("long enough")
    page.button("Change the password").click()
    expect(page.page.get_by_text("All other sessions have ended.")).to_be_visible()


def test_who_is_blocked_is_listed_and_let_go(open_page):
    blocked = [EMMA]

    def block(user, blocked_now=False, **arguments):
        assert (user, arguments) == (EMMA["id"], {"blocked": False})
        blocked.clear()
        return {}

    page = open_page(answers={"blocks": lambda: {"users": blocked}, "block": block})
    dialog = settings(page, "Blocked people")
    page.button("Unblock Emma").click()
    expect(dialog.get_by_text("You have blocked nobody.")).to_be_visible()
    expect(dialog.get_by_text("Emma can write to you again.")).to_be_visible()


def test_an_export_is_one_file_of_all_pages_with_its_progress(open_page):
    broken = [True]

    def export(limit, after=None):
        if after is None:
            return {"account": OLIVE, "rooms": [], "messages": [{"seq": n} for n in range(limit)], "next": "2"}
        if broken:
            broken.clear()
            raise Refused("unavailable", "The connection was lost.")
        return {"messages": [{"seq": 1000}]}

    page = open_page(answers={"export": export})
    dialog = settings(page, "Your data")
    page.button("Export my data").click()
    expect(dialog.get_by_role("alert")).to_contain_text("The connection was lost.")
    with page.page.expect_download() as told:
        page.button("Go on").click()
    assert told.value.suggested_filename.startswith("roost-export-")
    document = json.loads(open(told.value.path(), encoding="utf-8").read())
    assert document["account"]["name"] == "Olive"
    assert len(document["messages"]) == 501
    expect(dialog.get_by_text("501 messages.")).to_be_visible()


def test_an_account_is_deleted_with_its_password_and_the_choice_of_what_stays(open_page):
    page = open_page(answers={"account.delete": lambda **_: {}})
    settings(page, "Your data")
    page.button("Delete my account…").click()
    question = page.page.get_by_role("dialog", name="Delete your account?")
    expect(page.field("Your password")).to_be_focused()
    question.get_by_role("button", name="Delete my account").click()
    expect(page.fault_of("Your password")).to_contain_text("needed")
    page.page.get_by_role("radio", name="Erase them").check()
    page.field("Your password").fill("secret")
    page.page.keyboard.press("Enter")
    expect(question).to_have_count(0)
    assert page.asked_for("account.delete") == [{"password": "secret", "messages": "erase"}]


def test_a_member_has_settings_and_no_administration(open_page):
    page = open_page(user=person(7, "Johnny", email="johnny@example.org"))
    expect(page.button("Settings")).to_be_visible()
    expect(page.button("Administration")).to_have_count(0)


def test_the_arrows_go_from_section_to_section_and_escape_leads_back(open_page):
    page = open_page()
    dialog = settings(page)
    expect(page.page.get_by_role("tab", name="Profile")).to_be_focused()
    page.page.keyboard.press("ArrowDown")
    expect(page.page.get_by_role("tab", name="Sessions")).to_be_focused()
    expect(page.page.get_by_role("tabpanel", name="Sessions")).to_be_visible()
    page.page.keyboard.press("End")
    expect(page.page.get_by_role("tabpanel", name="Your data")).to_be_visible()
    page.page.keyboard.press("ArrowDown")
    expect(page.page.get_by_role("tab", name="Profile")).to_be_focused()
    page.page.keyboard.press("Tab")
    expect(page.field("Name")).to_be_focused()
    page.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.button("Settings")).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
def test_every_section_fits_and_can_be_read(open_page, picture, viewport, scheme):
    report = {"id": "r", "room": BIRDS["id"], "seq": 4, "message": "Silly heron.", "author": GUS["id"], "reporter": EMMA["id"],
              "reason": "Rude", "at": NOW - HOUR, "state": "open"}
    page = open_page(viewport=viewport, color_scheme=scheme, has_touch=viewport is NARROW, answers={
        "blocks": lambda: {"users": [EMMA]}, "reports": lambda **_: {"reports": [report], "more": False},
        "audit": lambda **_: {"entries": [{"id": "1", "at": NOW, "actor": OLIVE["id"], "action": "room.archived", "room": BIRDS["id"], "detail": ""}], "more": False},
        "reset.create": lambda user: {"code": "c", "link": "https://example.org/reset/" + "x" * 43, "expires_at": NOW + HOUR}})
    if viewport is NARROW:
        page.button("Rooms").click()
    for opened, sections in ((settings, ["Profile", "Sessions", "E-mail and password", "Blocked people", "Your data"]),
                             (administration, ["People", "Joining", "Channels", "Reports", "Audit log"])):
        opened(page)
        for section in sections:
            tab(page, section)
            expect(page.page.locator(".panel .spinner")).to_have_count(0)
            fits(page, viewport)
            picture(page, f"{opened.__name__}-{section.split()[0].lower()}-{viewport['width']}-{scheme}")
        if opened is administration:
            tab(page, "People")
            page.button("Manage Gus").click()
            page.button("Make a reset link…").click()
            page.button("Make the link").click()
            expect(page.field("Reset link")).to_be_visible()
            fits(page, viewport)
            page.page.keyboard.press("Escape")
        page.page.keyboard.press("Escape")
