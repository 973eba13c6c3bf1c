"""Messages over a scripted core: what they look like, and what can be done with them by pointer, touch and keys."""

import re

import pytest
from playwright.sync_api import expect

from conftest import NARROW, WIDE
from scripted_messages import ROOM, TALK, at, intents, message, open_talk, open_thread
from scripted_people import EMMA, NOW, OLIVE
from test_looks import check

SEEN = {"room": ROOM["id"]}


def menu(page):
    return page.page.get_by_role("menu")


def choose(page, key, action):
    """Chooses from a message's menu, as a pointer does."""
    at(page, key).hover()
    at(page, key).get_by_role("button", name="More actions").click()
    menu(page).get_by_role("menuitem", name=action, exact=True).click()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
def test_messages_fit_and_can_be_read(open_page, picture, viewport, scheme):
    page = open_page(viewport=viewport, color_scheme=scheme, has_touch=viewport is NARROW)
    open_talk(page)
    expect(page.page.locator(".code-block")).to_be_visible()
    name = f"{viewport['width']}-{scheme}"
    check(page, viewport["width"])
    picture(page, f"messages-{name}")
    at(page, "s3").focus()
    page.page.keyboard.press("Enter")
    expect(menu(page)).to_be_visible()
    check(page, viewport["width"])
    page.page.keyboard.press("Escape")
    open_thread(page)
    expect(page.page.get_by_role("heading", name="Thread")).to_be_visible()
    check(page, viewport["width"])
    picture(page, f"thread-{name}")


def test_the_tree_of_a_message_is_shown_as_elements(open_page):
    page = open_page()
    open_talk(page)
    expect(at(page, "s2").locator("strong")).to_have_text("14 robins")
    expect(at(page, "s6").locator("li")).to_have_text(["ask the photographer", "cut the sound, half of it"])
    link = at(page, "s4").get_by_role("link", name="heron 7")
    expect(link).to_have_attribute("rel", "noopener noreferrer")
    # What was sent as a shortcode is shown as its emoji as soon as their names are here.
    expect(at(page, "s10").locator(".message-text")).to_have_text("@Emma @room it is back 🎉")
    at(page, "s4").get_by_role("link", name="#website").click()
    assert intents(page, "room.open") == [{"room": "0000000000021"}]
    at(page, "s10").get_by_role("button", name="@Emma").click()
    expect(page.dialog("Profile").locator(".card-name")).to_have_text("Emma")


def test_code_is_copied_as_it_was_written(open_page):
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    open_talk(page)
    at(page, "s6").get_by_role("button", name="Copy this code").click()
    expect(at(page, "s6").get_by_role("status")).to_have_text("Copied.")
    assert page.page.evaluate("navigator.clipboard.readText()").startswith("ffmpeg -i heron.mkv -ss 00:12 -t 4 \\\n    -an")


def test_the_pointer_acts_by_the_bar_and_its_menu(open_page):
    page = open_page()
    open_talk(page)
    at(page, "s3").hover()
    bar = at(page, "s3").get_by_role("group", name="What to do with this message")
    bar.get_by_role("button", name="React with 👍").click()
    at(page, "s1").hover()
    expect(page.page.locator(".message-actions")).to_have_count(1)
    at(page, "s1").get_by_role("button", name="Reply in a thread").click()
    choose(page, "s5", "Remove from saved")
    choose(page, "s1", "Unpin")
    choose(page, "s5", "Mark unread from here")
    choose(page, "s5", "Delete message")
    assert intents(page, "message.react") == [{**SEEN, "seq": 3, "emoji": "👍", "on": True}]
    assert intents(page, "thread.open") == [{**SEEN, "seq": 1}]
    assert intents(page, "message.save") == [{**SEEN, "seq": 5, "saved": False}]
    assert intents(page, "message.pin") == [{**SEEN, "seq": 1, "pinned": False}]
    assert intents(page, "message.unread") == [{**SEEN, "seq": 5}]
    assert intents(page, "message.delete") == [{**SEEN, "seq": 5}], "nobody is asked: it can be taken back"
    at(page, "s9").get_by_role("button", name="Undo").click()
    assert intents(page, "message.undelete") == [{**SEEN, "seq": 9}]


def test_a_link_and_the_text_are_copied(open_page):
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    open_talk(page)
    choose(page, "s3", "Copy link")
    expect(page.toasts).to_have_text(["The link was copied."])
    assert page.page.evaluate("navigator.clipboard.readText()") == f"http://localhost:9/room/{ROOM['id']}/3"
    choose(page, "s3", "Copy text")
    expect(page.toasts.last).to_have_text("The text was copied.")
    assert page.page.evaluate("navigator.clipboard.readText()") == TALK[3]["text"]


