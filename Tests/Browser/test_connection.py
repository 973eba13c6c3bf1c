"""What happens when there is no network or no server: nothing is lost, nothing comes twice, and the page says so."""

import re

import pytest
from playwright.sync_api import expect

from conftest import SECONDS, Community, web_folder
from kept import until_kept
from roost_server import Server


@pytest.fixture
def own(chromium, tmp_path):
    """A community on a server of the test's own, which may be ended and started."""
    server = Server(tmp_path / "data", loops=1, arguments=["--web", str(web_folder())]).start()
    community = Community(server, chromium)
    yield community
    community.close()
    server.kill()


def pair(community, name):
    emma, johnny = community.account("Emma"), community.account("Johnny", "owl", "#2f6fde")
    room = community.channel(name, emma, johnny)
    return room, johnny, community.person(emma, f"/room/{room}")


def test_offline_and_back_sends_what_was_waiting_once_and_shows_what_was_missed(community, picture):
    room, johnny, page = pair(community, "offline")
    page.send("before")
    page.expect_sent("before")
    page.page.context.set_offline(True)
    expect(page.bar).to_contain_text("You are offline")
    page.send("while away 1")
    page.send("while away 2")
    expect(page.message("while away 2")).to_have_attribute("data-state", "sending")
    expect(page.bar).to_contain_text("2 messages wait")
    picture(page, "offline")
    community.fill(room, johnny, ["missed"])
    page.page.context.set_offline(False)
    expect(page.bar).to_be_hidden()
    for text in ("before", "missed", "while away 1", "while away 2"):
        page.expect_sent(text)
    expect(page.texts).to_have_text(["before", "missed", "while away 1", "while away 2"])
    wire = community.wire(johnny)
    texts = [event["text"] for event in wire.request("history", room=room)["events"] if event["kind"] == "message"]
    wire.close()
    assert texts == ["before", "missed", "while away 1", "while away 2"]


def test_what_waits_survives_a_reload(own):
    room, johnny, page = pair(own, "reload")
    page.send("kept")
    page.expect_sent("kept")
    own.server.terminate()
    expect(page.bar).to_be_visible()
    page.send("waiting")
    expect(page.message("waiting")).to_have_attribute("data-state", "sending")
    page.page.wait_for_timeout(500)
    own.server.start()
    page.reload()
    expect(page.texts).to_have_text(["kept", "waiting"])
    page.expect_sent("waiting")


def test_the_server_is_restarted_under_the_page(own):
    room, johnny, page = pair(own, "restart")
    page.send("before")
    page.expect_sent("before")
    assert own.server.terminate() == 0
    expect(page.bar).to_contain_text(re.compile("No connection|Connecting"))
    page.send("between")
    own.server.start()
    own.fill(room, johnny, ["from Johnny"])
    expect(page.bar).to_be_hidden(timeout=SECONDS * 2000)
    page.expect_sent("between")
    page.expect_sent("from Johnny")
    page.send("after")
    page.expect_sent("after")
    own.server.kill()
    own.server.start()
    page.send("after a crash")
    expect(page.message("after a crash")).to_have_attribute("data-state", "sent", timeout=SECONDS * 2000)
    page.reload()
    expect(page.texts).to_have_count(5)


def test_try_now_does_not_wait_for_the_next_attempt(own):
    _, _, page = pair(own, "now")
    own.server.terminate()
    expect(page.button("Try now")).to_be_visible()
    own.server.start()
    page.page.wait_for_timeout(200)
    if page.button("Try now").is_visible():
        page.button("Try now").click()
    expect(page.bar).to_be_hidden()


def test_a_message_that_can_never_be_sent_says_why_and_can_be_discarded(community):
    emma, johnny = community.account("Emma"), community.account("Johnny")
    room = community.channel("refused", johnny, emma)
    page = community.person(emma, f"/room/{room}")
    page.page.context.set_offline(True)
    expect(page.bar).to_contain_text("You are offline")
    page.send("too late")
    wire = community.wire(emma)
    wire.request("leave", room=room)
    wire.close()
    page.page.context.set_offline(False)
    expect(page.bar).to_be_hidden()
    expect(page.room_link("refused")).to_have_count(0)


def test_a_session_that_is_ended_elsewhere_leads_to_the_log_in(community):
    account = community.account("Emma")
    page = community.person(account)
    page.page.context.request.post(
        "/api/v1/logout", data={}, headers={"Origin": community.server.url, "Content-Type": "application/json"})
    expect(page.page.get_by_role("heading", name="Log in to Roost")).to_be_visible()


CAPTURE = """
const Original = WebAssembly.Instance;
WebAssembly.Instance = function (...given) { return (window.core = new Original(...given)); };
"""


def test_a_trap_in_the_core_costs_nothing_that_was_written(community):
    account = community.account("Emma")
    room = community.channel("trap", account)
    context = community.context()
    context.add_init_script(CAPTURE)
    page = community.person(account, f"/room/{room}", context=context)
    page.send("before the trap")
    page.expect_sent("before the trap")
    # What is shown after the trap comes from here: the snapshot is kept at most every two seconds.
    until_kept(page, "snapshot/", "before the trap")
    context.set_offline(True)
    expect(page.bar).to_contain_text("You are offline")
    page.send("in the outbox")
    expect(page.bar).to_contain_text("1 message waits")
    until_kept(page, "outbox/", "in the outbox")
    page.page.evaluate("new Uint8Array(core.exports.memory.buffer).fill(0xff)")
    page.composer.press_sequentially("x")
    expect(page.texts).to_have_text(["before the trap", "in the outbox"])
    context.set_offline(False)
    page.expect_sent("in the outbox")
    page.send("after the trap")
    page.expect_sent("after the trap")
    assert any("trapped" in fault for fault in page.faults), "the core did trap, and said so"
    page.faults.clear()
    page.reload()
    expect(page.texts).to_have_text(["before the trap", "in the outbox", "after the trap"])
