"""Notifications of an open page: what is said in a room that is not looked at, until it is read anywhere."""

import json

from playwright.sync_api import expect

RECORDING = """
window.standing = [];
window.Notification = class {
    static permission = "granted";
    static requestPermission() { return Promise.resolve("granted"); }
    constructor(title, options) {
        Object.assign(this, { title, ...options });
        window.standing = [...window.standing.filter(({ tag }) => tag !== this.tag), this];
    }
    close() { window.standing = window.standing.filter((one) => one !== this); this.onclose?.(); }
};
"""

SHOWN = "(wanted) => JSON.stringify(window.standing.map(({ title, body, silent }) => [title, body, silent])) === wanted"


def expect_standing(page, *notifications):
    page.page.wait_for_function(SHOWN, arg=json.dumps(notifications, separators=(",", ":")))


def test_what_is_said_elsewhere_is_told_until_it_is_read_on_any_device(community):
    emma, john = community.account("Emma"), community.account("John")
    channel = community.channel("notified", emma, john)
    john_wire = community.wire(john)
    group = john_wire.request("group.create", name="The two of us", users=[emma["user"]["id"]])["room"]["id"]
    context = community.context()
    context.add_init_script(RECORDING)
    page = community.person(emma, f"/room/{channel}", context=context)
    page.composer.wait_for()
    john_wire.send(group, "Are **you** there?", "n:1")
    expect_standing(page, ("John in The two of us", "Are you there?", False))
    john_wire.send(channel, "before her eyes", "n:2")
    expect(page.message("before her eyes")).to_be_visible()
    john_wire.send(group, "Hello?", "n:3")
    expect_standing(page, ("John in The two of us", "Hello?", False))

    # She chooses it: the group opens, and with it the notification goes.
    page.page.evaluate("() => window.standing[0].onclick()")
    expect(page.heading).to_have_text("The two of us")
    expect(page.message("Hello?")).to_be_visible()
    expect_standing(page)

    # Another device reads what this one was told.
    page.open("notified")
    newest = john_wire.send(group, "Once more", "n:4")["seq"]
    expect_standing(page, ("John in The two of us", "Once more", False))
    other = community.wire(emma)
    other.request("preferences.update", sound=False, preview=False)
    other.request("read", room=group, seq=newest)
    expect_standing(page)
    john_wire.send(group, "A secret", "n:5")
    expect_standing(page, ("John in The two of us", "A new message", True))
    other.request("level", room=group, level="none")
    expect_standing(page)
    john_wire.send(group, "Nobody hears", "n:6")
    expect(page.badge("The two of us")).to_have_text("2")
    expect_standing(page)


def test_a_reply_in_a_thread_that_one_follows_is_told_until_the_thread_is_read_on_any_device(community):
    emma, john = community.account("Emma"), community.account("John")
    channel = community.channel("threads told", emma, john)
    hers, his = community.wire(emma), community.wire(john)
    root = hers.send(channel, "Lunch?", "nt:1")["seq"]
    aside = his.send(channel, "Something else", "nt:2")["seq"]
    pages = []
    for _ in range(2):
        context = community.context()
        context.add_init_script(RECORDING)
        page = community.person(emma, f"/room/{channel}", context=context)
        page.composer.wait_for()
        pages.append(page)
    his.request("send", room=channel, text="Not her thread", nonce="nt:3", thread=aside)
    reply = his.request("send", room=channel, text="At noon", nonce="nt:4", thread=root)["seq"]
    for page in pages:
        expect_standing(page, ("John in a thread in #threads told", "At noon", False))
    hers.request("thread.read", room=channel, thread=root, seq=reply)
    for page in pages:
        expect_standing(page)

    # She chooses the next one on one device: its thread opens there, and no device shows it any more.
    his.request("send", room=channel, text="Or at one", nonce="nt:5", thread=root)
    for page in pages:
        expect_standing(page, ("John in a thread in #threads told", "Or at one", False))
    pages[0].page.evaluate("() => window.standing[0].onclick()")
    expect(pages[0].page.locator("roost-thread").get_by_text("Or at one")).to_be_visible()
    for page in pages:
        expect_standing(page)
    his.request("send", room=channel, text="Before her eyes", nonce="nt:6", thread=root)
    expect(pages[0].page.locator("roost-thread").get_by_text("Before her eyes")).to_be_visible()
    expect_standing(pages[0])
    hers.request("level", room=channel, level="none")
    expect_standing(pages[1])
    his.request("send", room=channel, text="Nobody hears", nonce="nt:7", thread=root)
    expect(pages[0].page.locator("roost-thread").get_by_text("Nobody hears")).to_be_visible()
    expect_standing(pages[1])