def test_the_keys_go_through_the_messages_and_act_on_them(open_page):
    page = open_page()
    open_talk(page)
    keys = page.page.keyboard
    assert page.page.locator('main .message[tabindex="0"]').count() == 1, "the list is one stop of the tab key"
    at(page, "s10").focus()
    expect(at(page, "s10")).to_have_attribute("aria-label", re.compile(r"^Johnny, \d\d:\d\d, @Emma @room it is back"))
    keys.press("ArrowUp")
    expect(at(page, "s9")).to_be_focused()
    for _ in range(6):
        keys.press("ArrowUp")
    expect(at(page, "s3")).to_be_focused()
    for key in ("t", "p", "s", "u"):
        keys.press(key)
    keys.press("e")
    expect(page.composer).to_have_value("")
    keys.press("Delete")
    assert intents(page, "thread.open") == [{**SEEN, "seq": 3}]
    assert intents(page, "message.pin") == [{**SEEN, "seq": 3, "pinned": True}]
    assert intents(page, "message.save") == [{**SEEN, "seq": 3, "saved": True}]
    assert intents(page, "message.unread") == [{**SEEN, "seq": 3}]
    assert intents(page, "message.delete") == intents(page, "message.edit") == [], "what is others' is theirs"
    keys.press("r")
    expect(page.dialog("Emoji").get_by_role("searchbox")).to_be_focused()
    keys.press("Escape")
    expect(at(page, "s3")).to_be_focused()
    keys.press("Escape")
    expect(page.composer).to_be_focused()
    keys.press("Shift+Tab")
    keys.press("ArrowUp")
    expect(at(page, "s9")).to_be_focused()


def test_below_the_newest_message_the_arrow_leads_to_the_composer(open_page):
    page = open_page()
    open_talk(page)
    at(page, "s10").focus()
    page.page.keyboard.press("ArrowDown")
    expect(page.composer).to_be_focused()


def test_a_message_that_is_drawn_anew_keeps_the_focus_and_its_reaction_too(open_page):
    page = open_page()
    open_talk(page)
    chip = at(page, "s2").get_by_role("button", name="👀 1: Emma")
    chip.focus()
    page.page.keyboard.press("Enter")
    assert intents(page, "message.react") == [{**SEEN, "seq": 2, "emoji": "👀", "on": True}]
    page.show(v="timeline.update", key="s2", row={**TALK[2], "reactions": [{"emoji": "👀", "count": 2, "mine": True, "names": "You and Emma"}]})
    expect(at(page, "s2").get_by_role("button", name="👀 2: You and Emma")).to_be_focused()
    expect(at(page, "s2").locator('[aria-pressed="true"]')).to_have_count(1)
    at(page, "s5").focus()
    page.show(v="timeline.update", key="s5", row={**TALK[5], "saved": False})
    expect(at(page, "s5")).to_be_focused()
    page.show(v="timeline.remove", key="s5")
    expect(page.page.locator("main .message:focus")).to_have_count(1)


def test_a_finger_that_stays_opens_the_sheet_and_one_that_scrolls_does_not(open_page):
    page = open_page(viewport=NARROW, has_touch=True, is_mobile=True)
    open_talk(page)
    box = at(page, "s5").bounding_box()
    x, y = box["x"] + 80, box["y"] + box["height"] - 8
    devices = page.page.context.new_cdp_session(page.page)

    def touch(kind, *points):
        devices.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    touch("touchStart", (x, y))
    touch("touchMove", (x, y + 40))
    page.page.wait_for_timeout(600)
    expect(menu(page)).to_have_count(0)
    touch("touchEnd")
    box = at(page, "s5").bounding_box()
    x, y = box["x"] + 80, box["y"] + box["height"] - 8
    touch("touchStart", (x, y))
    expect(menu(page)).to_be_visible()
    touch("touchEnd")
    expect(menu(page)).to_be_visible()
    check(page, NARROW["width"])
    menu(page).get_by_role("menuitem", name="Edit").tap()
    expect(page.composer).to_have_value("Yes, tonight.")


