"""Links to messages far back in a long room: the app opens there, reads on both ways, and goes back to the newest."""

import pathlib
import re
import subprocess

import pytest
from playwright.sync_api import expect

from conftest import NARROW, Community, web_folder
from roost_server import Server, binary

MESSAGES = 3000
SAID = "A message of about a hundred letters, as people write them when they have something to say."


@pytest.fixture(scope="module")
def long_room(chromium, tmp_path_factory):
    """A server on which Gus and Wren are in a room of 3,000 messages that nobody has read: `(community, gus, wren, room)`."""
    server = Server(tmp_path_factory.mktemp("long"), loops=1, arguments=["--web", str(web_folder())]).start()
    community = Community(server, chromium)
    gus, wren = community.account("Gus"), community.account("Wren")
    assert server.terminate() == 0
    filler = pathlib.Path(binary()).with_name("store-filler")
    subprocess.run([filler, server.data_dir, gus["user"]["email"], "1", "1", str(MESSAGES), "0"], check=True, timeout=300)
    server.start()
    wire = community.wire(gus)
    room = next(item["id"] for item in wire.request("rooms")["rooms"] if item["name"] == "own 0")
    last = wire.request("history", room=room, limit=1)["events"][-1]["seq"]
    wire.request("read", room=room, seq=last)
    wire.close()
    wire = community.wire(wren)
    wire.request("join", room=room)
    wire.close()
    yield community, gus, wren, room
    assert server.terminate() == 0, server.text[-4000:]


@pytest.fixture
def place(long_room):
    yield long_room
    long_room[0].close()


def row(page, seq):
    return page.page.locator(f'roost-chat > main [data-key="s{seq}"]')


def newest(page):
    return page.page.get_by_role("button", name=re.compile("^Jump to newest"))


def test_an_address_opens_the_app_at_its_message_and_the_newest_is_one_press_away(place, picture):
    community, gus, wren, room = place
    page = community.person(gus, f"/room/{room}/300")
    expect(row(page, 300)).to_be_in_viewport()
    expect(page.heading).to_have_accessible_name("own 0")
    assert page.page.url.endswith(f"/room/{room}")
    expect(newest(page)).to_have_text("Jump to newest")
    community.fill(room, wren, ["What is new?", "And this."])
    expect(newest(page)).to_have_text("Jump to newest · 2 new")
    expect(page.message("What is new?")).to_have_count(0)
    expect(row(page, 300)).to_be_in_viewport()
    expect(page.badge("own 0")).to_have_text("2")
    picture(page, "jumped-wide-light")
    newest(page).click()
    page.until_at_end()
    expect(page.message("And this.")).to_be_in_viewport()
    expect(newest(page)).to_be_hidden()
    expect(page.badge("own 0")).to_have_count(0)
    page.send("I read it.")
    page.expect_sent("I read it.")


def test_whoever_reads_on_comes_to_the_newest_without_a_jump(place):
    community, gus, wren, room = place
    wire = community.wire(gus)
    last = wire.request("history", room=room, limit=1)["events"][-1]["seq"]
    wire.close()
    page = community.person(gus, f"/room/{room}/{last - 700}")
    expect(row(page, last - 700)).to_be_in_viewport()
    # Both ways: what is before it, and what is after it.
    page.scroll_to(0)
    expect(row(page, last - 780)).to_be_attached()
    for _ in range(200):
        page.scroll_to(10_000_000)
        page.page.wait_for_timeout(30)
        if not newest(page).is_visible():
            break
    expect(newest(page)).to_be_hidden()
    expect(row(page, last)).to_be_in_viewport()
    keys = page.page.evaluate("""[...document.querySelectorAll('roost-chat > main :is(.message, .event)')].map(one => Number(one.dataset.key.slice(1)))""")
    assert keys == list(range(keys[0], last + 1)), "no message is missing, and none is there twice"
    wire = community.wire(wren)
    wire.send(room, f"after {last}", f"after-{room}:0")
    wire.close()
    expect(page.message(f"after {last}")).to_be_in_viewport()


