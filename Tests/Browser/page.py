"""The web app as a person sees it: what is looked for by its role and its name, as a screen reader would."""

import re
import time

from playwright.sync_api import expect


class Page:
    def __init__(self, page):
        self.page = page
        self.faults = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._said)

    def _said(self, message):
        # A server that is away, an offline page and a refused log-in make the browser say so; nothing else may.
        if message.type == "error" and not re.search(r"Failed to load resource|WebSocket connection to", message.text):
            self.faults.append(message.text)

    def goto(self, path):
        self.page.goto(path)

    def reload(self):
        self.page.reload()

    # Accounts

    def field(self, label):
        return self.page.get_by_label(label, exact=True)

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def fill(self, **fields):
        for label, value in fields.items():
            self.field({"email": "E-mail"}.get(label, label.capitalize())).fill(value)

    def fault_of(self, label):
        """What stands beside the field as wrong."""
        field = self.field(label)
        expect(field).to_have_attribute("aria-invalid", "true")
        described = field.get_attribute("aria-describedby").split()
        return self.page.locator(f"#{described[0]}")

    @property
    def me(self):
        return self.page.locator(".me-name")

    def log_out(self):
        self.button("Log out").click()

    # Rooms

    def room_link(self, name):
        return self.page.get_by_role("navigation").get_by_role("link", name=re.compile(rf"^{re.escape(name)}\s*(,|$)"))

    def badge(self, name):
        return self.room_link(name).locator(".badge")

    def open(self, name):
        self.room_link(name).click()
        expect(self.page.get_by_role("heading", name=name, exact=True, level=1)).to_be_visible()

    def create_channel(self, name, description=""):
        self.button("Create a channel").first.click()
        dialog = self.page.get_by_role("dialog", name="Create a channel")
        dialog.get_by_label("Name").fill(name)
        dialog.get_by_label("Description").fill(description)
        dialog.get_by_role("button", name="Create the channel").click()
        return dialog

    def browse(self):
        self.button("Browse channels").first.click()
        return self.page.get_by_role("dialog", name="Channels")

    def join(self, name):
        self.browse().get_by_role("button", name=f"Join {name}").click()

    def leave(self, kind="channel"):
        self.button(f"Settings of this {kind}").click()
        self.button(f"Leave this {kind}").click()
        self.button("Leave").click()

    # People

    def dialog(self, name):
        return self.page.get_by_role("dialog", name=name)

    def choose(self, dialog, query, name):
        """Looks for somebody in a dialog's field for people, and chooses them by the keyboard."""
        field = dialog.get_by_role("combobox")
        field.press_sequentially(query)
        expect(dialog.get_by_role("option", name=re.compile(f"^{re.escape(name)}"))).to_be_visible()
        field.press("Enter")
        expect(dialog.get_by_role("button", name=f"Remove {name}", exact=True)).to_be_visible()

    def new_group(self, title, *people, description=""):
        """Makes a group of people, each `(what to look for, their name)`."""
        self.button("New group").first.click()
        dialog = self.dialog("New group")
        for query, name in people:
            self.choose(dialog, query, name)
        dialog.get_by_label("Title").fill(title)
        dialog.get_by_label("Description").fill(description)
        dialog.get_by_role("button", name="Done").click()
        return dialog

    @property
    def heading(self):
        return self.page.get_by_role("heading", level=1)

    def members(self):
        """Opens the list of the open room's members."""
        self.page.locator("roost-room-header .members").click()
        return self.page.get_by_role("dialog").filter(has=self.page.locator(".people"))

    @property
    def toasts(self):
        return self.page.locator(".toast")

    # Messages

    @property
    def composer(self):
        return self.page.get_by_role("textbox", name=re.compile("^Message"))

    def send(self, text):
        self.composer.fill(text)
        self.composer.press("Enter")

    @property
    def texts(self):
        """The texts of all messages that are shown, in order."""
        return self.page.locator(".message-text")

    def message(self, text):
        return self.page.locator(".message").filter(has=self.page.get_by_text(text, exact=True))

    def choose_action(self, text, action):
        """Chooses what to do with a message from its menu, as a pointer does."""
        self.message(text).hover()
        self.message(text).get_by_role("button", name="More actions").click()
        self.page.get_by_role("menuitem", name=action).click()

    def expect_sent(self, text):
        expect(self.message(text)).to_have_count(1)
        expect(self.message(text)).to_have_attribute("data-state", "sent")

    @property
    def typing(self):
        return self.page.locator("main .typing")

    @property
    def bar(self):
        return self.page.locator("roost-connection .bar")

    @property
    def scroller(self):
        return self.page.locator("main .scroller")

    def scroll_to(self, top):
        self.scroller.evaluate("(element, top) => { element.scrollTop = top; }", top)

    def top_of(self, text):
        """Where the message with this text stands in the window, in pixels."""
        return self.page.evaluate(
            """text => [...document.querySelectorAll(".message-text")].find(found => found.textContent === text)
                .getBoundingClientRect().top""", text)

    def until_at_end(self, seconds=10):
        """Returns once the newest message is where it belongs."""
        end = time.monotonic() + seconds
        while self.distance_to_end() >= 2:
            assert time.monotonic() < end, f"{self.distance_to_end()} px from the end after {seconds} s"
            self.page.wait_for_timeout(30)

    def distance_to_end(self):
        return self.scroller.evaluate("element => element.scrollHeight - element.scrollTop - element.clientHeight")