def test_a_reply_is_written_with_what_it_answers_above_it(open_page):
    page = open_page()
    open_talk(page)
    choose(page, "s4", "Reply")
    expect(page.composer).to_be_focused()
    expect(page.page.locator("main .strip")).to_contain_text("Reply to Emma")
    page.composer.press_sequentially("ok")
    page.composer.press("Enter")
    assert intents(page, "send") == [{**SEEN, "text": "ok", "reply": 4}]
    expect(page.page.locator("main .strip")).to_be_hidden()
    choose(page, "s4", "Reply")
    expect(page.composer).to_be_focused()
    page.page.keyboard.press("Escape")
    page.send("alone")
    assert intents(page, "send")[1:] == [{**SEEN, "text": "alone"}]
    at(page, "s5").get_by_role("button", name="In reply to Emma").click()
    assert intents(page, "message.show") == [{**SEEN, "seq": 4}]


def test_a_message_is_edited_in_the_composer_and_the_draft_waits(open_page):
    page = open_page()
    open_talk(page)
    page.composer.press_sequentially("half a thought")
    choose(page, "s5", "Edit")
    expect(page.composer).to_have_value("Yes, tonight.")
    page.composer.press_sequentially(" At eight.")
    drafts = len(intents(page, "draft"))
    page.button("Save").click()
    assert intents(page, "message.edit") == [{**SEEN, "seq": 5, "text": "Yes, tonight. At eight."}]
    assert len(intents(page, "draft")) == drafts == len("half a thought"), "what is edited is no draft"
    expect(page.composer).to_have_value("half a thought")
    page.composer.fill("")
    page.composer.press("ArrowUp")
    assert intents(page, "edit.last") == [SEEN]
    page.show(v="composer.edit", room=ROOM["id"], seq=5, text="Yes, tonight.")
    page.page.keyboard.press("Enter")
    assert len(intents(page, "message.edit")) == 1, "nothing changed, nothing is sent"
    expect(page.composer).to_have_value("")


def test_what_is_written_on_another_device_while_a_message_is_edited_stands_there_afterwards(open_page):
    page = open_page()
    open_talk(page)
    page.composer.press_sequentially("half")
    choose(page, "s5", "Edit")
    page.show(v="draft", room=ROOM["id"], text="half a thought")
    expect(page.composer).to_have_value("Yes, tonight.")
    page.page.keyboard.press("Escape")
    expect(page.composer).to_have_value("half a thought")


def test_the_picker_is_searched_and_gone_through_with_the_arrows(open_page):
    page = open_page()
    open_talk(page)
    page.composer.fill("so ")
    page.button("Emoji").first.click()
    picker = page.dialog("Emoji")
    expect(picker.get_by_role("searchbox")).to_be_focused()
    expect(picker.get_by_role("gridcell", name="grinning face", exact=True)).to_be_visible()
    keys = page.page.keyboard
    keys.press("ArrowDown")
    keys.press("ArrowRight")
    keys.press("ArrowDown")
    expect(picker.locator(".emoji-cell:focus")).to_have_attribute("aria-label", "melting face")
    keys.press("ArrowUp")
    keys.press("ArrowUp")
    expect(picker.get_by_role("searchbox")).to_be_focused()
    keys.type("thumbs")
    picker.get_by_role("radio", name="Dark", exact=True).check()
    picker.get_by_role("searchbox").press("Enter")
    expect(picker).to_be_hidden()
    expect(page.composer).to_have_value("so 👍🏿")
    expect(page.composer).to_be_focused()
    page.button("Emoji").first.click()
    expect(picker.get_by_role("grid").first.get_by_role("gridcell")).to_have_count(1)
    expect(picker.get_by_role("grid", name="Recent").get_by_role("gridcell")).to_have_text(["👍🏿"])


def test_a_shortcode_becomes_its_emoji_when_it_is_closed_and_what_begins_it_is_offered(open_page):
    page = open_page()
    open_talk(page)
    page.composer.press_sequentially("oh :tad")
    options = page.page.get_by_role("listbox", name="Completions").get_by_role("option")
    expect(options.first).to_have_text("🎉:tada:")
    page.composer.press_sequentially("a:")
    expect(page.composer).to_have_value("oh 🎉")
    expect(options).to_have_count(0)
    page.composer.press("Control+z")
    expect(page.composer).to_have_value("oh :tada:")
    page.composer.fill("x :roc")
    expect(options.first).to_be_visible()
    page.composer.press("Tab")
    expect(page.composer).to_have_value(re.compile(r"^x \S+ $"))
    page.composer.fill("`:tada:` :tada:")
    page.composer.press("Escape")
    page.composer.press("Enter")
    assert intents(page, "send")[-1]["text"] == "`:tada:` 🎉"


