"""A lived-in chat at both widths and in both schemes: everything fits, and text can be read. Makes the README's pictures."""

import re

import pytest
from playwright.sync_api import expect

from conftest import NARROW, WIDE

TALK = [
    ("wren", "Morning! The feeders are full again, and the camera is back up."),
    ("wren", "Yesterday's count: **14 robins**, 3 wrens, and something large that sat on the camera."),
    ("johnny", "That was the heron. It has opinions about cameras."),
    ("emma", "Pictures, please."),
    ("johnny", "https://example.org/heron/7 is the best one. You can see right down its throat."),
    ("wren", "It is in the list as `ardea cinerea`. <@mila> keeps it."),
    ("mila", "Lovely. I'd like it on the website.\nTwo questions before Thursday:\n  1. who asks the photographer?\n  2. do we want the sound as well?"),
    ("emma", "I ask. Yes to the sound, it is half of the charm."),
]


REPLIES = [
    ("johnny", "Of the heron, or of what is left of the camera?"),
    ("wren", "Both! I have the second one here."),
    ("emma", "> what is left of the camera\n\nThat one first :)"),
]


def text_with(people):
    """Puts the ids of those who are named into a text, as clients send it."""
    def written(text):
        for name, account in people.items():
            text = text.replace(f"<@{name}>", f"<@{account['user']['id']}>")
        return text
    return written


@pytest.fixture(scope="module")
def scene(shared):
    people = {
        "mila": shared.account("Mila", "moon", "#7c5cff"), "emma": shared.account("Emma", "fox", "#c4631c"),
        "johnny": shared.account("Johnny", "owl", "#2f6fde"), "wren": shared.account("Wren", "wren", "#2e7d4f"),
    }
    everyone = list(people.values())
    rooms = {name: shared.channel(name, *everyone, description=description) for name, description in [
        ("birds", "Who was seen where"), ("general", "Everything that concerns all of us"), ("kitchen", "What is for lunch"),
        ("website", "Words and pictures"),
    ]}
    wires = {name: shared.wire(account) for name, account in people.items()}
    written = text_with(people)
    seqs = [wires[name].send(rooms["birds"], written(text), f"talk:{number}")["seq"] for number, (name, text) in enumerate(TALK)]
    for name, number, emoji in [("emma", 2, "😂"), ("mila", 2, "😂"), ("wren", 2, "😂"), ("mila", 4, "🐦"), ("johnny", 1, "👀"), ("emma", 1, "👀")]:
        wires[name].request("react", room=rooms["birds"], seq=seqs[number], emoji=emoji, on=True)
    for number, (name, text) in enumerate(REPLIES):
        wires[name].request("send", room=rooms["birds"], text=written(text), nonce=f"reply:{number}", thread=seqs[3])
    wires["mila"].request("pin", room=rooms["birds"], seq=seqs[1], pinned=True)
    last = wires["mila"].request("room", room=rooms["birds"])["room"]["last_seq"]
    wires["mila"].request("read", room=rooms["birds"], seq=last)
    for number in range(3):
        wires["emma"].send(rooms["kitchen"], f"soup {number}", f"soup:{number}")
    made = wires["mila"].request(
        "group.create", name="Feeder repairs", description="Ladders, seeds and squirrels",
        users=[people[name]["user"]["id"] for name in ("emma", "wren")])
    rooms["repairs"] = made["room"]["id"]
    for name in ("emma", "johnny"):
        wires["mila"].request("direct", users=[people[name]["user"]["id"]])
    wires["mila"].request("direct", users=[people[name]["user"]["id"] for name in ("emma", "wren")])
    old = wires["mila"].request("channel.create", name="winter", description="")["room"]["id"]
    wires["mila"].request("room.archive", room=old, archived=True)
    rooms["winter"] = old
    for wire in wires.values():
        wire.close()
    return people, rooms


CONTRAST = """
() => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => v <= 0.04 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest(".spoken")) continue;
    const [a, b] = [light(parse(getComputedStyle(element).color)), light(ground(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) found.push(`${walker.currentNode.data.trim().slice(0, 40)}: ${ratio.toFixed(2)}`);
  }
  return found;
}
"""


def check(page, width):
    assert page.page.evaluate("document.documentElement.scrollWidth") == width, "nothing is wider than the window"
    assert page.page.evaluate(CONTRAST) == [], "text has a contrast of 4.5 to 1 or more (WCAG 2, AA)"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
