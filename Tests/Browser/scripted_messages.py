"""A room of the scripted tests with messages in it, as the core shows them."""

from conftest import avatar
from scripted_people import EMMA, GUS, HOUR, NOW, OLIVE

JOHNNY = {**GUS, "id": "0000000000005", "name": "Johnny", "handle": "johnny", "avatar": avatar("owl", "#2f6fde"), "role": "member"}
WREN = {**JOHNNY, "id": "0000000000006", "name": "Wren", "handle": "wren", "avatar": avatar("wren", "#2e7d4f")}
FACES = {"olive": {**OLIVE, "avatar": avatar("moon", "#7c5cff")}, "emma": EMMA, "johnny": JOHNNY, "wren": WREN}

ROOM = {"id": "0000000000020", "kind": "channel", "name": "birds", "description": "Who was seen where", "members": 4, "unread": "", "marked": False,
        "selected": True, "archived": False, "section": "channels", "people": [], "slowMode": 0, "retention": 0, "level": "mentions",
        "can": {"write": True, "remove": "members", "decide": False, "rename": False, "add": True, "leave": True}}
MINE = {"edit": True, "delete": True, "pin": True, "react": True, "report": False}
THEIRS = {"edit": False, "delete": False, "pin": True, "react": True, "report": True}


def message(seq, author, *inlines, text=None, ago=60, **more):
    """A message `ago` minutes old; its inlines are those of one paragraph, unless `markup` is given."""
    mine = author == "olive"
    written = text if text is not None else "".join(part for part in inlines if isinstance(part, str))
    return {"key": f"s{seq}", "kind": "message", "text": written, "at": NOW - ago * 60_000, "author": FACES[author], "mine": mine,
            "follows": False, "state": "sent", "error": None, "nonce": None, "gone": False, "markup": [["p", *inlines]],
            "can": MINE if mine else THEIRS, **more}


def day():
    return {"key": "d1", "kind": "day", "at": NOW - 2 * HOUR, "text": ""}


TALK = [
    day(),
    message(1, "wren", "Morning! The feeders are full again, and the camera is back up.", ago=95, pinned=True),
    message(2, "wren", "Yesterday: ", ["b", "14 robins"], ", 3 wrens, and ", ["i", "something large"], " that ", ["s", "slept"], " sat on the ", ["c", "cam-2"], ".", ago=94,
            follows=True, edited=NOW - 90 * 60_000,
            reactions=[{"emoji": "🎉", "count": 3, "mine": True, "names": "You, Emma and Johnny"}, {"emoji": "👀", "count": 1, "mine": False, "names": "Emma"}]),
    message(3, "johnny", "That was the heron. It has opinions about cameras.", ago=80,
            thread={"count": 4, "unread": 2, "mentions": 0, "at": NOW - 20 * 60_000, "faces": [EMMA, WREN, JOHNNY], "following": True}),
    message(4, "emma", ["m", OLIVE["id"], "Olive", True], " could you put the pictures of ", ["a", "https://example.org/heron/7", "heron 7"], " in ",
            ["r", "0000000000021", "website"], "?", ago=40, named=True, text="@olive could you put the pictures of [heron 7](https://example.org/heron/7) in #website?"),
    message(5, "olive", "Yes, tonight.", ago=38, saved=True, reply={"seq": 4, "author": "Emma", "text": "@Olive could you put the pictures of heron 7 in #website?"}),
    message(6, "johnny", ago=30, text="list", markup=[
        ["p", "Before Thursday:"], ["ol", 1, [["p", "ask the photographer"]], [["p", "cut the sound, ", ["i", "half"], " of it"]]],
        ["q", ["p", "The heron was here first."]],
        ["pre", "sh", "ffmpeg -i heron.mkv -ss 00:12 -t 4 \\\n    -an heron.webm   # the long one that does not fit on a narrow window at all"]]),
    message(7, "emma", "👍", ago=20),
    message(8, "wren", "", ago=12, gone=True, text="", can={"edit": False, "delete": False, "pin": False, "react": False, "report": False}),
    message(9, "olive", "", ago=10, undo=True, text=""),
    message(10, "johnny", ["m", EMMA["id"], "Emma", False], " ", ["all"], " it is back ", ["e", "tada"], ago=5, text="@emma @room it is back :tada:"),
]

ITEMS = [
    {**ROOM},
    {**ROOM, "id": "0000000000022", "name": "general", "selected": False, "marked": True, "unread": "3"},
    {**ROOM, "id": "0000000000023", "name": "kitchen", "selected": False, "marked": True, "unread": "12", "mentions": "2"},
    {**ROOM, "id": "0000000000024", "name": "noise", "selected": False, "level": "none"},
    {**ROOM, "id": "0000000000025", "name": "Feeder repairs", "kind": "group", "section": "groups", "selected": False, "level": "all", "unread": "1", "marked": True},
    {**ROOM, "id": "0000000000026", "name": "Emma", "kind": "direct", "section": "direct", "selected": False, "level": "all", "people": [EMMA]},
    {**ROOM, "id": "0000000000027", "name": "Johnny", "kind": "direct", "section": "direct", "selected": False, "level": "all", "people": [JOHNNY]},
]


def open_talk(page, rows=TALK, room=ROOM):
    page.show(v="rooms.reset", rooms=[{**ITEMS[0], **room}, *ITEMS[1:]])
    page.show(v="lists", mentions="2", threads="1")
    page.show(v="room", room=room, state="ready")
    page.show(v="composer", room=room["id"], draft="")
    page.show(v="timeline.reset", rows=rows, atStart=True, firstUnread=None)
    page.show(v="presence", users=[{"id": EMMA["id"], "state": "online"}, {"id": JOHNNY["id"], "state": "away"}, {"id": OLIVE["id"], "state": "dnd"}])


def open_thread(page, room=ROOM):
    page.show(v="thread", room=room["id"], root=3, following=True)
    page.show(v="composer", pane="thread", room=room["id"], thread=3, draft="")
    page.show(v="timeline.reset", pane="thread", atStart=True, firstUnread=None, rows=[
        {**TALK[3], "thread": None}, message(11, "emma", "Which one of them?", ago=50), message(12, "wren", "Both. ", ["m", OLIVE["id"], "Olive", True], " saw it.", ago=49, named=True),
        message(13, "johnny", "The ladder is still there.", ago=20, reactions=[{"emoji": "❤️", "count": 1, "mine": False, "names": "Emma"}])])


def list_items(kind):
    return [{"room": ROOM["id"], "roomName": "#birds", "seq": int(row["key"][1:]), "row": row} for row in TALK if {
        "pins": row.get("pinned"), "saved": row.get("saved"), "mentions": row.get("named"), "threads": row.get("thread")}[kind]]


def intents(page, name):
    """What the views wanted of the core, without its names."""
    return [{key: value for key, value in one.items() if key != "e"} for one in page.page.evaluate("window.intents") if one["e"] == name]


def at(page, key):
    """The row of that key in the open room."""
    return page.page.locator(f'roost-chat > main [data-key="{key}"]')