def test_names_are_completed_from_what_the_core_knows(open_page):
    page = open_page()
    open_talk(page)
    page.composer.press_sequentially("hi @em")
    assert intents(page, "complete")[-1] == {**SEEN, "kind": "@", "text": "em"}
    page.show(v="completions", kind="@", text="e", items=[{"insert": "@late", "id": "1", "name": "Late", "avatar": EMMA["avatar"], "note": "@late"}])
    options = page.page.get_by_role("listbox", name="Completions").get_by_role("option")
    expect(options).to_have_count(0)
    items = [{"insert": "@emma", "id": EMMA["id"], "name": "Emma", "avatar": EMMA["avatar"], "note": "@emma"},
             {"insert": "@emil", "id": "2", "name": "Emil", "avatar": OLIVE["avatar"], "note": "@emil"}]
    page.show(v="completions", kind="@", text="em", items=items)
    expect(options).to_have_count(2)
    page.composer.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    assert page.composer.get_attribute("aria-activedescendant") == options.nth(1).get_attribute("id")
    page.composer.press("Enter")
    expect(page.composer).to_have_value("hi @emil ")
    expect(options).to_have_count(0)
    page.composer.press_sequentially("#we")
    page.show(v="completions", kind="#", text="we", items=[{"insert": "#website", "id": "9", "name": "website", "kind": "channel", "note": ""}])
    page.composer.press("Escape")
    expect(options).to_have_count(0)
    page.composer.press("Enter")
    assert intents(page, "send") == [{**SEEN, "text": "hi @emil #we"}]


def test_a_thread_stands_beside_its_room(open_page):
    page = open_page()
    open_talk(page)
    at(page, "s3").get_by_role("button", name="4 replies").click()
    assert intents(page, "thread.open") == [{**SEEN, "seq": 3}]
    open_thread(page)
    pane = page.page.locator("roost-thread")
    reply = pane.get_by_role("textbox", name="Reply in the thread")
    expect(reply).to_be_focused()
    reply.press_sequentially("me")
    reply.press("Enter")
    assert intents(page, "send") == [{**SEEN, "text": "me", "thread": 3}]
    assert intents(page, "draft")[-1] == {**SEEN, "text": "me", "thread": 3}
    expect(page.composer).to_be_visible()
    assert {**SEEN, "thread": 3, "edge": "bottom"} in intents(page, "timeline.reached")
    pane.get_by_role("button", name="Following").click()
    assert intents(page, "thread.follow") == [{**SEEN, "seq": 3, "following": False}]
    page.show(v="timeline.append", pane="thread", rows=[message(14, "emma", "Take it down, please.", ago=1)])
    expect(pane.get_by_text("Take it down, please.")).to_be_visible()
    expect(page.page.locator("main").get_by_text("Take it down, please.")).to_have_count(0)
    reply.press("Escape")
    assert intents(page, "thread.close") == [{}]
    page.show(v="thread", room=ROOM["id"], root=None, following=False)
    expect(pane).to_be_hidden()
    expect(at(page, "s3")).to_be_focused()


def test_a_thread_fills_a_narrow_window(open_page):
    page = open_page(viewport=NARROW, has_touch=True)
    open_talk(page)
    open_thread(page)
    assert page.page.locator("roost-thread").bounding_box() == {"x": 0, "y": 0, **NARROW}
    expect(page.composer).to_be_hidden()


def test_a_message_that_is_shown_flashes_and_the_newest_is_one_press_away(open_page):
    page = open_page(viewport={"width": 1440, "height": 500})
    rows = [message(number, "emma", f"line {number}", ago=300 - number) for number in range(1, 60)]
    open_talk(page, rows=rows)
    page.show(v="timeline.reset", rows=rows, atStart=False, firstUnread=None)
    before = len(intents(page, "timeline.reached"))
    page.show(v="timeline.detached", on=True, unread="")
    page.show(v="timeline.show", key="s20")
    expect(at(page, "s20")).to_be_in_viewport()
    expect(page.page.locator('main .message[tabindex="0"]')).to_have_attribute("data-key", "s20")
    page.scroll_to(100_000)
    page.page.wait_for_timeout(100)
    assert intents(page, "timeline.reached")[before:] == [{**SEEN, "edge": "bottom"}], "near the lower end what is newer is asked for, once"
    page.show(v="timeline.append", rows=[message(number, "emma", f"line {number}", ago=300 - number) for number in range(60, 90)])
    expect(at(page, "s59")).to_be_in_viewport()
    expect(at(page, "s89")).not_to_be_in_viewport()
    page.button("Jump to newest").click()
    assert intents(page, "timeline.newest") == [SEEN]
    page.show(v="timeline.detached", on=False)
    page.button("Jump to newest").click()
    page.until_at_end()
    expect(page.button("Jump to newest")).to_be_hidden()


