"""Lists of messages, levels of rooms, presence and notifications over a scripted core."""

import datetime
import re
import time
import zoneinfo

import pytest
from playwright.sync_api import expect

from conftest import NARROW, WIDE
from scripted import Refused
from scripted_messages import ITEMS, JOHNNY, ROOM, intents, list_items, message, open_talk, open_thread
from scripted_people import EMMA, HOUR, NOW, OLIVE, settings
from test_looks import check

PREFERENCES = {"quiet": None, "dnd_until": None, "sound": True, "preview": True}


def list_of(page):
    return page.page.locator("roost-message-list")


def rooms(page):
    return page.page.locator("roost-rooms")


def show_list(page, kind, items=None, **more):
    page.show(v="list", kind=kind, **{"loading": False, "more": False, "items": list_items(kind) if items is None else items, **more})


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
def test_lists_fit_and_can_be_read(open_page, picture, viewport, scheme):
    narrow = viewport is NARROW
    page = open_page(viewport=viewport, color_scheme=scheme, has_touch=narrow)
    open_talk(page)
    if narrow:
        page.page.get_by_role("button", name="Rooms").click()
    expect(rooms(page).get_by_role("button", name=re.compile(r"^Threads\s*, 1 unread$"))).to_be_visible()
    check(page, viewport["width"])
    picture(page, f"rooms-levels-{viewport['width']}-{scheme}")
    rooms(page).get_by_role("button", name="Threads").click()
    show_list(page, "threads", list_items("threads") + list_items("saved"))
    expect(list_of(page).get_by_role("listitem").first).to_be_visible()
    check(page, viewport["width"])
    picture(page, f"threads-{viewport['width']}-{scheme}")


def test_a_list_is_opened_paged_gone_through_and_closed(open_page):
    page = open_page()
    open_talk(page)
    rooms(page).get_by_role("button", name="Mentions").click()
    assert intents(page, "list.open") == [{"kind": "mentions"}]
    expect(page.page.get_by_role("heading", name="Mentions")).to_be_focused()
    expect(list_of(page).get_by_role("img", name="Loading")).to_be_visible()
    show_list(page, "saved", [])
    # An answer for another list comes too late.
    expect(list_of(page).get_by_role("img", name="Loading")).to_be_visible()
    show_list(page, "mentions", more=True)
    page.button("Show more").click()
    assert intents(page, "list.more") == [{}]
    show_list(page, "mentions", list_items("mentions") + list_items("saved"))
    list_of(page).get_by_role("button", name="Go to message").first.click()
    assert intents(page, "message.show") == [{"room": ROOM["id"], "seq": 4}]
    page.page.keyboard.press("Escape")
    expect(list_of(page)).to_be_hidden()
    assert intents(page, "list.close") == [{}]
    rooms(page).get_by_role("button", name="Saved").click()
    show_list(page, "saved", [])
    expect(list_of(page)).to_contain_text("Only you see them.")
    show_list(page, "saved", [], error="No connection.")
    page.button("Try again").click()
    assert [one["kind"] for one in intents(page, "list.open")] == ["mentions", "saved", "saved"]


def test_pins_are_the_open_rooms_and_saved_ones_are_removed(open_page):
    page = open_page()
    open_talk(page)
    page.button("Pinned messages").click()
    assert intents(page, "list.open") == [{"kind": "pins", "room": ROOM["id"]}]
    show_list(page, "pins", room=ROOM["id"])
    list_of(page).get_by_role("button", name="Unpin").click()
    assert intents(page, "message.pin") == [{"room": ROOM["id"], "seq": 1, "pinned": False}]
    page.show(v="room", room={**ROOM, "id": "0000000000022", "name": "general"}, state="ready")
    expect(list_of(page)).to_be_hidden()
    rooms(page).get_by_role("button", name="Saved").click()
    show_list(page, "saved")
    list_of(page).get_by_role("button", name="Remove").click()
    assert intents(page, "message.save") == [{"room": ROOM["id"], "seq": 5, "saved": False}]


