"""A room of 10,000 messages, all in the page's memory: typing does not lag, and the page stays small."""

import pathlib
import statistics
import subprocess

from playwright.sync_api import expect

from conftest import Community
from roost_server import binary

MESSAGES = 10_000
ROWS = 420
"""Elements of rows at most: those of Web/views/row-window.js and the steps in which they come and go."""

HANDLER = 8
"""Milliseconds that what the page does at a key may take."""

# Scrolls to the top again and again, until the room begins; at each turn the older ones are awaited. Answers the
# greatest number of rows that were elements at once.
TO_THE_BEGINNING = """async () => {
    const scroller = document.querySelector("main roost-timeline .scroller");
    const beginning = document.querySelector("main roost-timeline .beginning");
    let most = 0;
    const end = performance.now() + 240_000;
    while (beginning.hidden) {
        if (performance.now() > end) throw new Error("the room does not begin");
        scroller.scrollTop = 0;
        await new Promise((resolve) => setTimeout(resolve, 0));
        most = Math.max(most, scroller.querySelectorAll("[data-key]").length);
    }
    return most;
}"""

# Types letters as a keyboard does, and times all that runs before the page could draw: the handlers, the core, its
# changes of the page. Milliseconds each.
TYPING = """async (count) => {
    const field = document.querySelector("main textarea");
    field.focus();
    const times = [];
    for (let number = 0; number < count; number += 1) {
        const letter = "abcdefgh "[number % 9];
        const begin = performance.now();
        field.dispatchEvent(new KeyboardEvent("keydown", { key: letter, bubbles: true, cancelable: true }));
        document.execCommand("insertText", false, letter);
        field.dispatchEvent(new KeyboardEvent("keyup", { key: letter, bubbles: true }));
        times.push(performance.now() - begin);
        await new Promise((resolve) => setTimeout(resolve, 0));
    }
    return times;
}"""


def fill(server, email):
    filler = pathlib.Path(binary()).with_name("store-filler")
    subprocess.run([filler, server.data_dir, email, "1", "1", str(MESSAGES), "0"], check=True, timeout=300)


def test_with_ten_thousand_messages_read_typing_does_not_lag_and_the_page_stays_small(fresh, chromium):
    community = Community(fresh, chromium)
    gus = community.account("Gus")
    assert fresh.terminate() == 0
    fill(fresh, gus["user"]["email"])
    fresh.start()
    page = community.person(gus)
    page.open("own 0")
    expect(page.texts.last).to_be_visible()
    session = page.page.context.new_cdp_session(page.page)
    page.page.set_default_timeout(240_000)
    elements = page.page.evaluate(TO_THE_BEGINNING)
    expect(page.texts.first).to_be_visible()
    assert 100 < elements <= ROWS

    times = page.page.evaluate(TYPING, 200)
    # Others use the machine too: what a handler costs is what most of its runs take.
    assert statistics.median(times) < HANDLER, sorted(times)[-20:]
    session.send("HeapProfiler.collectGarbage")
    used = session.send("Runtime.getHeapUsage")["usedSize"]
    print(f"rows {elements}, key {statistics.median(times):.2f} ms median, {sorted(times)[-2]:.2f} ms worst but one, heap {used / 1e6:.1f} MB")
    page.send("the newest of all")
    page.expect_sent("the newest of all")
    assert page.page.locator("main [data-key]").count() <= ROWS
    community.close()
