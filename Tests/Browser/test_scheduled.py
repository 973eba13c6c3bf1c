"""Sending later, by the clock beside Send, against the real server; what waits is listed, changed and taken back."""

import re
import time

from playwright.sync_api import expect

DAY = 86_400


def scheduled(wire):
    return wire.request("scheduled")["scheduled"]


def test_a_message_is_sent_later_listed_on_all_devices_changed_and_taken_back(community):
    emma, john = community.account("Emma"), community.account("John")
    room = community.channel("later", emma, john)
    page = community.person(emma, f"/room/{room}")
    wire = community.wire(emma)
    later = page.button("Send later")
    expect(later).to_be_hidden()
    page.composer.fill("Good morning **all**")
    later.click()
    page.page.get_by_role("menuitem", name="Tomorrow at nine").click()
    expect(page.toasts).to_contain_text("will be sent later")
    expect(page.composer).to_have_value("")
    (one,) = scheduled(wire)
    assert one["text"] == "Good morning **all**" and 0 < one["at"] / 1000 - time.time() < 2 * DAY
    assert time.localtime(one["at"] / 1000)[3:5] == (9, 0)
    expect(page.texts).to_have_count(0)

    # At a time of one's own; one that is over is refused beside its field, and nothing is lost.
    page.composer.fill("In the night")
    later.click()
    page.page.get_by_role("menuitem", name="At another time").click()
    dialog = page.dialog("Send later")
    dialog.get_by_label("When").fill("2020-01-01T03:00")
    dialog.get_by_role("button", name="Send then").click()
    expect(dialog).to_contain_text("a minute ahead")
    night = time.strftime("%Y-%m-%dT03:00", time.localtime(time.time() + 5 * DAY))
    dialog.get_by_label("When").fill(night)
    dialog.get_by_role("button", name="Send then").click()
    expect(page.composer).to_have_value("")

    page.button("Scheduled").click()
    found = page.page.locator("roost-message-list .found-message")
    expect(found).to_have_count(2)
    expect(found.first.locator("b, strong")).to_have_text("all")
    found.last.get_by_role("button", name="Change").click()
    change = page.dialog("Change the message")
    change.get_by_label("Message").fill("In the morning")
    change.get_by_role("button", name="Save").click()
    expect(found.last).to_contain_text("In the morning")
    # Another device takes one back.
    wire.request("schedule.cancel", id=one["id"])
    expect(found).to_have_count(1)
    found.get_by_role("button", name="Cancel sending").click()
    expect(found).to_have_count(0)
    expect(page.page.locator("roost-message-list")).to_contain_text("press the clock beside Send")
    assert scheduled(wire) == []


def test_a_message_that_is_due_appears_for_everyone_by_itself(community):
    emma, john = community.account("Emma"), community.account("John")
    room = community.channel("due", emma, john)
    page = community.person(john, f"/room/{room}")
    page.composer.wait_for()
    wire = community.wire(emma)
    wire.request("schedule", room=room, text="From the past", at=int(time.time() * 1000) + 31_000, nonce="due:1")
    expect(page.message("From the past")).to_have_count(1, timeout=45_000)
    expect(page.message("From the past")).to_have_accessible_name(re.compile("^Emma"))