def test_a_thread_lies_over_the_list_it_was_opened_from(open_page):
    page = open_page()
    open_talk(page)
    rooms(page).get_by_role("button", name="Threads").click()
    show_list(page, "threads")
    list_of(page).get_by_role("button", name="Open the thread").click()
    assert intents(page, "thread.open") == [{"room": ROOM["id"], "seq": 3}]
    open_thread(page)
    page.page.get_by_role("button", name="Close the thread").click()
    page.show(v="thread", room=ROOM["id"], root=None, following=False)
    expect(page.page.get_by_role("heading", name="Threads")).to_be_focused()


def test_on_a_narrow_window_the_list_makes_room_for_the_message(open_page):
    page = open_page(viewport=NARROW, has_touch=True)
    open_talk(page)
    page.page.get_by_role("button", name="Rooms").click()
    rooms(page).get_by_role("button", name="Saved").click()
    show_list(page, "saved")
    expect(page.composer).to_be_hidden()
    list_of(page).get_by_role("button", name="Go to message").click()
    expect(list_of(page)).to_be_hidden()
    expect(page.composer).to_be_visible()


def test_levels_are_chosen_in_the_header_the_rooms_own_menu_and_its_settings(open_page):
    page = open_page(answers={"level": lambda room, level: {}, "room.bans": lambda **_: {"users": []}})
    open_talk(page)
    page.button("Notifications of this room").click()
    expect(page.page.get_by_role("menuitemradio", name="Mentions only")).to_be_checked()
    page.page.keyboard.press("ArrowDown")
    page.page.keyboard.press("Enter")
    page.room_link("Feeder repairs").click(button="right")
    page.page.get_by_role("menuitemradio", name="Mentions only").click()
    page.button("Settings of this channel").click()
    page.field("Notify me of").select_option("all")
    page.page.wait_for_timeout(100)
    assert page.asked_for("level") == [
        {"room": ROOM["id"], "level": "none"}, {"room": ITEMS[4]["id"], "level": "mentions"}, {"room": ROOM["id"], "level": "all"}]


def test_what_names_me_stands_out_from_what_is_only_unread_and_a_muted_room_says_so(open_page):
    page = open_page()
    open_talk(page)
    expect(rooms(page).get_by_role("link", name=re.compile(r"^kitchen\s*, 2 mentions\s*, 12 unread$"))).to_be_visible()
    expect(page.badge("kitchen")).to_have_text("@2")
    expect(rooms(page).get_by_role("link", name=re.compile(r"^noise\s*, muted$"))).to_be_visible()
    quiet = page.badge("general")
    assert "quiet" in quiet.get_attribute("class")
    assert "quiet" not in page.badge("Feeder repairs").get_attribute("class")


def test_who_is_on_the_screen_is_watched_and_marked(open_page):
    page = open_page()
    open_talk(page)
    page.page.wait_for_timeout(500)
    assert intents(page, "presence.watch")[-1] == {"users": sorted([OLIVE["id"], EMMA["id"], JOHNNY["id"]])}
    expect(rooms(page).get_by_role("link", name=re.compile(r"^Emma\s*, online$"))).to_be_visible()
    page.show(v="presence", users=[{"id": EMMA["id"], "state": "offline", "last_seen": NOW - HOUR}])
    expect(page.page.locator(f'roost-rooms .present[data-person="{EMMA["id"]}"]')).to_have_attribute("data-presence", "offline")
    at = page.page.locator('main [data-key="s4"]')
    at.get_by_role("button", name="Emma", exact=True).click()
    expect(page.dialog("Profile")).to_contain_text("Last seen today")
    page.show(v="presence", users=[{"id": EMMA["id"], "state": "away"}])
    expect(page.dialog("Profile")).to_contain_text("Away")


def test_notifications_are_asked_for_by_a_button_only(open_page):
    page = open_page(answers={"preferences": lambda: {"preferences": PREFERENCES}})
    page.show(v="rooms.reset", rooms=[ROOM])
    page.page.evaluate("""() => {
        window.wanted = 0;
        window.Notification = class { static permission = "default"; static async requestPermission() { window.wanted += 1; this.permission = "granted"; } };
    }""")
    settings(page, "Notifications")
    assert page.page.evaluate("window.wanted") == 0
    page.button("Allow notifications").click()
    expect(page.page.get_by_text("This browser shows notifications while Roost is open in it.")).to_be_visible()
    assert page.page.evaluate("window.wanted") == 1


