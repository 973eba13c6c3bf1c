"""Who is in a room: the list follows, parts are given, people added and removed, profiles looked at; only what is allowed is offered."""

import re

from playwright.sync_api import expect


def email(account):
    return account["user"]["email"]


def group(community, name, owner, *others):
    wire = community.wire(owner)
    room = wire.request("group.create", name=name, users=[other["user"]["id"] for other in others])["room"]["id"]
    wire.close()
    return room


def test_the_list_of_members_follows_and_people_are_added_and_removed(community):
    emma, johnny, mila = (community.account(name) for name in ("Emma", "Johnny", "Mila"))
    room = group(community, "Followers", emma, johnny)
    owner, member = (community.person(account, f"/room/{room}") for account in (emma, johnny))
    listed = owner.members()
    expect(listed.locator(".person-name")).to_have_text(["Emma (you)", "Johnny"])
    expect(listed.get_by_role("button", name="Emma, you, Owner")).to_be_visible()

    listed.get_by_role("button", name="Add people").click()
    adding = owner.dialog("Add people to Followers")
    owner.choose(adding, email(mila), "Mila")
    adding.get_by_role("button", name="Add", exact=True).click()
    expect(adding).to_be_hidden()
    expect(listed.locator(".person-name")).to_have_text(["Emma (you)", "Johnny", "Mila"])
    expect(member.page.locator("roost-room-header .members")).to_contain_text("3 members")
    expect(member.page.get_by_text("Emma added Mila")).to_be_visible()

    # A member looks, and is offered nothing that is not theirs to do.
    theirs = member.members()
    theirs.get_by_role("button", name="Mila", exact=True).click()
    card = member.dialog("Profile")
    expect(card.get_by_role("button", name="Message")).to_be_visible()
    expect(card.get_by_role("button", name=re.compile("Remove|Moderator"))).to_have_count(0)
    member.page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(theirs.get_by_role("button", name="Mila", exact=True)).to_be_focused()

    # The owner gives a part and takes somebody out; what is refused is told.
    listed.get_by_role("button", name="Johnny", exact=True).click()
    card = owner.dialog("Profile")
    card.get_by_role("button", name="Moderator").click()
    expect(card.get_by_role("button", name="Moderator")).to_have_attribute("aria-pressed", "true")
    expect(theirs.get_by_role("button", name="Johnny, you, Moderator")).to_be_visible()
    owner.page.keyboard.press("Escape")
    listed.get_by_role("button", name="Emma, you, Owner").click()
    owner.dialog("Your profile").get_by_role("button", name="Member", exact=True).click()
    expect(owner.dialog("Your profile").get_by_role("alert")).to_be_visible()
    owner.page.keyboard.press("Escape")
    listed.get_by_role("button", name="Johnny, Moderator").click()
    card.get_by_role("button", name="Remove from Followers").click()
    card.get_by_role("button", name="Keep").click()
    card.get_by_role("button", name="Remove from Followers").click()
    card.get_by_role("button", name="Remove", exact=True).click()
    expect(card).to_be_hidden()
    expect(listed.locator(".person-name")).to_have_text(["Emma (you)", "Mila"])
    expect(theirs).to_be_hidden()
    expect(member.room_link("Followers")).to_have_count(0)
    expect(member.toasts).to_contain_text("You were removed from Followers.")


def test_a_long_list_of_members_can_be_searched(community):
    emma, *others = (community.account(name) for name in ("Emma", *(f"Person{number}" for number in range(9))))
    room = group(community, "Many", emma, *others)
    page = community.person(emma, f"/room/{room}")
    listed = page.members()
    expect(listed.locator(".person")).to_have_count(10)
    listed.get_by_label("Find a member").fill("SON7")
    expect(listed.locator(".person-name")).to_have_text(["Person7"])
    listed.get_by_label("Find a member").fill("nobody")
    expect(listed.get_by_text("Nobody here has this in their name.")).to_be_visible()


def test_a_direct_room_bears_the_names_of_its_people_on_each_side(community):
    emma, johnny, mila = (community.account(name) for name in ("Emma", "Johnny", "Mila"))
    room = community.channel("meeting", emma, johnny)
    community.fill(room, johnny, ["hello"])
    page, other = community.person(emma, f"/room/{room}"), community.person(johnny, f"/room/{room}")
    page.page.get_by_role("button", name="Johnny").click()
    card = page.dialog("Profile")
    card.get_by_role("button", name="Message").click()
    expect(card).to_be_hidden()
    expect(page.heading).to_have_text("Johnny")
    expect(page.page).to_have_title("Johnny · Roost")
    expect(page.composer).to_have_attribute("placeholder", "Message Johnny")
    expect(page.button("Settings of this conversation")).to_have_count(0)
    page.send("psst")
    expect(other.badge("Emma")).to_have_text("1")
    other.open("Emma")
    expect(other.texts).to_have_text(["psst"])

    # The same people have the same room; others have another.
    page.open("meeting")
    page.button("New message").click()
    writing = page.dialog("New message")
    page.choose(writing, email(johnny), "Johnny")
    writing.get_by_role("button", name="Open the conversation").click()
    expect(page.texts).to_have_text(["psst"])
    page.button("New message").click()
    for account, name in ((johnny, "Johnny"), (mila, "Mila")):
        page.choose(writing, email(account), name)
    writing.get_by_role("button", name="Open the conversation").click()
    expect(page.heading).to_have_text(re.compile("^(Johnny, Mila|Mila, Johnny)$"))
    page.send("all three")
    page.reload()
    expect(page.heading).to_have_text(re.compile("Johnny"))
    page.expect_sent("all three")