def test_the_chat_fits_and_can_be_read(community, scene, picture, viewport, scheme):
    people, rooms = scene
    narrow = viewport is NARROW
    page = community.person(
        people["mila"], f"/room/{rooms['birds']}", viewport=viewport, color_scheme=scheme, has_touch=narrow,
        reduced_motion="reduce")
    page.expect_sent(TALK[-1][1])
    wires = [community.wire(people[name]) for name in ("johnny", "emma")]
    for wire in wires:
        wire.request("typing", room=rooms["birds"], typing=True)
    expect(page.typing).to_have_text("Johnny and Emma are typing a message")
    expect(page.composer).to_be_in_viewport()
    expect(page.message(TALK[-1][1])).to_be_in_viewport()
    check(page, viewport["width"])
    name = f"chat-{viewport['width']}-{scheme}"
    picture(page, name)
    for wire in wires:
        wire.close()
    if narrow:
        page.page.get_by_role("button", name="Rooms").click()
        expect(page.room_link("kitchen")).to_be_in_viewport()
        check(page, viewport["width"])
        picture(page, f"rooms-{viewport['width']}-{scheme}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
def test_a_thread_fits_and_can_be_read(community, scene, picture, viewport, scheme):
    people, rooms = scene
    page = community.person(
        people["mila"], f"/room/{rooms['birds']}", viewport=viewport, color_scheme=scheme, has_touch=viewport is NARROW, reduced_motion="reduce")
    page.button(re.compile("^3 replies")).click()
    pane = page.page.locator("roost-thread")
    expect(pane.get_by_text("That one first :)")).to_be_in_viewport()
    expect(pane.get_by_role("textbox")).to_be_in_viewport()
    check(page, viewport["width"])
    picture(page, f"chat-thread-{viewport['width']}-{scheme}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
def test_the_form_of_an_invitation_fits_and_can_be_read(community, picture, viewport, scheme):
    page = community.window(path=community.invitation(), viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
    page.page.get_by_role("radio", name="heron").check()
    page.page.get_by_role("radio", name="teal").check()
    page.fill(name="Emma", email="emma", password="correct horse 7")
    page.button("Make the account").click()
    expect(page.fault_of("E-mail")).to_be_visible()
    check(page, viewport["width"])
    picture(page, f"register-{viewport['width']}-{scheme}")


def test_dialogs_fit_and_can_be_read(community, scene, picture):
    people, rooms = scene
    for scheme, viewport in (("dark", WIDE), ("light", NARROW)):
        page = community.person(people["mila"], f"/room/{rooms['birds']}", viewport=viewport, color_scheme=scheme)
        if viewport is NARROW:
            page.page.get_by_role("button", name="Rooms").click()
        expect(page.browse().get_by_role("button", name="Open birds")).to_be_visible()
        picture(page, f"browse-{viewport['width']}-{scheme}")
        page.page.keyboard.press("Escape")
        page.button("Create a channel").first.click()
        expect(page.dialog("Create a channel").get_by_label("Name")).to_be_focused()
        picture(page, f"create-{viewport['width']}-{scheme}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
def test_people_and_settings_fit_and_can_be_read(community, scene, picture, viewport, scheme):
    people, rooms = scene
    narrow = viewport is NARROW
    name = f"{viewport['width']}-{scheme}"
    page = community.person(
        people["mila"], f"/room/{rooms['repairs']}", viewport=viewport, color_scheme=scheme, has_touch=narrow, reduced_motion="reduce")
    expect(page.heading).to_have_text("Feeder repairs")
    picture(page, f"group-{name}")

    if narrow:
        page.page.get_by_role("button", name="Rooms").click()
    page.button("New group").first.click()
    dialog = page.dialog("New group")
    page.choose(dialog, "john", "Johnny")
    page.choose(dialog, "wren", "Wren")
    dialog.get_by_role("combobox").press_sequentially("em")
    expect(dialog.get_by_role("option")).to_have_count(1)
    dialog.get_by_label("Title").fill("Night walk")
    check(page, viewport["width"])
    picture(page, f"new-group-{name}")
    dialog.get_by_role("button", name="Cancel").click()
    if narrow:
        page.page.keyboard.press("Escape")

    listed = page.members()
    expect(listed.locator(".person")).to_have_count(3)
    check(page, viewport["width"])
    picture(page, f"members-{name}")
    listed.get_by_role("button", name="Emma", exact=True).click()
    card = page.dialog("Profile")
    card.get_by_role("button", name="Remove from Feeder repairs").click()
    expect(card.get_by_role("button", name="Keep")).to_be_focused()
    check(page, viewport["width"])
    picture(page, f"profile-{name}")
    page.page.keyboard.press("Escape")
    page.page.keyboard.press("Escape")
    page.page.keyboard.press("Escape")
    expect(listed).to_be_hidden()

    page.button("Settings of this group").click()
    expect(page.button("Delete this group")).to_be_visible()
    check(page, viewport["width"])
    picture(page, f"settings-{name}")
    page.page.keyboard.press("Escape")

    page.goto(f"/room/{rooms['winter']}")
    expect(page.page.get_by_text("This channel is archived")).to_be_visible()
    check(page, viewport["width"])
    picture(page, f"archived-{name}")
