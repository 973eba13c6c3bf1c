"""Channels: made, found, joined, left; what is unread; a second window of the same person; a narrow window."""

from playwright.sync_api import expect

from conftest import NARROW


def test_a_new_channel_appears_for_others_at_once(community):
    emma, johnny = (community.person(community.account(name)) for name in ("Emma", "Johnny"))
    browsing = johnny.browse()
    emma.create_channel("observatory", "What is up there")
    expect(browsing.get_by_role("heading", name="observatory")).to_be_visible()
    expect(browsing.get_by_text("What is up there")).to_be_visible()
    browsing.get_by_role("button", name="Join observatory").click()
    expect(johnny.page.get_by_role("heading", name="observatory", level=1)).to_be_visible()
    expect(johnny.room_link("observatory")).to_have_attribute("aria-current", "page")


def test_a_channel_s_name_that_is_taken_or_empty_is_told_beside_it(community):
    emma = community.person(community.account("Emma"))
    emma.create_channel("taken")
    expect(emma.room_link("taken")).to_be_visible()
    dialog = emma.create_channel("Taken")
    expect(dialog.get_by_role("alert")).to_contain_text("taken")
    dialog.get_by_label("Name").fill(" ")
    dialog.get_by_role("button", name="Create the channel").click()
    expect(dialog.get_by_role("alert")).to_be_visible()
    emma.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_another_room_s_new_message_marks_it_with_a_count_until_it_is_read(community):
    emma, johnny = community.account("Emma"), community.account("Johnny")
    one, other = (community.channel(name, emma, johnny) for name in ("marked-here", "marked-there"))
    page = community.person(emma, f"/room/{one}")
    expect(page.badge("marked-there")).to_have_count(0)
    community.fill(other, johnny, ["a", "b"])
    expect(page.badge("marked-there")).to_have_text("2")
    expect(page.page).to_have_title("(2) #marked-here · Roost")
    page.open("marked-there")
    expect(page.badge("marked-there")).to_have_count(0)
    expect(page.page).to_have_title("#marked-there · Roost")
    page.reload()
    expect(page.texts).to_have_text(["a", "b"])
    expect(page.badge("marked-there")).to_have_count(0)


def test_two_windows_of_one_person_agree_on_what_is_read_and_sent(community):
    emma, johnny = community.account("Emma"), community.account("Johnny")
    room, elsewhere = (community.channel(name, emma, johnny) for name in ("twice", "twice-else"))
    first = community.person(emma, f"/room/{room}")
    second = community.window(first.page.context, f"/room/{elsewhere}")
    expect(second.room_link("twice")).to_be_visible()
    first.send("from the first")
    first.expect_sent("from the first")
    expect(second.badge("twice")).to_have_count(0)
    second.open("twice")
    second.expect_sent("from the first")
    second.send("from the second")
    for page in (first, second):
        expect(page.texts).to_have_text(["from the first", "from the second"])


def test_a_channel_can_be_left_and_joined_again(community):
    emma = community.account("Emma")
    room = community.channel("revolving", emma)
    page = community.person(emma, f"/room/{room}")
    page.leave()
    expect(page.room_link("revolving")).to_have_count(0)
    page.join("revolving")
    expect(page.page.get_by_role("heading", name="revolving", level=1)).to_be_visible()


def test_back_and_forward_go_from_room_to_room(community):
    emma = community.account("Emma")
    one, other = (community.channel(name, emma) for name in ("backward", "forward"))
    page = community.person(emma, f"/room/{one}")
    page.open("forward")
    expect(page.page).to_have_url(f"{community.server.url}/room/{other}")
    page.page.go_back()
    expect(page.page.get_by_role("heading", name="backward", level=1)).to_be_visible()
    page.page.go_forward()
    expect(page.page.get_by_role("heading", name="forward", level=1)).to_be_visible()


def test_what_was_being_written_waits_in_its_room(community):
    emma = community.account("Emma")
    one = community.channel("drafted", emma)
    community.channel("undrafted", emma)
    page = community.person(emma, f"/room/{one}")
    page.composer.press_sequentially("half a thought")
    page.open("undrafted")
    expect(page.composer).to_have_value("")
    page.open("drafted")
    expect(page.composer).to_have_value("half a thought")


def test_on_a_narrow_window_the_rooms_are_a_drawer(community):
    emma = community.account("Emma")
    room = community.channel("narrow", emma)
    community.channel("narrower", emma)
    page = community.person(emma, f"/room/{room}", viewport=NARROW, has_touch=True)
    expect(page.room_link("narrower")).to_be_hidden()
    page.page.get_by_role("button", name="Rooms").click()
    expect(page.room_link("narrow")).to_be_focused()
    page.page.keyboard.press("Escape")
    expect(page.room_link("narrower")).to_be_hidden()
    page.page.get_by_role("button", name="Rooms").click()
    page.open("narrower")
    expect(page.room_link("narrower")).to_be_hidden()
    assert page.page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]


def test_everything_is_reached_by_the_keyboard(community):
    emma = community.account("Emma")
    room = community.channel("keyboard", emma)
    page = community.person(emma, f"/room/{room}")
    page.composer.focus()
    reached = set()
    for _ in range(24):
        page.page.keyboard.press("Tab")
        reached.add(page.page.evaluate(
            "document.activeElement.getAttribute('aria-label') || document.activeElement.textContent"))
    assert {
        "Browse channels", "Create a channel", "New group", "New message", "#keyboard", "Log out", "Settings of this channel",
        "Message #keyboard",
    } <= reached
