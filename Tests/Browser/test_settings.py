"""What is one's own to set, against the server: profile, sessions, log-in, blocks, export, the end of an account."""

import json

from playwright.sync_api import expect

from conftest import PASSWORD


def section(page, name):
    page.button("Settings").click()
    page.page.get_by_role("tab", name=name).click()
    return page.page.get_by_role("dialog", name="Settings")


def log_in(community, email, password):
    page = community.window()
    page.fill(email=email, password=password)
    page.button("Log in").click()
    return page


def test_each_section_that_is_offered_can_be_read(community):
    page = community.person(community.account("Emma"))
    page.button("Settings").click()
    dialog = page.page.get_by_role("dialog", name="Settings")
    for tab in dialog.get_by_role("tab").all():
        tab.click()
        expect(dialog.get_by_role("tabpanel").get_by_role("heading").first).to_be_visible()
        expect(dialog.get_by_role("img", name="Loading")).to_have_count(0)
        expect(dialog.get_by_role("alert")).to_have_count(0)
        expect(dialog.get_by_role("button", name="Try again")).to_have_count(0)


def test_a_new_name_handle_and_picture_are_seen_by_others_at_once(community):
    emma, johnny = community.account("Emma"), community.account("Johnny")
    room = community.channel("renaming", emma, johnny)
    community.fill(room, emma, ["it is me"])
    watching = community.person(johnny, f"/room/{room}")
    expect(watching.message("it is me")).to_contain_text("Emma")
    page = community.person(emma, f"/room/{room}")
    section(page, "Profile")
    name = page.page.get_by_role("tabpanel").get_by_label("Name", exact=True)
    expect(name).to_have_value("Emma")
    name.fill("Emma Peel")
    page.field("Handle").fill("peel.renamed")
    page.page.get_by_role("radio", name="lynx").check()
    page.button("Save").click()
    expect(page.page.get_by_text("Saved.")).to_be_visible()
    expect(page.me).to_have_text("Emma Peel")
    expect(watching.message("it is me")).to_contain_text("Emma Peel")
    page.reload()
    section(page, "Profile")
    expect(page.field("Handle")).to_have_value("peel.renamed")
    expect(page.page.get_by_role("radio", name="lynx")).to_be_checked()


def test_a_handle_that_is_taken_or_cannot_be_is_told_beside_it(community):
    first, second = community.account("Wren"), community.account("Robin")
    wire = community.wire(first)
    wire.request("profile.update", handle="the.wren")
    wire.close()
    page = community.person(second)
    section(page, "Profile")
    for handle, word in (("The.Wren", "Choose another"), ("é", "2 to 32"), (".dot", "begin")):
        page.field("Handle").fill(handle)
        page.button("Save").click()
        expect(page.fault_of("Handle")).to_be_visible()
        expect(page.field("Handle")).to_be_focused()
    page.field("Handle").fill("the.robin")
    page.button("Save").click()
    expect(page.page.get_by_text("Saved.")).to_be_visible()


def test_a_session_that_is_ended_shows_the_log_in_at_once(community):
    emma = community.account("Emma")
    here, there = community.person(emma), community.person(emma)
    dialog = section(here, "Sessions")
    sessions = dialog.get_by_role("list", name="Sessions").get_by_role("listitem")
    expect(sessions).to_have_count(3)
    expect(sessions.first).to_contain_text("This device")
    here.button("Log out everywhere else").click()
    here.page.get_by_role("dialog", name="Log out everywhere else?").get_by_role("button", name="Log out everywhere else").click()
    expect(sessions).to_have_count(1)
    expect(there.page.get_by_role("heading", name="Log in to Roost")).to_be_visible()
    expect(here.me).to_have_text("Emma")


def test_the_list_of_sessions_calls_this_one_by_its_browser(community):
    emma = community.account("Emma")
    page = log_in(community, emma["user"]["email"], PASSWORD)
    sessions = section(page, "Sessions").get_by_role("list", name="Sessions").get_by_role("listitem")
    expect(sessions.first).to_contain_text("Chrome on Linux")
    expect(sessions.first).to_contain_text("This device")


def test_a_new_password_ends_the_other_sessions_and_a_new_address_logs_in(community):
    emma = community.account("Emma")
    page, other = community.person(emma), community.person(emma)
    section(page, "E-mail and password")
    page.field("Current password").fill("not this one")
    page.field("New password").fill("a better horse 8")
    page.button("Change the password").click()
    expect(page.fault_of("Current password")).to_contain_text("wrong")
    page.field("Current password").fill(PASSWORD)
    page.button("Change the password").click()
    expect(page.page.get_by_text("All other sessions have ended.")).to_be_visible()
    expect(other.page.get_by_role("heading", name="Log in to Roost")).to_be_visible()
    address = f"new.{emma['user']['email']}"
    page.field("New e-mail address").fill(address)
    page.field("Your password").fill("a better horse 8")
    page.button("Change the e-mail address").click()
    expect(page.page.get_by_text(f"Now: {address}")).to_be_visible()
    expect(log_in(community, address, "a better horse 8").me).to_have_text("Emma")


def test_who_is_blocked_is_listed_and_let_go(community):
    emma, gus = community.account("Emma"), community.account("Gus")
    wire = community.wire(emma)
    wire.request("block", user=gus["user"]["id"], blocked=True)
    page = community.person(emma)
    dialog = section(page, "Blocked people")
    page.button("Unblock Gus").click()
    expect(dialog.get_by_text("You have blocked nobody.")).to_be_visible()
    assert wire.request("blocks") == {"users": []}
    wire.close()


def test_an_export_holds_the_account_and_every_message_of_one_s_own(community):
    emma, johnny = community.account("Emma"), community.account("Johnny")
    room = community.channel("exported", emma, johnny)
    community.fill(room, emma, [f"mine {number}" for number in range(30)])
    community.fill(room, johnny, ["not mine"])
    page = community.person(emma)
    dialog = section(page, "Your data")
    with page.page.expect_download() as told:
        page.button("Export my data").click()
    document = json.loads(open(told.value.path(), encoding="utf-8").read())
    assert document["account"]["email"] == emma["user"]["email"]
    assert [one["text"] for one in document["messages"]] == [f"mine {number}" for number in range(30)]
    assert "exported" in [one["name"] for one in document["rooms"]]
    expect(dialog.get_by_text("30 messages.")).to_be_visible()


def test_a_deleted_account_leaves_no_words_where_it_is_to_leave_none(community):
    emma, johnny = community.account("Emma"), community.account("Johnny")
    room = community.channel("leaving-for-good", johnny, emma)
    community.fill(room, emma, ["forget me"])
    watching = community.person(johnny, f"/room/{room}")
    expect(watching.texts).to_have_text(["forget me"])
    page = community.person(emma)
    section(page, "Your data")
    page.button("Delete my account…").click()
    page.page.get_by_role("radio", name="Erase them").check()
    page.field("Your password").fill("wrong one")
    page.page.keyboard.press("Enter")
    expect(page.fault_of("Your password")).to_contain_text("wrong")
    page.field("Your password").fill(PASSWORD)
    page.page.keyboard.press("Enter")
    expect(page.page.get_by_role("heading", name="Log in to Roost")).to_be_visible()
    # The server looks for what is to be erased once in ten seconds.
    expect(watching.page.get_by_text("This message was deleted.")).to_be_visible(timeout=30_000)
    expect(watching.page.locator(".message-author", has_text="Former member")).to_be_visible()
    again = log_in(community, emma["user"]["email"], PASSWORD)
    expect(again.fault_of("Password")).to_contain_text("wrong")
