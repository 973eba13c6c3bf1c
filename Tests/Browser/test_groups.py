"""Groups: people are found, chosen and told at once; nobody else hears of it; what fails is said and leaves nothing behind."""

import re

from playwright.sync_api import expect

from conftest import NARROW


def email(account):
    return account["user"]["email"]


def test_from_the_search_for_people_to_a_group_that_talks(community):
    accounts = emma, johnny, mila = [community.account(name) for name in ("Emma", "Johnny", "Mila")]
    wren = community.account("Wren", "wren", "#2e7d4f")
    community.channel("aviary", emma, wren)
    maker, chosen, stranger = (community.person(account) for account in accounts)
    maker.button("New group").first.click()
    dialog = maker.dialog("New group")
    field, done = dialog.get_by_role("combobox"), dialog.get_by_role("button", name="Done")
    expect(field).to_be_focused()
    expect(done).to_be_disabled()

    # Strangers are found by the whole address, people of one's rooms by a part of the name; a chip goes by the keyboard.
    field.press_sequentially(email(johnny)[:-1])
    expect(dialog.get_by_text("Nobody has this e-mail address.").first).to_be_visible()
    field.press_sequentially(email(johnny)[-1])
    expect(dialog.get_by_role("option", name=re.compile("^Johnny"))).to_be_visible()
    field.press("Enter")
    expect(dialog.get_by_role("button", name="Remove Johnny")).to_be_visible()
    expect(field).to_have_value("")
    expect(done).to_be_disabled()
    field.press_sequentially("wr")
    dialog.get_by_role("option", name=re.compile("^Wren")).click()
    expect(dialog.get_by_role("button", name="Remove Wren")).to_be_visible()
    field.press("Backspace")
    expect(dialog.get_by_role("button", name="Remove Wren")).to_have_count(0)

    dialog.get_by_label("Title").fill("Night walk")
    expect(done).to_be_enabled()
    dialog.get_by_label("Title").fill("  ")
    expect(done).to_be_disabled()
    dialog.get_by_label("Title").fill("Night walk")
    dialog.get_by_label("Description").fill("Owls, mostly")
    done.click()
    expect(dialog).to_be_hidden()
    expect(maker.heading).to_have_text("Night walk")
    expect(maker.page.get_by_text("Nothing has been said here yet. Begin!")).to_be_visible()
    expect(chosen.room_link("Night walk")).to_be_visible()
    expect(maker.page.locator("roost-room-header .members")).to_contain_text("2 members")

    # Both sides talk, and only there.
    maker.send("Who is coming?")
    expect(chosen.badge("Night walk")).to_have_text("1")
    chosen.open("Night walk")
    expect(chosen.page.locator("roost-room-header .members")).to_contain_text("2 members")
    expect(chosen.texts).to_have_text(["Who is coming?"])
    chosen.send("I am")
    maker.expect_sent("I am")
    maker.open("aviary")
    expect(maker.texts).to_have_count(0)
    stranger.create_channel("walk-marker")
    expect(stranger.room_link("walk-marker")).to_be_visible()
    expect(stranger.room_link("Night walk")).to_have_count(0)
    for page in (maker, chosen):
        page.reload()
        expect(page.room_link("Night walk")).to_be_visible()


def test_a_group_that_cannot_be_made_is_told_in_the_dialog_and_leaves_nothing_behind(community):
    emma, johnny = community.account("Emma"), community.account("Johnny")
    page = community.person(emma)
    dialog = page.new_group("x" * 81, (email(johnny), "Johnny"))
    expect(dialog.get_by_role("alert")).to_contain_text("80")
    expect(dialog.get_by_label("Title")).to_be_focused()
    wire = community.wire(emma)
    assert [room["kind"] for room in wire.request("rooms")["rooms"]] == ["feed"]

    page.page.context.set_offline(True)
    dialog.get_by_label("Title").fill("Second attempt")
    dialog.get_by_role("button", name="Done").click()
    expect(dialog.get_by_role("alert")).to_contain_text("offline")
    expect(dialog.get_by_role("button", name="Remove Johnny")).to_be_visible()
    page.page.context.set_offline(False)
    expect(page.bar).to_be_hidden()
    dialog.get_by_role("button", name="Done").click()
    expect(page.heading).to_have_text("Second attempt")
    rooms = wire.request("rooms")["rooms"]
    assert [(room["name"], room["members"]) for room in rooms if room["kind"] != "feed"] == [("Second attempt", 2)]
    wire.close()


def test_a_group_is_made_by_the_keyboard_alone_and_the_focus_comes_back(community):
    emma, johnny = community.account("Emma"), community.account("Johnny")
    page = community.person(emma)
    page.button("New group").first.focus()
    page.page.keyboard.press("Enter")
    page.page.keyboard.type(email(johnny))
    dialog = page.dialog("New group")
    expect(dialog.get_by_role("option")).to_have_count(1)
    # Escape empties the field first, and closes the dialog then.
    page.page.keyboard.press("Escape")
    expect(dialog.get_by_role("combobox")).to_have_value("")
    page.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.button("New group").first).to_be_focused()
    page.page.keyboard.press("Enter")
    page.page.keyboard.type(email(johnny))
    expect(dialog.get_by_role("option")).to_have_count(1)
    page.page.keyboard.press("Enter")
    expect(dialog.get_by_role("combobox")).to_have_value("")
    page.page.keyboard.press("Tab")
    page.page.keyboard.type("By hand")
    page.page.keyboard.press("Enter")
    expect(page.heading).to_have_text("By hand")
    expect(page.composer).to_be_focused()


def test_a_room_is_opened_with_a_movement_to_its_newest_message(community):
    emma, johnny = community.account("Emma"), community.account("Johnny")
    room, _ = community.channel("moving", emma, johnny), community.channel("resting", emma, johnny)
    community.fill(room, emma, [f"line {number}" for number in range(60)])
    for motion in ("no-preference", "reduce"):
        page = community.person(emma, viewport=NARROW if motion == "reduce" else {"width": 1000, "height": 500}, reduced_motion=motion)
        if motion == "reduce":
            page.page.get_by_role("button", name="Rooms").click()
        page.open("resting")
        page.page.evaluate("""() => {
            window.tops = [];
            const scroller = document.querySelector(".scroller");
            scroller.addEventListener("scroll", () => tops.push(scroller.scrollTop));
        }""")
        if motion == "reduce":
            page.page.get_by_role("button", name="Rooms").click()
        page.open("moving")
        expect(page.message("line 59")).to_be_in_viewport()
        page.until_at_end()
        tops = page.page.evaluate("tops")
        if motion == "reduce":
            assert len(set(tops)) <= 2, "the newest is there at once"
        else:
            assert len(set(tops)) >= 4 and tops == sorted(tops), "the messages go by, towards the newest"