EDITED = {"room": ROOM["id"], "seq": 2, "loading": False, "versions": [
    {"at": NOW - 94 * 60_000, "text": "Yesterday: 12 robins", "markup": [["p", "Yesterday: 12 robins"]]},
    {"at": NOW - 92 * 60_000, "text": "Yesterday: 13 robins, @emma", "markup": [["p", "Yesterday: ", ["b", "13 robins"], ", ", ["m", EMMA["id"], "Emma", False]]]}]}
LOOKED_AT = {**TALK[2], "can": {**TALK[2]["can"], "edits": True}}


def earlier(page):
    return page.dialog("Before it was edited")


@pytest.mark.parametrize(("viewport", "scheme"), [(WIDE, "light"), (NARROW, "dark")], ids=["wide", "narrow"])
def test_who_may_sees_what_a_message_said_before(open_page, picture, viewport, scheme):
    page = open_page(viewport=viewport, color_scheme=scheme, has_touch=viewport is NARROW)
    open_talk(page, rows=[TALK[0], TALK[1], LOOKED_AT, *TALK[3:]])
    mark = at(page, "s2").get_by_role("button", name="Edited: what it said before")
    mark.tap() if viewport is NARROW else mark.click()
    assert intents(page, "message.edits") == [{"room": ROOM["id"], "seq": 2}]
    page.show(v="edits", **{**EDITED, "loading": True, "versions": []})
    expect(earlier(page).get_by_role("img", name="Loading")).to_be_visible()
    page.show(v="edits", **EDITED)
    expect(earlier(page).get_by_role("listitem")).to_have_count(2)
    expect(earlier(page).get_by_role("listitem").last.locator("strong, b")).to_have_text("13 robins")
    expect(earlier(page).get_by_role("listitem").last).to_contain_text("@Emma")
    expect(earlier(page).locator("time").first).to_have_attribute("datetime", re.compile("T"))
    check(page, viewport["width"])
    picture(page, f"edits-{'wide' if viewport is WIDE else 'narrow'}-{scheme}")
    earlier(page).get_by_role("button", name="Close").click()
    expect(earlier(page)).to_be_hidden()
    assert intents(page, "edits.close") == [{}]


def test_earlier_texts_are_opened_by_the_keyboard_and_the_mark_has_the_focus_afterwards(open_page):
    page = open_page()
    open_talk(page, rows=[TALK[0], TALK[1], LOOKED_AT, *TALK[3:]])
    mark = at(page, "s2").get_by_role("button", name="Edited: what it said before")
    mark.focus()
    page.page.keyboard.press("Enter")
    page.show(v="edits", **EDITED)
    # It is made anew meanwhile.
    page.show(v="timeline.update", key="s2", row={**LOOKED_AT, "reactions": []})
    page.page.keyboard.press("Escape")
    expect(earlier(page)).to_be_hidden()
    expect(at(page, "s2").get_by_role("button", name="Edited: what it said before")).to_be_focused()


def test_earlier_texts_that_cannot_be_had_say_why_and_who_may_not_see_them_has_no_button(open_page):
    page = open_page()
    open_talk(page, rows=[TALK[0], TALK[1], LOOKED_AT, *TALK[3:]])
    page.show(v="edits", room=ROOM["id"], seq=2, loading=False, versions=[], error="This message was deleted.")
    expect(earlier(page).get_by_text("This message was deleted.")).to_be_visible()
    earlier(page).get_by_role("button", name="Try again").click()
    assert intents(page, "message.edits") == [{"room": ROOM["id"], "seq": 2}]
    page.show(v="edits", room=ROOM["id"], seq=2, loading=False, versions=[])
    expect(earlier(page).get_by_text("It said nothing else before.")).to_be_visible()
    page.show(v="edits", room=None, seq=0, loading=False, versions=[])
    expect(earlier(page)).to_be_hidden()
    open_talk(page)
    expect(at(page, "s2").locator(".message-edited")).to_have_text("(edited)")
    expect(at(page, "s2").get_by_role("button", name=re.compile("^Edited"))).to_have_count(0)