def test_a_guest_is_offered_nothing_that_guests_may_not(community):
    emma, johnny = community.account("Emma"), community.account("Johnny")
    page = community.person(emma)
    for name in ("Browse channels", "Create a channel", "New group", "New message"):
        expect(page.button(name).first).to_be_visible()
    # The server does not make guests yet: what the core would tell of one is told by hand.
    user = {"id": emma["user"]["id"], "name": "Emma", "email": "e@example.org", "avatar": emma["user"]["avatar"], "role": "guest"}
    page.page.evaluate("user => document.querySelector('roost-app').apply({ v: 'me', user })", user)
    for name in ("Browse channels", "Create a channel", "New group"):
        expect(page.page.locator("roost-rooms").get_by_role("button", name=name)).to_have_count(0)
    expect(page.button("New message").first).to_be_visible()


def test_who_keeps_order_deletes_others_messages_and_members_their_own(community):
    emma, johnny = community.account("Emma"), community.account("Johnny")
    room = group(community, "Orderly", emma, johnny)
    community.fill(room, johnny, ["oops"])
    community.fill(room, emma, ["really"])
    owner, member = (community.person(account, f"/room/{room}") for account in (emma, johnny))
    member.expect_sent("really")
    member.message("really").hover()
    member.message("really").get_by_role("button", name="More actions").click()
    expect(member.page.get_by_role("menuitem", name="Report message")).to_be_visible()
    expect(member.page.get_by_role("menuitem", name="Delete message")).to_have_count(0)
    member.page.keyboard.press("Escape")
    owner.choose_action("oops", "Delete message")
    # For a while it can be taken back; the others see nothing of it until then.
    expect(member.message("oops")).to_have_count(1)
    for page in (owner, member):
        expect(page.page.get_by_text("This message was deleted.")).to_be_visible(timeout=15_000)
        expect(page.texts).to_have_text(["really"])
    expect(owner.button("Undo")).to_have_count(0)


def test_who_keeps_order_mutes_bans_and_lifts_it_again(community):
    emma, johnny = community.account("Emma"), community.account("Johnny")
    room = group(community, "Quiet", emma, johnny)
    owner, member = (community.person(account, f"/room/{room}") for account in (emma, johnny))
    listed = owner.members()
    listed.get_by_role("button", name="Johnny", exact=True).click()
    card = owner.dialog("Profile")
    card.get_by_label("For how long is Johnny muted?").select_option("1 hour")
    card.get_by_role("button", name="Mute for").click()
    expect(card.get_by_text(re.compile("Muted until (today|tomorrow), "))).to_be_visible()
    expect(member.toasts).to_contain_text("You were muted in Quiet.")
    member.send("hello?")
    expect(member.message("hello?")).to_have_attribute("data-state", "failed")
    card.get_by_role("button", name="Let them write").click()
    expect(card.get_by_role("button", name="Mute for")).to_be_visible()
    member.button("Try again").click()
    member.expect_sent("hello?")

    card.get_by_role("button", name="Ban from Quiet").click()
    card.get_by_role("button", name="Ban", exact=True).click()
    expect(card).to_be_hidden()
    expect(listed.locator(".person-name")).to_have_text(["Emma (you)"])
    expect(member.room_link("Quiet")).to_have_count(0)
    listed.get_by_role("button", name="Add people").click()
    adding = owner.dialog("Add people to Quiet")
    owner.choose(adding, email(johnny), "Johnny")
    adding.get_by_role("button", name="Add", exact=True).click()
    expect(adding.get_by_role("alert")).to_be_visible()
    owner.page.keyboard.press("Escape")
    owner.page.keyboard.press("Escape")
    owner.button("Settings of this group").click()
    owner.page.get_by_text("Banned people", exact=True).click()
    owner.button("Lift the ban of Johnny").click()
    expect(owner.page.get_by_text("Johnny may come in again.")).to_be_visible()
    expect(owner.page.get_by_text("Nobody is banned.")).to_be_visible()


def test_a_message_is_reported_and_who_wrote_it_is_blocked(community):
    emma, johnny = community.account("Emma"), community.account("Johnny")
    room = group(community, "Rude", emma, johnny)
    community.fill(room, emma, ["rude words"])
    page = community.person(johnny, f"/room/{room}")
    page.choose_action("rude words", "Report message")
    dialog = page.dialog("Report this message")
    dialog.get_by_role("button", name="Report").click()
    expect(dialog.get_by_role("alert")).to_be_visible()
    dialog.get_by_label("Why?").fill("Not how we talk here")
    dialog.get_by_role("button", name="Report").click()
    expect(dialog).to_be_hidden()
    expect(page.toasts).to_contain_text("The message was reported.")
    wire = community.wire(emma)
    (report,) = wire.request("reports", room=room)["reports"]
    assert report["reason"] == "Not how we talk here" and report["reporter"] == johnny["user"]["id"]
    wire.close()

    page.page.get_by_role("button", name="Emma").click()
    card = page.dialog("Profile")
    card.get_by_role("button", name="Block Emma").click()
    card.get_by_role("button", name="Block", exact=True).click()
    expect(card.get_by_text("You have blocked them")).to_be_visible()
    expect(card.get_by_role("button", name="Message")).to_be_hidden()
    card.get_by_role("button", name="Unblock").click()
    card.get_by_role("button", name="Unblock").click()
    expect(card.get_by_role("button", name="Block Emma")).to_be_visible()
