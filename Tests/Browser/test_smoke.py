"""The whole way once: from the one-time link to two people who chat."""

from playwright.sync_api import expect

from conftest import PASSWORD, Community


class Visitor:
    """Opens windows on a server that nobody owns yet."""

    context = Community.context
    window = Community.window
    close = Community.close

    def __init__(self, server, browser):
        self.server, self.browser, self.contexts, self.pages = server, browser, [], []


def test_from_the_one_time_link_to_two_people_who_chat(fresh, chromium, picture):
    visitor = Visitor(fresh, chromium)
    olive = visitor.window(path=f"/setup/{fresh.wait_for_setup_token()}")
    expect(olive.page.get_by_role("heading", name="Make the first owner")).to_be_visible()
    picture(olive, "setup")
    olive.fill(name="Olive", email="olive@example.org", password=PASSWORD)
    olive.page.get_by_role("radio", name="owl").check()
    olive.button("Make the account").click()
    expect(olive.me).to_have_text("Olive")

    dialog = olive.create_channel("kitchen", "What is for lunch")
    expect(dialog).to_be_hidden()
    expect(olive.page.get_by_role("heading", name="kitchen", level=1)).to_be_visible()
    expect(olive.page.get_by_text("What is for lunch").first).to_be_visible()

    invite = invitation(visitor.contexts[0])
    johnny = visitor.window(path=invite)
    johnny.fill(name="Johnny", email="johnny@example.org", password=PASSWORD)
    johnny.button("Make the account").click()
    expect(johnny.me).to_have_text("Johnny")

    olive.create_channel("garden")
    browsing = johnny.browse()
    expect(browsing.get_by_role("heading", name="garden")).to_be_visible()
    browsing.get_by_role("button", name="Join kitchen").click()
    expect(johnny.page.get_by_role("heading", name="kitchen", level=1)).to_be_visible()

    olive.open("kitchen")
    johnny.composer.press_sequentially("Soup")
    expect(olive.typing).to_have_text("Johnny is typing a message")
    expect(johnny.typing).to_have_text("")
    johnny.composer.press("Enter")
    olive.expect_sent("Soup")
    johnny.expect_sent("Soup")
    expect(olive.typing).to_have_text("")

    olive.open("garden")
    johnny.send("With bread")
    expect(olive.badge("kitchen")).to_have_text("1")
    olive.open("kitchen")
    expect(olive.badge("kitchen")).to_have_count(0)

    for person in (olive, johnny):
        person.reload()
        expect(person.texts).to_have_text(["Soup", "With bread"])
    visitor.close()


def invitation(context):
    """The path of a link that the owner makes: over the socket, as every client may."""
    import socketio

    cookie = next(cookie for cookie in context.cookies() if cookie["name"] == "roost_session")
    assert cookie["httpOnly"] and cookie["sameSite"] == "Lax"
    client = socketio.Client(reconnection=False)
    client.connect(
        context.pages[0].evaluate("location.origin"),
        headers={"Cookie": f"roost_session={cookie['value']}", "Origin": context.pages[0].evaluate("location.origin")},
        transports=["polling"], auth={"version": 1})
    link = client.call("invite", {})["ok"]["link"]
    client.disconnect()
    return "/invite/" + link.rsplit("/", 1)[1]
