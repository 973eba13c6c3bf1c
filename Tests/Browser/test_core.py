"""Web/core.js in a real browser: its table in IndexedDB, its locks, and a core that traps."""

import re

from playwright.sync_api import expect

from kept import kept

# Lets a test make the next call into core.wasm trap: `window.trapsLeft` times.
TRAPPING = """
window.trapsLeft = 0;
const Real = WebAssembly.Instance;
WebAssembly.Instance = function (module, imports) {
    const { exports } = new Real(module, imports);
    const core_handle = (...values) => {
        if (window.trapsLeft > 0) {
            window.trapsLeft -= 1;
            throw new WebAssembly.RuntimeError("unreachable");
        }
        return exports.core_handle(...values);
    };
    return { exports: { ...exports, core_handle } };
};
"""


def test_what_a_closed_tab_had_not_sent_is_sent_once_by_the_next(community):
    fay = community.account("Fay")
    room = community.channel("ferry", fay)
    tab = community.person(fay, f"/room/{room}")
    tab.composer.wait_for()
    tab.page.context.set_offline(True)
    tab.send("over the water")
    expect(tab.message("over the water")).to_have_attribute("data-state", "sending")
    tab.page.wait_for_function("() => navigator.locks.query().then(({ held }) => held.length > 0)")
    outboxes = {key: value for key, value in kept(tab).items() if key.startswith("outbox/")}
    assert len(outboxes) == 1 and "over the water" in next(iter(outboxes.values()))
    context = tab.page.context
    tab.page.close()
    context.set_offline(False)

    later = community.window(context, f"/room/{room}")
    later.expect_sent("over the water")
    later.reload()
    expect(later.texts).to_have_text(["over the water"])
    assert not [key for key in kept(later) if key.startswith("outbox/")]


def test_after_a_trap_the_page_goes_on_and_nothing_is_lost(community):
    gus = community.account("Gus")
    room = community.channel("gate", gus)
    context = community.context()
    context.add_init_script(TRAPPING)
    answer = context.request.post(
        "/api/v1/login", headers={"Origin": community.server.url},
        data={"email": gus["user"]["email"], "password": "correct horse 7"})
    assert answer.ok
    page = community.window(context, f"/room/{room}")
    page.send("before")
    page.expect_sent("before")

    page.page.evaluate("window.trapsLeft = 1")
    wire = community.wire(gus)
    wire.send(room, "meanwhile", "elsewhere:1")
    wire.close()
    expect(page.texts).to_have_text(["before", "meanwhile"])
    page.send("after")
    page.expect_sent("after")

    page.page.evaluate("window.trapsLeft = 3")
    page.page.evaluate("window.dispatchEvent(new Event('online'))")
    # Until the last trap the page is on its way to the loading screen, in which nobody writes.
    page.page.wait_for_function("() => window.trapsLeft === 0")
    expect(page.texts).to_have_text(["before", "meanwhile", "after"])
    page.send("still here")
    page.expect_sent("still here")
    trapped = [fault for fault in page.faults if re.search("trapped during|keeps trapping", fault)]
    assert len(trapped) >= 4 and len(trapped) == len(page.faults), page.faults
    page.faults.clear()
