"""Administration over a scripted core: people, links, channels, reports and the audit log, and who is offered what."""

import pytest
from playwright.sync_api import expect

from scripted import Refused
from scripted_people import ANSWERS, BIRDS, EMMA, GUS, HOUR, NOW, OLIVE, administration, person, tab


@pytest.mark.parametrize("section", ["People", "Joining", "Channels", "Reports", "Audit log"])
def test_what_cannot_be_loaded_says_why_and_comes_when_the_connection_is_back(open_page, section):
    name = {"People": "users.list", "Joining": "invitations", "Channels": "channels", "Reports": "reports", "Audit log": "audit"}[section]
    gone = [True]

    def answer(**arguments):
        if gone:
            raise Refused("unavailable", "You are offline.")
        return ANSWERS[name](**arguments)

    page = open_page(answers={name: answer})
    dialog = administration(page, section)
    expect(dialog.get_by_role("alert")).to_contain_text("You are offline.")
    dialog.get_by_role("button", name="Try again").click()
    expect(dialog.get_by_role("alert")).to_contain_text("You are offline.")
    page.connection("offline")
    gone.clear()
    page.connection("online")
    expect(dialog.get_by_role("alert")).to_have_count(0)
    expect(dialog.locator(".entry, .none").first).to_be_visible()


def test_people_are_searched_managed_and_given_a_link_that_is_shown_once(open_page):
    page = open_page(answers={
        "reset.create": lambda user: {"code": "c", "link": f"https://example.org/reset/{user}", "expires_at": NOW + HOUR},
        "user.role": lambda user, role: {"user": {**EMMA, "role": role}},
        "user.deactivate": lambda user, active: {"user": {**EMMA, **({} if active else {"state": "deactivated"})}},
    }, permissions=["clipboard-read", "clipboard-write"])
    dialog = administration(page)
    people = dialog.get_by_role("list", name="People").get_by_role("listitem")
    expect(people).to_have_count(4)
    expect(people.nth(2)).to_contain_text("Deactivated")
    page.field("Find people").fill("em")
    expect(people).to_have_count(1)
    page.button("Manage Emma").click()
    page.page.get_by_role("radio", name="Member").check()
    page.button("Save the role").click()
    expect(page.page.get_by_text("Saved.")).to_be_visible()
    assert page.asked_for("user.role") == [{"user": EMMA["id"], "role": "member"}]
    page.button("Make a reset link…").click()
    page.button("Make the link").click()
    expect(page.field("Reset link")).to_have_value(f"https://example.org/reset/{EMMA['id']}")
    page.button("Copy").click()
    expect(page.button("Copied")).to_be_visible()
    assert page.page.evaluate("navigator.clipboard.readText()") == f"https://example.org/reset/{EMMA['id']}"
    page.button("Deactivate…").click()
    page.page.get_by_role("dialog", name="Deactivate Emma?").get_by_role("button", name="Deactivate").click()
    page.button("Let back in").click()
    expect(page.button("Deactivate…")).to_be_visible()
    assert [one["active"] for one in page.asked_for("user.deactivate")] == [False, True]
    page.page.keyboard.press("Escape")
    expect(page.button("Manage Emma")).to_be_focused()


def test_a_bot_is_made_and_its_token_shown_once(open_page):
    page = open_page(answers={"bot.create": lambda **made: {"user": person(9, made["name"], "bot"), "token": "roost_token"}})
    administration(page)
    page.button("Make a bot").click()
    page.button("Make the bot").click()
    expect(page.fault_of("Name")).to_contain_text("needs a name")
    page.field("Name").fill("Barometer")
    page.button("Make the bot").click()
    expect(page.field("Token")).to_have_value("roost_token")
    page.button("I have copied it").click()
    expect(page.field("Token")).to_have_count(0)
    assert "handle" not in page.asked_for("bot.create")[0]


def test_an_administrator_is_offered_what_administrators_may(open_page):
    page = open_page(user={**EMMA})
    dialog = administration(page)
    page.button("Manage Olive").click()
    expect(page.page.get_by_text("Only an owner looks after owners and administrators.")).to_be_visible()
    expect(page.page.get_by_role("dialog", name="Olive").get_by_role("radio")).to_have_count(0)
    page.page.keyboard.press("Escape")
    page.button("Manage Gus").click()
    assert page.page.get_by_role("dialog", name="Gus").get_by_role("radio").count() == 2
    page.page.keyboard.press("Escape")
    tab(page, "Joining")
    expect(dialog.get_by_text("Who may register: whoever is invited.")).to_be_visible()
    expect(dialog.get_by_role("radio")).to_have_count(0)


