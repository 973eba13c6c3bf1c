"""The people and answers of the scripted tests, and the ways to their dialogs."""

import time

from conftest import avatar
from test_looks import check

HOUR = 3_600_000
NOW = int(time.time() * 1000)


def person(number, name, role="member", **more):
    return {"id": f"{number:013d}", "name": name, "handle": name.lower(), "avatar": avatar("fox", "#c4631c"), "role": role,
            "created_at": NOW - 900 * HOUR, **more}


OLIVE = person(1, "Olive", "owner", email="olive@example.org")
EMMA = person(2, "Emma", "admin", email="emma@example.org", last_seen=NOW - HOUR)
GUS = person(3, "Gus", "guest", email="gus@example.org", state="deactivated")
WEATHER = person(4, "Weather", "bot", email="")
BIRDS = {"id": "0000000000020", "kind": "channel", "name": "birds", "description": "", "created_by": OLIVE["id"],
         "created_at": NOW - 800 * HOUR, "archived": False, "members": 2, "last_seq": 5, "joined": True, "retention": 90}


def session(number, current=False):
    return {"id": f"s{number}", "device": f"Device {number}", "created_at": NOW - 300 * HOUR,
            "last_used_at": NOW - number * HOUR, "expires_at": NOW + HOUR, "current": current}


ANSWERS = {
    "sessions": lambda: {"sessions": [session(1, current=True), session(2), session(3)]},
    "blocks": lambda: {"users": []},
    "users": lambda users: {"users": [one for one in (OLIVE, EMMA, GUS, WEATHER) if one["id"] in users]},
    "room": lambda room: {"room": BIRDS},
    "rooms": lambda: {"rooms": [BIRDS], "safe": "1"},
    "channels": lambda **_: {"channels": [BIRDS], "more": False},
    "users.list": lambda query="", **_: {
        "users": [one for one in (OLIVE, EMMA, GUS, WEATHER) if query.lower() in one["name"].lower()], "more": False},
    "invitations": lambda **_: {"invitations": [], "more": False},
    "reports": lambda **_: {"reports": [], "more": False},
    "audit": lambda **_: {"entries": [], "more": False},
}


def tab(page, name):
    page.page.get_by_role("tab", name=name).click()


def settings(page, section=None):
    page.button("Settings").click()
    dialog = page.page.get_by_role("dialog", name="Settings")
    if section:
        tab(page, section)
    return dialog


def administration(page, section=None):
    page.button("Administration").click()
    if section:
        tab(page, section)
    return page.page.get_by_role("dialog", name="Administration")


def fits(page, viewport):
    check(page, viewport["width"])
    over = page.page.evaluate("[...document.querySelectorAll('.panel, .dialog-body')].filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent.slice(0, 60))")
    assert over == [], "nothing is wider than what holds it"
