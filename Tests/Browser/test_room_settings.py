"""What becomes of a room: renamed, archived, opened again, left, deleted; who may, and how the others see it."""

from playwright.sync_api import expect


def pair(community, name):
    emma, johnny = community.account("Emma"), community.account("Johnny")
    room = community.channel(name, emma, johnny, description="as it was")
    return [community.person(account, f"/room/{room}") for account in (emma, johnny)]


def settings(page):
    page.button("Settings of this channel").click()
    return page.page.get_by_role("dialog").filter(has=page.page.locator(".room-settings"))


def test_a_room_is_renamed_for_everyone_and_a_name_that_is_taken_is_told(community):
    owner, member = pair(community, "before")
    community.channel("occupied", community.account("Wren"))
    dialog = settings(owner)
    save = dialog.get_by_role("button", name="Save")
    expect(save).to_be_disabled()
    dialog.get_by_label("Name").fill("Occupied")
    save.click()
    expect(dialog.get_by_role("alert")).to_contain_text("taken")
    dialog.get_by_label("Name").fill("after")
    dialog.get_by_label("Description").fill("as it is")
    save.click()
    expect(dialog.get_by_role("heading", name="#after")).to_be_visible()
    expect(save).to_be_disabled()
    expect(member.page.get_by_role("heading", name="after", exact=True, level=1)).to_be_visible()
    expect(member.page.locator(".room-title")).to_contain_text("as it is")
    expect(member.room_link("after")).to_be_visible()
    expect(member.page).to_have_title("#after · Roost")
    dialog.get_by_label("How often members may write").select_option("Every minute")
    save.click()
    expect(member.page.get_by_text("Members write once in 60 s")).to_be_visible()
    expect(save).to_be_disabled()


def test_members_see_what_a_room_is_about_and_may_leave_it(community):
    _, member = pair(community, "looked-at")
    dialog = settings(member)
    expect(dialog.get_by_text("as it was")).to_be_visible()
    expect(dialog.get_by_role("textbox")).to_have_count(0)
    for name in ("Archive this channel", "Delete this channel"):
        expect(dialog.get_by_role("button", name=name)).to_have_count(0)
    dialog.get_by_role("button", name="Leave this channel").click()
    member.button("Stay").click()
    dialog.get_by_role("button", name="Leave this channel").click()
    member.button("Leave").click()
    expect(dialog).to_be_hidden()
    expect(member.room_link("looked-at")).to_have_count(0)


def test_an_archived_room_says_so_and_can_be_opened_again(community):
    owner, member = pair(community, "shelved")
    dialog = settings(owner)
    dialog.get_by_role("button", name="Archive this channel").click()
    dialog.get_by_role("button", name="Archive", exact=True).click()
    expect(dialog.get_by_role("button", name="Open this channel again")).to_be_visible()
    expect(dialog.get_by_label("Name")).to_be_hidden()
    for page in (owner, member):
        expect(page.page.get_by_text("This channel is archived: it can be read, and nothing is written.")).to_be_visible()
        expect(page.composer).to_be_hidden()
    expect(member.page.get_by_role("list", name="Archived").get_by_role("link", name="shelved")).to_be_visible()
    browsing = community.person(community.account("Wren")).browse()
    expect(browsing.locator(".channel").filter(has_text="shelved")).to_contain_text("Archived")
    expect(browsing.get_by_role("button", name="Join shelved")).to_have_count(0)
    dialog.get_by_role("button", name="Open this channel again").click()
    dialog.get_by_role("button", name="Open again", exact=True).click()
    expect(dialog.get_by_role("button", name="Archive this channel")).to_be_visible()
    expect(member.composer).to_be_visible()
    expect(member.page.get_by_role("list", name="Channels").get_by_role("link", name="shelved")).to_be_visible()


def test_a_room_is_deleted_for_everyone_once_it_is_confirmed(community):
    owner, member = pair(community, "doomed")
    dialog = settings(owner)
    dialog.get_by_role("button", name="Delete this channel").click()
    expect(dialog.get_by_role("button", name="Keep it")).to_be_focused()
    owner.page.keyboard.press("Escape")
    expect(dialog.get_by_role("button", name="Delete this channel")).to_be_focused()
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Delete this channel").click()
    dialog.get_by_role("button", name="Delete for good").click()
    expect(dialog).to_be_hidden()
    for page in (owner, member):
        expect(page.room_link("doomed")).to_have_count(0)
    expect(member.toasts).to_contain_text("doomed was deleted.")


def test_what_the_server_refuses_is_told(community):
    owner, _ = pair(community, "cut-off")
    dialog = settings(owner)
    owner.page.context.set_offline(True)
    expect(owner.bar).to_be_visible()
    dialog.get_by_role("button", name="Archive this channel").click()
    dialog.get_by_role("button", name="Archive", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("offline")
    expect(dialog.get_by_role("button", name="Archive this channel")).to_be_focused()