def test_registration_is_opened_and_an_invitation_made_for_a_room(open_page):
    made = []

    def invite(**arguments):
        made.append({"id": "i", "created_by": OLIVE["id"], "created_at": NOW, "expires_at": NOW + HOUR, "uses": arguments["uses"],
                     "role": arguments["role"], "room": arguments.get("room")})
        return {"code": "c", "link": "https://example.org/invite/c", "uses": arguments["uses"], "role": arguments["role"], "expires_at": NOW + HOUR}

    def revoke(invitation):
        made.clear()
        return {}

    page = open_page(answers={
        "registration.set": lambda mode: {}, "invite": invite, "invitations": lambda **_: {"invitations": made, "more": False}, "invitation.revoke": revoke})
    dialog = administration(page, "Joining")
    expect(page.page.get_by_role("radio", name="Whoever is invited")).to_be_checked()
    page.page.get_by_role("radio", name="Everybody").check()
    page.button("Save").click()
    expect(dialog.get_by_text("It holds from now on.")).to_be_visible()
    assert page.asked_for("registration.set") == [{"mode": "open"}]
    page.button("Invite people").click()
    expect(page.field("Room that they come into")).to_have_value("")
    page.field("How many people").fill("0")
    page.button("Make the link").click()
    expect(page.fault_of("How many people")).to_contain_text("1 to 1000")
    page.field("How many people").fill("5")
    page.field("Room that they come into").select_option("#birds")
    page.field("What they are here").select_option("Guest")
    page.button("Make the link").click()
    expect(page.field("Link")).to_have_value("https://example.org/invite/c")
    page.button("Done").click()
    assert page.asked_for("invite") == [{"uses": 5, "expires_in": 604800, "role": "guest", "room": BIRDS["id"]}]
    expect(dialog.get_by_text("5 uses left")).to_be_visible()
    page.button("Revoke the invitation: To #birds").click()
    page.button("Revoke").click()
    expect(dialog.get_by_text("No invitation is open.")).to_be_visible()


def test_invitations_come_page_by_page(open_page):
    made = [{"id": f"i{number}", "created_by": OLIVE["id"], "created_at": NOW, "expires_at": NOW + HOUR, "uses": number, "role": "member"}
            for number in range(60, 0, -1)]

    def listed(limit, before=None):
        start = 0 if before is None else [one["id"] for one in made].index(before) + 1
        return {"invitations": made[start:start + limit], "more": start + limit < len(made)}

    page = open_page(answers={"invitations": listed})
    dialog = administration(page, "Joining")
    entries = dialog.get_by_role("list", name="Invitations").get_by_role("listitem")
    expect(entries).to_have_count(50)
    page.button("Show more").click()
    expect(entries).to_have_count(60)
    assert page.asked_for("invitations") == [{"limit": 50}, {"limit": 50, "before": "i11"}]
    expect(page.button("Show more")).to_be_hidden()


def test_a_channel_s_limits_are_set_and_it_is_archived_and_deleted(open_page):
    rooms = [dict(BIRDS)]

    def update(room, **changes):
        rooms[0].update(changes)
        return {"room": rooms[0]}

    def delete(room):
        rooms.clear()
        return {}

    page = open_page(answers={
        "channels": lambda **_: {"channels": rooms, "more": False}, "room.update": update, "room.archive": update, "room.delete": delete})
    dialog = administration(page, "Channels")
    expect(dialog.get_by_text("Messages are kept for 90 days")).to_be_visible()
    page.button("Manage #birds").click()
    page.field("How long messages are kept").select_option("30 days")
    page.field("How often one person writes").select_option("Once a minute")
    page.button("Save").click()
    expect(page.page.get_by_text("Saved.")).to_be_visible()
    assert page.asked_for("room.update") == [{"room": BIRDS["id"], "retention": 30, "slow_mode": 60}]
    page.button("Archive it").click()
    expect(page.button("Open it again")).to_be_focused()
    page.button("Delete it…").click()
    page.button("Delete the channel").click()
    expect(dialog.get_by_text("There are no channels yet.")).to_be_visible()


