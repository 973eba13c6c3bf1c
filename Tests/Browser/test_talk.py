"""What three people do with messages, each on a screen of their own: what one does the others see at once, and who comes later too."""

import itertools
import re

import pytest
from playwright.sync_api import expect

_numbers = itertools.count(1)


@pytest.fixture
def three(community):
    """A channel of Emma's with John and Mia in it: their pages, the room, its name and their accounts."""
    accounts = [community.account(name) for name in ("Emma", "John", "Mia")]
    name = f"perches {next(_numbers)}"
    room = community.channel(name, *accounts)
    pages = [community.person(account, f"/room/{room}") for account in accounts]
    for page in pages:
        page.composer.wait_for()
    return (*pages, (room, name), accounts)


def said(page, text):
    """The last message whose text this is."""
    return page.page.locator("main .message").filter(has=page.page.locator(".message-text", has_text=re.compile(f"^{re.escape(text)}"))).last


def act(page, text, action):
    message = said(page, text)
    message.hover()
    message.get_by_role("button", name="More actions").click()
    page.page.get_by_role("menuitem", name=action, exact=True).click()


def test_the_last_message_is_edited_by_the_arrow_key_and_is_so_for_everyone(three, community):
    emma, john, mia, (room, name), accounts = three
    emma.send("The **heron** is bak")
    expect(said(john, "The heron is bak")).to_be_visible()
    expect(said(john, "The heron is bak").locator("strong, b")).to_have_text("heron")
    emma.composer.press("ArrowUp")
    expect(emma.composer).to_have_value("The **heron** is bak")
    emma.composer.fill("The **heron** is back")
    emma.composer.press("Enter")
    for page in (emma, john, mia):
        expect(said(page, "The heron is back")).to_contain_text("edited")
        expect(page.texts).to_have_count(1)
    john.reload()
    expect(said(john, "The heron is back")).to_contain_text("edited")
    # Others' messages are not one's own to change.
    john.composer.press("ArrowUp")
    expect(john.composer).to_have_value("")


def test_who_wrote_a_message_sees_what_it_said_before_and_others_do_not(three):
    emma, john, *_ = three
    emma.send("The ladder is hre")
    emma.expect_sent("The ladder is hre")
    emma.composer.press("ArrowUp")
    emma.composer.fill("The ladder is **here**")
    emma.composer.press("Enter")
    said(emma, "The ladder is here").get_by_role("button", name="Edited: what it said before").click()
    earlier = emma.dialog("Before it was edited")
    expect(earlier.get_by_role("listitem")).to_have_count(1)
    expect(earlier.get_by_role("listitem")).to_contain_text("The ladder is hre")
    emma.page.keyboard.press("Escape")
    expect(earlier).to_be_hidden()
    expect(said(john, "The ladder is here")).to_contain_text("(edited)")
    expect(said(john, "The ladder is here").get_by_role("button", name="Edited: what it said before")).to_have_count(0)


def test_reactions_are_counted_once_a_person_and_taken_back(three):
    emma, john, mia, *_ = three
    emma.send("Who brings the ladder?")
    for page in (john, mia):
        message = said(page, "Who brings the ladder?")
        message.hover()
        message.get_by_role("button", name="React with 👍").click()
    for page, names in ((emma, "John and Mia"), (john, "You and Mia")):
        expect(said(page, "Who brings the ladder?").get_by_role("button", name=f"👍 2: {names}")).to_be_visible()
    said(john, "Who brings the ladder?").get_by_role("button", name="👍 2: You and Mia").click()
    expect(said(emma, "Who brings the ladder?").get_by_role("button", name="👍 1: Mia")).to_be_visible()
    emma.reload()
    expect(said(emma, "Who brings the ladder?").get_by_role("button", name="👍 1: Mia")).to_be_visible()


