"""Reading far back over a scripted core: the page stays small, and what is read stays where it is."""

from playwright.sync_api import expect

from scripted_messages import at, message, open_talk


def test_however_long_one_reads_the_page_stays_small(open_page):
    page = open_page()
    rows = [message(number, "emma", f"line {number}", ago=20_000 - number) for number in range(1, 2_001)]
    open_talk(page, rows=rows[-50:])
    page.page.evaluate("rows => window.show({v: 'timeline.prepend', rows, atStart: false, firstUnread: null})", rows[:-50])
    shown = page.page.locator("main .message")
    page.scroll_to(300)
    oldest = 2_000
    for _ in range(60):
        page.scroller.evaluate("element => { element.scrollTop -= 2_000; }")
        page.page.wait_for_timeout(20)
        assert shown.count() <= 300
        keys = page.page.evaluate("[...document.querySelectorAll('main .message')].map(one => Number(one.dataset.key.slice(1)))")
        assert keys == list(range(keys[0], keys[0] + len(keys))), "none is missing and all are in order"
        oldest = min(oldest, keys[0])
    assert oldest < 600
    page.show(v="timeline.append", rows=[message(2_001, "emma", "the newest", ago=1)])
    expect(page.button("1 new message")).to_be_visible()
    page.button("1 new message").click()
    expect(at(page, "s2001")).to_be_in_viewport()
    page.until_at_end()
    page.show(v="timeline.show", key="s100")
    expect(at(page, "s100")).to_be_in_viewport()
    assert shown.count() <= 300


def test_older_rows_that_come_do_not_move_what_is_read(open_page):
    page = open_page()
    rows = [message(number, "emma", f"line {number}", ago=20_000 - number) for number in range(1, 901)]
    open_talk(page, rows=rows[600:])
    page.show(v="timeline.reset", rows=rows[600:], atStart=False, firstUnread=None)
    page.until_at_end()
    for start in range(550, 0, -50):
        page.scroll_to(200)
        page.page.wait_for_timeout(50)
        first = page.page.evaluate("[...document.querySelectorAll('main .message')].find(one => one.getBoundingClientRect().bottom > 60).dataset.key")
        before = at(page, first).bounding_box()["y"]
        page.show(v="timeline.prepend", rows=rows[start:start + 50], atStart=False, firstUnread=None)
        assert abs(at(page, first).bounding_box()["y"] - before) < 2