def test_reports_are_read_and_answered(open_page):
    report = {"id": "r", "room": BIRDS["id"], "seq": 4, "message": "Silly heron.", "author": GUS["id"], "reporter": EMMA["id"],
              "reason": "Rude", "at": NOW - HOUR, "state": "open"}
    left = [report, {**report, "id": "r2", "message": None, "reason": "Spam"}]

    def resolve(report, state):
        left[:] = [one for one in left if one["id"] != report]
        return {}

    page = open_page(answers={"reports": lambda state, **_: {"reports": left if state == "open" else [], "more": False}, "report.resolve": resolve})
    dialog = administration(page, "Reports")
    reports = dialog.get_by_role("list", name="Reports").get_by_role("listitem")
    expect(reports.first).to_contain_text("Gus in #birds")
    expect(reports.first).to_contain_text("Silly heron.")
    expect(reports.nth(1)).to_contain_text("The message is gone.")
    reports.first.get_by_role("button", name="Dismiss").click()
    expect(reports).to_have_count(1)
    reports.first.get_by_role("button", name="Resolve").click()
    expect(dialog.get_by_text("Nothing is reported.")).to_be_visible()
    assert page.asked_for("report.resolve") == [{"report": "r", "state": "dismissed"}, {"report": "r2", "state": "resolved"}]
    page.field("Which reports").select_option("Dismissed")
    expect(dialog.get_by_text("There are none.")).to_be_visible()


def test_the_audit_log_comes_page_by_page_and_the_keyboard_stays_in_it(open_page):
    entries = [{"id": f"{n:013d}", "at": NOW - n * HOUR, "actor": OLIVE["id"], "action": "user.role", "user": EMMA["id"], "detail": "member"}
               for n in range(120, 0, -1)]

    def audit(limit, before=None):
        rest = [one for one in entries if before is None or one["id"] < before]
        return {"entries": rest[:limit], "more": len(rest) > limit}

    page = open_page(answers={"audit": audit})
    dialog = administration(page, "Audit log")
    shown = dialog.get_by_role("list", name="Audit log").get_by_role("listitem")
    expect(shown).to_have_count(50)
    expect(shown.first).to_contain_text("Olive made Emma a member.")
    page.button("Show more").press("Enter")
    expect(shown).to_have_count(100)
    page.button("Show more").press("Enter")
    expect(shown).to_have_count(120)
    expect(page.button("Show more")).to_have_count(0)
    assert page.page.evaluate("document.activeElement.getAttribute('aria-label')") == "Audit log", "the focus is not lost"


def test_reports_mark_the_way_to_them_and_come_while_they_are_looked_at(open_page):
    report = {"id": "r", "room": BIRDS["id"], "seq": 4, "message": "Silly heron.", "author": GUS["id"], "reporter": EMMA["id"],
              "reason": "Rude", "at": NOW - HOUR, "state": "open"}
    left = []
    page = open_page(answers={"reports": lambda **_: {"reports": left, "more": False}})
    shield = page.button("Administration")
    expect(shield).to_have_attribute("data-marked", "false")
    left.append(report)
    page.show(v="reports", room=BIRDS["id"], open=1)
    expect(shield).to_have_attribute("data-marked", "true")
    expect(shield).to_have_attribute("aria-description", "Messages are reported")
    dialog = administration(page, "Reports")
    reports = dialog.get_by_role("list", name="Reports").get_by_role("listitem")
    expect(reports).to_have_count(1)
    left.append({**report, "id": "r2"})
    page.show(v="reports", room=BIRDS["id"], open=2)
    expect(reports).to_have_count(2)
    left.clear()
    page.show(v="reports", room=BIRDS["id"], open=0)
    expect(dialog.get_by_text("Nothing is reported.")).to_be_visible()
    expect(page.page.locator("[aria-label='Administration'][data-marked='false']")).to_have_count(1)


def test_the_feed_stands_above_all_other_rooms_with_a_sign_of_its_own(open_page):
    page = open_page()
    room = {"description": "", "members": 2, "unread": "", "marked": False, "selected": False, "archived": False, "people": []}
    page.show(v="rooms.reset", rooms=[
        {**room, "id": "1", "kind": "feed", "section": "feed", "name": "Zebra"},
        {**room, "id": "2", "kind": "channel", "section": "channels", "name": "birds"}])
    links = page.page.locator("roost-rooms a.room-link")
    expect(links).to_have_text(["Zebra", "#birds"])
    expect(links.first.locator("svg")).to_have_count(1)
    expect(page.page.get_by_role("list", name="For everyone").get_by_role("link")).to_have_count(1)