def where_it_is_noon():
    """A time zone in which an hour from now is the same day, whenever the test runs."""
    ahead = 12 - time.gmtime().tm_hour
    # The names count westwards.
    return f"Etc/GMT{-ahead:+d}"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
def test_quiet_hours_and_pauses_hold_at_once(open_page, picture, viewport, scheme):
    kept = {**PREFERENCES}

    def update(**changes):
        if changes.get("sound") is False:
            raise Refused("unavailable", "Try again later.")
        kept.update(changes)
        return {"preferences": kept}

    page = open_page(answers={"preferences": lambda: {"preferences": kept}, "preferences.update": update}, viewport=viewport, color_scheme=scheme,
                     timezone_id=where_it_is_noon())
    page.show(v="rooms.reset", rooms=[ROOM])
    if viewport is NARROW:
        page.page.get_by_role("button", name="Rooms").click()
    dialog = settings(page, "Notifications")
    dialog.get_by_role("checkbox", name="No notifications at night").check()
    expect(dialog.get_by_role("checkbox", name="No notifications at night")).to_be_focused()
    dialog.get_by_label("Quiet from").fill("23:15")
    expect(dialog.get_by_label("Quiet from")).to_have_value("23:15")
    dialog.get_by_role("button", name="For 1 hour").click()
    expect(dialog).to_contain_text("No notifications until today")
    # Not `uncheck`: it wants the box to stay so, and the refusal may have put it back already.
    dialog.get_by_role("checkbox", name="A sound").click()
    expect(dialog.get_by_role("alert")).to_have_text("Try again later.")
    expect(dialog.get_by_role("checkbox", name="A sound")).to_be_checked()
    check(page, viewport["width"])
    picture(page, f"notifications-{viewport['width']}-{scheme}")
    asked = page.asked_for("preferences.update")
    assert asked[0] == {"quiet": {"from": 1320, "to": 420}} and asked[1] == {"quiet": {"from": 1395, "to": 420}}
    assert abs(asked[2]["dnd_until"] - NOW - HOUR) < 10 * 60_000
    dialog.get_by_role("button", name="End it now").click()
    expect(dialog.get_by_role("button", name="For 1 hour")).to_be_visible()


def test_a_pause_that_ends_after_midnight_says_so(open_page):
    kept = {**PREFERENCES}
    page = open_page(answers={"preferences": lambda: {"preferences": kept},
                              "preferences.update": lambda **changes: kept.update(changes) or {"preferences": kept}}, timezone_id="Europe/Rome")
    page.page.clock.set_fixed_time(datetime.datetime(2026, 3, 5, 23, 30, tzinfo=zoneinfo.ZoneInfo("Europe/Rome")))
    page.show(v="rooms.reset", rooms=[ROOM])
    dialog = settings(page, "Notifications")
    dialog.get_by_role("button", name="For 1 hour").click()
    expect(dialog).to_contain_text("No notifications until tomorrow, 00:30")


def test_without_a_core_that_keeps_lists_nothing_of_them_is_offered(open_page):
    page = open_page()
    page.show(v="rooms.reset", rooms=[{key: value for key, value in ROOM.items() if key != "level"}])
    bare = {key: value for key, value in ROOM.items() if key != "level"}
    page.show(v="room", room=bare, state="ready")
    page.show(v="composer", room=ROOM["id"], draft="")
    page.show(v="timeline.reset", atStart=True, firstUnread=None, rows=[
        {key: value for key, value in message(1, "emma", "plain https://example.org/a.").items() if key not in ("markup", "can")}])
    for name in ("Saved", "Mentions", "Threads", "Pinned messages", "Notifications of this room"):
        expect(page.page.get_by_role("button", name=name)).to_have_count(0)
    dialog = settings(page)
    expect(dialog.get_by_role("tab", name="Profile")).to_be_visible()
    expect(dialog.get_by_role("tab", name="Notifications")).to_have_count(0)
    page.page.keyboard.press("Escape")
    page.composer.press_sequentially("@em")
    page.composer.fill("")
    page.composer.press("ArrowUp")
    assert intents(page, "complete") == intents(page, "edit.last") == intents(page, "presence.watch") == []
    expect(page.message("plain https://example.org/a.").get_by_role("link")).to_have_attribute("href", "https://example.org/a")
