"""What the browser tests share: the built server with the web app, Debian's chromium, and people in it."""

import itertools
import os
import pathlib
import shutil

import pytest
from playwright.sync_api import sync_playwright

from page import Page
from roost_server import ROOT, Server
from scripted import ScriptedPage
from wire import Wire

PASSWORD = "correct horse 7"
SECONDS = 15
WIDE = {"width": 1440, "height": 900}
NARROW = {"width": 390, "height": 844}

_numbers = itertools.count(1)


def pytest_addoption(parser):
    parser.addoption("--pictures", help="a folder to write the pictures for the documentation to")


def web_folder():
    folder = pathlib.Path(os.environ.get("ROOST_WEB") or ROOT / ".build" / "web")
    assert (folder / "core.wasm").exists(), f"{folder} has no web app: run bin/build-web first, or set ROOST_WEB"
    return folder


class Community:
    """A server with an owner, its people, and what chromium shows them."""

    def __init__(self, server, browser):
        self.server = server
        self.browser = browser
        self.contexts = []
        self.pages = []
        owner = {"email": "olive@example.org", "password": PASSWORD, "name": "Olive", "avatar": avatar("owl", "#2f6fde")}
        wire = Wire(server.port)
        self.owner = wire.request("setup", token=server.wait_for_setup_token(), **owner)
        wire.close()

    def invitation(self):
        """The path of a fresh invitation's link."""
        wire = self.wire(self.owner)
        link = wire.request("invite")["link"]
        wire.close()
        return link.removeprefix(self.server.url)

    def account(self, name, picture="fox", color="#c4631c"):
        """Registers somebody new, without a browser: `{user, token, expires_at}`."""
        code = self.invitation().rsplit("/", 1)[1]
        wire = Wire(self.server.port)
        made = wire.request(
            "register", invitation=code, email=f"{name.lower()}{next(_numbers)}@example.org", password=PASSWORD, name=name,
            avatar=avatar(picture, color))
        wire.close()
        return made

    def wire(self, account):
        """A connection of `account` beside the browser."""
        return Wire(self.server.port, account["token"])

    def channel(self, name, *accounts, description=""):
        """A new channel with these members, made by the first: its id."""
        wires = [self.wire(account) for account in accounts]
        room = wires[0].request("channel.create", name=name, description=description)["room"]["id"]
        for wire in wires[1:]:
            wire.request("join", room=room)
        for wire in wires:
            wire.close()
        return room

    def fill(self, room, author, texts):
        wire = self.wire(author)
        for number, text in enumerate(texts):
            wire.send(room, text, f"fill-{room}:{number}")
        wire.close()

    def context(self, **options):
        """A browser profile of its own: no cookie, nothing stored."""
        settings = {"viewport": WIDE, "locale": "en-GB", "color_scheme": "light", "base_url": self.server.url, **options}
        context = self.browser.new_context(**settings)
        context.set_default_timeout(SECONDS * 1000)
        self.contexts.append(context)
        return context

    def window(self, context=None, path="/", **options):
        """A window at `path`, in a profile of its own unless one is given."""
        page = Page((context or self.context(**options)).new_page())
        self.pages.append(page)
        page.goto(path)
        return page

    def person(self, account, path="/", context=None, **options):
        """A window of `account`, logged in as its owner would be."""
        context = context or self.context(**options)
        answer = context.request.post(
            "/api/v1/login", headers={"Origin": self.server.url},
            data={"email": account["user"]["email"], "password": PASSWORD})
        assert answer.ok, answer.text()
        page = self.window(context, path)
        page.me.wait_for(state="attached")
        return page

    def close(self):
        for context in self.contexts:
            context.close()
        self.contexts.clear()
        faults = [fault for page in self.pages for fault in page.faults]
        self.pages.clear()
        assert not faults, f"the page complained: {faults}"


def avatar(picture, color):
    return {"picture": picture, "color": color}


@pytest.fixture(scope="session")
def chromium():
    path = os.environ.get("ROOST_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome") or shutil.which(
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
    assert path, "chromium is missing: run bin/setup, or set ROOST_CHROMIUM"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def shared(chromium, tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("shared"), loops=2, arguments=["--web", str(web_folder())]).start()
    yield Community(server, chromium)
    assert server.terminate() == 0, server.text[-4000:]


@pytest.fixture
def community(shared):
    """The server that tests share; each test's windows are closed with it, and must not have complained."""
    yield shared
    shared.close()


@pytest.fixture
def fresh(chromium, tmp_path):
    """A server of the test's own, without an owner: `(server, open a window)`."""
    server = Server(tmp_path / "data", loops=1, arguments=["--web", str(web_folder())]).start()
    yield server
    server.kill()


_pictures = {}
"""Which test writes the picture of this name."""


@pytest.fixture
def picture(request):
    """Writes a picture of a page for the documentation, where --pictures asks for them. No two tests write one."""
    folder = request.config.getoption("--pictures")
    test = f"{request.node.path.name}: {request.node.originalname}"

    def take(page, name):
        assert _pictures.setdefault(name, test) == test, f"{name} is written by {_pictures[name]} too"
        if folder:
            pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
            # What fades in late, such as the mark of a message that waits, belongs to the picture.
            page.page.wait_for_timeout(1000)
            page.page.screenshot(path=pathlib.Path(folder) / f"{name}.png")

    return take


@pytest.fixture
def open_page(chromium):
    """Opens a window whose core is played by a script: see scripted.py."""
    # It needs what stands here.
    import scripted_people

    pages = []

    def make(user=scripted_people.OLIVE, answers=None, **options):
        context = chromium.new_context(**{
            "viewport": WIDE, "locale": "en-GB", "color_scheme": "light", "reduced_motion": "reduce", **options})
        context.set_default_timeout(15_000)
        page = ScriptedPage(context, user, {**scripted_people.ANSWERS, **(answers or {})})
        page.show(v="server", name="Roost", registration="invitation")
        pages.append(page)
        return page

    yield make
    for page in pages:
        page.page.context.close()
        assert not page.faults, page.faults
