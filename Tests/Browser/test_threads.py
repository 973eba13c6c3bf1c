"""Threads between two people: replies beside the room, what of them is unread, who follows, and the list of them."""

import re

from playwright.sync_api import expect

from test_members import group


def pane(page):
    return page.page.locator("roost-thread")


def write(page, text):
    field = pane(page).get_by_role("textbox", name="Reply in the thread")
    field.fill(text)
    field.press("Enter")


def unread(page):
    return page.page.locator("[data-list=threads] .badge")


def test_a_reply_in_a_thread_is_told_to_whose_message_it_is_and_read_there(community):
    emma, johnny = community.account("Emma"), community.account("Johnny")
    room = group(community, "Lunches", emma, johnny)
    community.fill(room, emma, ["lunch?"])
    hers, his = (community.person(account, f"/room/{room}") for account in (emma, johnny))
    his.expect_sent("lunch?")
    his.message("lunch?").focus()
    his.page.keyboard.press("t")
    write(his, "at noon")
    expect(pane(his).get_by_text("at noon")).to_be_visible()
    expect(his.page.locator("main").get_by_text("at noon")).to_have_count(0)
    expect(pane(his).get_by_role("button", name="Following")).to_be_visible()

    expect(unread(hers)).to_have_text("1")
    expect(hers.badge("Lunches")).to_have_count(0)
    hers.message("lunch?").get_by_role("button", name=re.compile("^1 reply")).click()
    expect(pane(hers).get_by_text("at noon")).to_be_visible()
    expect(unread(hers)).to_have_count(0)
    write(hers, "see you there")
    expect(pane(his).get_by_text("see you there")).to_be_visible()
    expect(his.message("lunch?").get_by_role("button", name=re.compile("^2 replies"))).to_be_visible()


def test_who_stops_following_is_told_no_more_and_the_list_leads_to_threads(community):
    emma, johnny = community.account("Emma"), community.account("Johnny")
    room = group(community, "Dinners", emma, johnny)
    community.fill(room, emma, ["dinner?"])
    wire = community.wire(johnny)
    seq = next(one["seq"] for one in wire.request("history", room=room)["events"] if one["kind"] == "message")
    wire.request("send", room=room, text="yes", nonce="dinners:1", thread=seq)
    hers = community.person(emma, f"/room/{room}")
    expect(unread(hers)).to_have_text("1")
    hers.page.locator("[data-list=threads]").click()
    found = hers.page.locator("roost-message-list")
    expect(found.get_by_text("dinner?")).to_be_visible()
    found.get_by_role("button", name="Open the thread").click()
    expect(pane(hers).get_by_text("yes")).to_be_visible()
    pane(hers).get_by_role("button", name="Following").click()
    expect(pane(hers).get_by_role("button", name="Follow", exact=True)).to_be_visible()
    pane(hers).get_by_role("button", name="Close the thread").click()
    expect(pane(hers)).to_be_hidden()
    wire.request("send", room=room, text="or later", nonce="dinners:2", thread=seq)
    expect(hers.message("dinner?").get_by_role("button", name=re.compile("^2 replies"))).to_be_visible()
    expect(unread(hers)).to_have_count(0)
    wire.close()


def test_who_types_in_a_thread_is_seen_beside_that_thread_only(community):
    emma, johnny = community.account("Emma"), community.account("Johnny")
    room = group(community, "Suppers", emma, johnny)
    community.fill(room, emma, ["supper?"])
    hers, his = (community.person(account, f"/room/{room}") for account in (emma, johnny))
    for page in (hers, his):
        page.expect_sent("supper?")
        page.message("supper?").focus()
        page.page.keyboard.press("t")
        expect(pane(page)).to_be_visible()
    pane(his).get_by_role("textbox", name="Reply in the thread").press_sequentially("at ei")
    expect(pane(hers).locator(".typing")).to_contain_text("Johnny is typing a message")
    expect(hers.page.locator("main > .foot > .typing")).to_have_text("")
    write(his, "at eight")
    expect(pane(hers).get_by_text("at eight")).to_be_visible()
    expect(pane(hers).locator(".typing")).not_to_contain_text("Johnny")