def test_the_end_key_and_sending_lead_back_to_the_newest(place):
    community, gus, _, room = place
    page = community.person(gus, f"/room/{room}/500")
    expect(row(page, 500)).to_be_in_viewport()
    row(page, 500).focus()
    page.page.keyboard.press("End")
    page.until_at_end()
    expect(row(page, 500)).to_have_count(0)
    expect(newest(page)).to_be_hidden()
    page.page.evaluate(f"history.pushState(null, '', '/room/{room}/700'); dispatchEvent(new PopStateEvent('popstate'))")
    expect(row(page, 700)).to_be_in_viewport()
    newest(page).focus()
    page.page.keyboard.press("Enter")
    page.until_at_end()
    page.page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
    page.page.evaluate(f"history.pushState(null, '', '/room/{room}/900'); dispatchEvent(new PopStateEvent('popstate'))")
    expect(row(page, 900)).to_be_in_viewport()
    page.send("Said from the past")
    page.expect_sent("Said from the past")
    page.until_at_end()
    expect(page.message("Said from the past")).to_be_in_viewport()


def test_an_edit_far_back_shows_at_once_and_a_copied_link_leads_to_its_message(place):
    community, gus, wren, room = place
    wire = community.wire(wren)
    seq = wire.send(room, "a landmark", f"landmark-{room}:0")["seq"]
    wire.close()
    context = community.context(permissions=["clipboard-read", "clipboard-write"])
    page = community.person(gus, f"/room/{room}", context=context)
    page.choose_action("a landmark", "Copy link")
    expect(page.toasts.last).to_have_text("The link was copied.")
    link = page.page.evaluate("navigator.clipboard.readText()")
    assert link == f"{community.server.url}/room/{room}/{seq}"
    other = community.person(wren, link)
    expect(row(other, seq)).to_be_in_viewport()
    expect(row(other, seq)).to_contain_text("a landmark")


def test_an_address_leads_there_after_a_log_in(place):
    community, gus, _, room = place
    page = community.window(path=f"/room/{room}/400")
    page.fill(email=gus["user"]["email"], password="correct horse 7")
    page.button("Log in").click()
    expect(row(page, 400)).to_be_in_viewport()


@pytest.mark.parametrize("address", ["0", "x", "99999999", "99999999999999999999999", "-4", "1.5", "%20"])
def test_an_address_of_no_message_shows_the_room_and_says_so(place, address):
    community, gus, _, room = place
    page = community.person(gus, f"/room/{room}/{address}")
    expect(page.heading).to_have_accessible_name("own 0")
    expect(page.toasts.filter(has_text="This message is not here, or not any more.")).to_be_visible()
    expect(page.texts.last).to_be_visible()


def test_an_address_of_no_room_shows_what_there_is(place):
    community, gus, *_ = place
    page = community.person(gus, "/room/0000000000001/5")
    expect(page.toasts.filter(has_text="You are not in this channel.")).to_be_visible()
    expect(page.heading).not_to_be_empty()
    page = community.person(gus, "/room/nonsense!/5")
    expect(page.heading).not_to_be_empty()


def test_a_link_to_a_reply_opens_its_thread_there(place):
    community, gus, wren, room = place
    wire = community.wire(wren)
    reply = wire.request("send", room=room, text="hidden away", nonce=f"reply-{room}:0", thread=200)["seq"]
    wire.close()
    page = community.person(gus, f"/room/{room}/{reply}")
    thread = page.page.locator("roost-thread")
    expect(thread.locator(f'[data-key="s{reply}"]')).to_be_in_viewport()
    expect(thread.locator(f'[data-key="s{reply}"]')).to_contain_text("hidden away")
    expect(thread.locator('[data-key="s200"]')).to_contain_text(SAID)


def test_on_a_phone_in_the_dark_it_is_the_same(place, picture):
    community, gus, *_, room = place
    page = community.person(gus, f"/room/{room}/300", viewport=NARROW, has_touch=True, color_scheme="dark")
    expect(row(page, 300)).to_be_in_viewport()
    expect(newest(page)).to_be_visible()
    picture(page, "jumped-narrow-dark")
    newest(page).tap()
    page.until_at_end()
    expect(newest(page)).to_be_hidden()
