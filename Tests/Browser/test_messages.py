"""Reading and writing: order, receipts, the place in the list, typing, and text that is only text."""

from playwright.sync_api import expect

from conftest import NARROW


def two(community, name, **options):
    emma, johnny = community.account("Emma"), community.account("Johnny", "owl", "#2f6fde")
    room = community.channel(name, emma, johnny)
    return room, emma, johnny, *(community.person(person, f"/room/{room}", **options) for person in (emma, johnny))


def test_messages_come_at_once_in_order_and_once(community):
    _, _, _, emma, johnny = two(community, "order")
    for number in range(6):
        (emma if number % 2 else johnny).send(f"message {number}")
    for page in (emma, johnny):
        expect(page.texts).to_have_text([f"message {number}" for number in range(6)], use_inner_text=True)


def test_markup_in_a_message_is_text_and_addresses_are_links(community):
    _, _, _, emma, johnny = two(community, "markup")
    text = "<img src=x onerror=alert(1)> <b>bold</b> &amp; https://example.org/a?b=c. Done"
    emma.send(text)
    for page in (emma, johnny):
        expect(page.texts).to_have_text([text])
        link = page.texts.get_by_role("link")
        expect(link).to_have_attribute("href", "https://example.org/a?b=c")
        expect(link).to_have_attribute("rel", "noopener noreferrer")
        assert page.page.locator(".message-text img, .message-text b").count() == 0


def test_shift_and_enter_begin_a_line_and_enter_sends(community):
    _, _, _, emma, johnny = two(community, "lines")
    emma.composer.press_sequentially("one")
    emma.composer.press("Shift+Enter")
    emma.composer.press_sequentially("two")
    expect(emma.texts).to_have_count(0)
    emma.composer.press("Enter")
    expect(johnny.texts).to_have_text(["one\ntwo"], use_inner_text=True)
    expect(emma.composer).to_have_value("")


def test_nothing_is_sent_from_an_empty_composer(community):
    _, _, _, emma, _ = two(community, "nothing")
    emma.send("   ")
    expect(emma.button("Send")).to_be_disabled()
    expect(emma.texts).to_have_count(0)


def test_enter_that_ends_an_ime_s_composition_does_not_send(community):
    _, _, _, emma, johnny = two(community, "ime")
    devices = emma.page.context.new_cdp_session(emma.page)
    emma.composer.focus()
    devices.send("Input.imeSetComposition", {"text": "にほん", "selectionStart": 3, "selectionEnd": 3})
    enter = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13}
    devices.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **enter})
    devices.send("Input.dispatchKeyEvent", {"type": "keyUp", **enter})
    devices.send("Input.insertText", {"text": "日本"})
    # Safari tells the composition's last Enter after the composition, by its key code alone.
    emma.composer.dispatch_event("keydown", {"key": "Enter", "keyCode": 229, "bubbles": True, "cancelable": True})
    expect(emma.composer).to_have_value("日本")
    expect(emma.texts).to_have_count(0)
    emma.composer.press("Enter")
    expect(johnny.texts).to_have_text(["日本"])


def test_who_types_is_told_by_name_up_to_two_and_never_to_themselves(community):
    people = [community.account(name) for name in ("Olaf", "Johnny", "Emma", "Wren")]
    room = community.channel("typing", *people)
    reader, *writers = (community.person(person, f"/room/{room}") for person in people)
    johnny, emma, wren = writers
    johnny.composer.press_sequentially("a")
    expect(reader.typing).to_have_text("Johnny is typing a message")
    expect(johnny.typing).to_have_text("")
    emma.composer.press_sequentially("b")
    expect(reader.typing).to_have_text("Johnny and Emma are typing a message")
    expect(johnny.typing).to_have_text("Emma is typing a message")
    wren.composer.press_sequentially("c")
    expect(reader.typing).to_have_text("3 people are typing a message")
    wren.composer.press("Backspace")
    expect(reader.typing).to_have_text("Johnny and Emma are typing a message")
    emma.composer.press("Enter")
    expect(reader.typing).to_have_text("Johnny is typing a message")
    johnny.page.close()
    expect(reader.typing).to_have_text("")


def test_a_room_opens_where_the_unread_begins_and_then_stays_at_the_newest_unless_the_reader_is_elsewhere(community):
    room, emma, johnny = _accounts(community, "place")
    community.fill(room, johnny, [f"line {number}" for number in range(40)])
    page = community.person(emma, f"/room/{room}", viewport={"width": 1000, "height": 500})
    page.expect_sent("line 39")
    expect(page.message("line 0")).to_be_in_viewport()
    page.button("Jump to newest").click()
    expect(page.message("line 39")).to_be_in_viewport()
    wire = community.wire(johnny)
    wire.send(room, "followed", "p:1")
    page.expect_sent("followed")
    page.until_at_end()

    top = page.scroller.evaluate("element => element.scrollTop -= 400")
    expect(page.button("Jump to newest")).to_be_visible()
    for number in (2, 3):
        wire.send(room, f"missed {number}", f"p:{number}")
    wire.close()
    jump = page.page.get_by_role("button", name="2 new messages")
    expect(jump).to_be_visible()
    assert page.scroller.evaluate("element => element.scrollTop") == top
    jump.click()
    expect(jump).to_be_hidden()
    expect(page.message("missed 3")).to_be_in_viewport()


def _accounts(community, name):
    emma, johnny = community.account("Emma"), community.account("Johnny", "owl", "#2f6fde")
    return community.channel(name, emma, johnny), emma, johnny


def test_what_one_sends_oneself_leads_to_the_newest(community):
    room, emma, johnny = _accounts(community, "own")
    community.fill(room, johnny, [f"line {number}" for number in range(40)])
    page = community.person(emma, f"/room/{room}", viewport={"width": 1000, "height": 500})
    page.expect_sent("line 39")
    expect(page.button("Jump to newest")).to_be_visible()
    page.send("mine")
    expect(page.message("mine")).to_be_in_viewport()


def test_older_messages_come_when_the_top_is_reached_and_what_is_read_stays_in_place(community):
    room, emma, johnny = _accounts(community, "older")
    community.fill(room, johnny, [f"line {number}" for number in range(180)])
    page = community.person(emma, f"/room/{room}")
    page.expect_sent("line 179")
    # Until the beginning: every load must leave what was at the top of the view where it was.
    for _ in range(8):
        if page.message("line 0").count():
            break
        before = page.texts.count()
        text = page.texts.first.inner_text()
        page.scroll_to(0)
        y = page.top_of(text)
        expect(page.texts).not_to_have_count(before)
        assert abs(page.top_of(text) - y) <= 60, "only the lines above it, of the day and of loading, may go"
    expect(page.texts).to_have_text([f"line {number}" for number in range(180)], use_inner_text=True)
    expect(page.page.get_by_text("This is where the channel begins.")).to_have_count(1)


def test_messages_are_grouped_by_author_and_day(community):
    room, emma, johnny = _accounts(community, "groups")
    community.fill(room, johnny, ["first", "second"])
    community.fill(room, emma, ["third"])
    page = community.person(emma, f"/room/{room}", viewport=NARROW)
    page.expect_sent("third")
    expect(page.page.locator(".message-author")).to_have_text(["Johnny", "Emma"])
    expect(page.page.locator(".day")).to_have_text(["Today"])
