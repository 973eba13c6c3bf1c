"""Several tabs and people at once: nobody is ever out of step."""

from playwright.sync_api import expect

from kept import until_kept


def two(community, name):
    emma, johnny = community.account("Emma"), community.account("Johnny", "owl", "#2f6fde")
    room = community.channel(name, emma, johnny)
    return room, emma, johnny, community.person(emma, f"/room/{room}")


def second_tab(community, page, room):
    tab = community.window(page.page.context, f"/room/{room}")
    tab.me.wait_for(state="attached")
    return tab


def test_a_tab_that_ends_leaves_what_it_had_not_sent_to_another_at_once(community):
    room, _, johnny, page = two(community, "adoption")
    tab = second_tab(community, page, room)
    page.page.context.set_offline(True)
    expect(tab.bar).to_contain_text("You are offline")
    for number in range(3):
        tab.send(f"left behind {number}")
    until_kept(tab, "outbox/", "left behind 2")
    tab.page.close()
    expect(page.message("left behind 2")).to_have_attribute("data-state", "sending")
    page.page.context.set_offline(False)
    texts = [f"left behind {number}" for number in range(3)]
    for text in texts:
        page.expect_sent(text)
    wire = community.wire(johnny)
    sent = [event["text"] for event in wire.request("history", room=room)["events"] if event["kind"] == "message"]
    wire.close()
    assert sent == texts


def test_reading_in_one_tab_clears_the_other(community):
    room, emma, johnny, page = two(community, "reading")
    away = community.channel("elsewhere", emma)
    tab = second_tab(community, page, away)
    page.open("elsewhere")
    community.fill(room, johnny, ["one", "two"])
    for one in (page, tab):
        expect(one.badge("reading")).to_have_text("2")
    page.open("reading")
    expect(tab.badge("reading")).to_have_count(0)


def test_marked_as_unread_with_the_keyboard_it_is_so_in_every_tab(community):
    room, emma, johnny, page = two(community, "unread")
    tab = second_tab(community, page, community.channel("aside", emma))
    community.fill(room, johnny, ["one", "two", "three"])
    page.expect_sent("three")
    expect(tab.badge("unread")).to_have_count(0)
    page.message("three").focus()
    page.page.keyboard.press("ArrowUp")
    expect(page.message("two")).to_be_focused()
    page.page.keyboard.press("u")
    for one in (page, tab):
        expect(one.badge("unread")).to_have_text("2")
    expect(page.page.locator(".fresh")).to_have_count(1)


def test_from_far_more_unread_than_is_loaded_one_goes_to_where_it_begins(community):
    emma, johnny = community.account("Emma"), community.account("Johnny", "owl", "#2f6fde")
    room = community.channel("far", emma, johnny)
    community.fill(room, johnny, [f"line {number}" for number in range(420)])
    page = community.person(emma, f"/room/{room}")
    page.expect_sent("line 419")
    offer = page.page.get_by_role("button", name="420 unread since Today")
    expect(offer).to_be_visible()
    expect(page.page.locator(".fresh")).to_have_count(0)
    offer.focus()
    page.page.keyboard.press("Enter")
    expect(offer).to_be_hidden()
    expect(page.message("line 0")).to_be_in_viewport()
    fresh = page.page.locator(".fresh")
    expect(fresh).to_have_count(1)
    assert "line 0" in fresh.evaluate("line => line.nextElementSibling.textContent")
    jump = page.button("Jump to newest")
    expect(jump).to_be_visible()
    jump.click()
    expect(page.message("line 419")).to_be_in_viewport()
    expect(page.badge("far")).to_have_count(0)


def test_a_deleted_message_is_a_shell_for_everyone(community):
    room, _, johnny, page = two(community, "deleting")
    other = community.person(johnny, f"/room/{room}")
    page.send("a secret")
    page.send("stays")
    other.expect_sent("stays")
    message = page.message("a secret")
    message.focus()
    page.page.keyboard.press("Delete")
    page.button("Undo").click()
    expect(message).to_have_attribute("data-state", "sent")
    message.focus()
    page.page.keyboard.press("Delete")
    expect(other.message("a secret")).to_have_count(1)
    for one in (page, other):
        expect(one.message("This message was deleted.")).to_have_count(1, timeout=15_000)
        expect(one.texts).to_have_text(["stays"])


def test_a_removed_person_s_room_disappears_at_once(community):
    room, emma, johnny, page = two(community, "removal")
    wire = community.wire(community.owner)
    wire.request("member.remove", room=room, user=emma["user"]["id"])
    wire.close()
    expect(page.room_link("removal")).to_have_count(0)