def test_a_name_is_completed_marks_who_is_named_and_is_counted_and_listed_until_it_is_read(three, community):
    emma, john, mia, (room, name), accounts = three
    other = community.channel(f"not {name}", *accounts)
    expect(john.room_link(f"not {name}")).to_be_visible()
    john.open(f"not {name}")
    emma.composer.press_sequentially("Ask @Jo")
    option = emma.page.get_by_role("listbox", name="Completions").get_by_role("option").first
    expect(option).to_contain_text("John")
    emma.composer.press("Tab")
    emma.composer.press_sequentially("about it")
    emma.composer.press("Enter")
    expect(john.badge(name)).to_have_text("@1")
    expect(mia.texts.last).to_have_text("Ask @John about it")
    john.page.get_by_role("button", name=re.compile("^Mentions")).click()
    found = john.page.locator("roost-message-list .found-message")
    expect(found).to_contain_text(["Ask @John about it"])
    found.get_by_role("button", name="Go to message").click()
    expect(john.heading).to_have_text(f"#{name}")
    expect(said(john, "Ask @John about it")).to_be_in_viewport()
    expect(john.badge(name)).to_have_count(0)
    # They are called what they are called now.
    wire = community.wire(accounts[1])
    wire.request("profile.update", name="Johnny")
    expect(mia.texts.last).to_have_text("Ask @Johnny about it")


def test_an_answer_quotes_pins_are_the_rooms_and_what_is_deleted_can_be_taken_back_for_a_while(three):
    emma, john, mia, (room, name), accounts = three
    emma.send("Feed them at six")
    expect(said(john, "Feed them at six")).to_be_visible()
    act(john, "Feed them at six", "Reply")
    john.send("At seven, please")
    for page in (emma, mia):
        expect(said(page, "At seven, please").get_by_role("button", name="In reply to Emma")).to_contain_text("Feed them at six")
    act(emma, "Feed them at six", "Pin to this room")
    mia.page.get_by_role("button", name="Pinned messages").click()
    expect(mia.page.locator("roost-message-list .found-message")).to_contain_text(["Feed them at six"])

    act(emma, "Feed them at six", "Delete message")
    emma.page.locator("main").get_by_role("button", name="Undo").click()
    expect(said(emma, "Feed them at six")).to_be_visible()
    act(emma, "Feed them at six", "Delete message")
    expect(said(mia, "Feed them at six")).to_have_count(0, timeout=15_000)
    for page in (john, mia):
        expect(page.page.locator("main .message").first).to_contain_text("deleted")
        expect(said(page, "At seven, please").get_by_role("button", name="In reply to a deleted message")).to_be_visible()
    expect(mia.page.locator("roost-message-list .found-message")).to_have_count(0)
    mia.reload()
    expect(mia.page.locator("main .message").first).to_contain_text("deleted")


def test_a_saved_message_is_on_all_devices_of_one_person_and_of_nobody_else(three, community):
    emma, john, mia, (room, name), accounts = three
    emma.send("The key is under the stone")
    expect(said(john, "The key is under the stone")).to_be_visible()
    act(john, "The key is under the stone", "Save for later")
    second = community.person(accounts[1], f"/room/{room}")
    second.button("Saved").click()
    expect(second.page.locator("roost-message-list .found-message")).to_contain_text(["The key is under the stone"])
    john.button("Saved").click()
    john.page.locator("roost-message-list").get_by_role("button", name="Remove").click()
    expect(second.page.locator("roost-message-list .found-message")).to_have_count(0)
    mia.button("Saved").click()
    expect(mia.page.locator("roost-message-list")).to_contain_text("Only you see them.")


def test_a_draft_follows_its_person_from_device_to_device(three, community):
    emma, john, mia, (room, name), accounts = three
    emma.composer.fill("Not yet fin")
    second = community.person(accounts[0], f"/room/{room}")
    expect(second.composer).to_have_value("Not yet fin")
    second.composer.fill("Not yet finished")
    expect(emma.composer).to_have_value("Not yet finished")
    emma.reload()
    expect(emma.composer).to_have_value("Not yet finished")
    emma.composer.press("Enter")
    expect(second.composer).to_have_value("")
    expect(john.texts).to_have_text(["Not yet finished"])
