"""What people and misfortune do in a random history; each act takes the run and a device, and draws the rest."""

import asyncio

from asking import ask
from errors import Refused
from room_acts import ROOM_ACTS


def _room(run, device):
    known = sorted(device.memory.rooms)
    return run.chance.choice(known) if known else None


def say(run, device):
    room = _room(run, device)
    if room is not None and len(device.outbox) < 12:
        for _ in range(run.chance.choice([1, 1, 2, 5])):
            device.say(room)


def read(run, device):
    if (room := _room(run, device)) is not None:
        known = device.memory.rooms[room]
        seq = run.chance.choice([known["seen"], known["seen"], run.chance.randrange(known["seen"] + 1)])
        ask(run, device, [("cursor", (device.me, room), None)], "read", room=room, seq=seq)


def mark_unread(run, device):
    if (room := _room(run, device)) is not None:
        seq = run.chance.randrange(1, device.memory.rooms[room]["seen"] + 1)
        ask(run, device, [("cursor", (device.me, room), None)], "unread", room=room, seq=seq)


def delete(run, device):
    if (room := _room(run, device)) is not None:
        messages = [event for event in device.memory.rooms[room]["events"] if event["kind"] == "message"]
        if messages:
            seq = run.chance.choice(messages[-8:])["seq"]
            ask(run, device, [("gone", (room, seq), True)], "delete", room=room, seq=seq)


def join(run, device):
    room = run.chance.choice(run.rooms)
    ask(run, device, [("member", (device.me, room), True)], "join", room=room)


def leave(run, device):
    room = run.chance.choice(run.rooms)
    ask(run, device, [("member", (device.me, room), False)], "leave", room=room)


def remove(run, device):
    room = run.chance.choice(run.rooms)
    person = run.chance.choice([person for person in sorted(run.people) if person != device.me])
    ask(run, device, [("member", (person, room), False)], "member.remove", room=room, user=person)


def say_again(run, device):
    """A send that was answered is sent again, from whichever device of the person."""
    mine = [nonce for other in run.devices if other.me == device.me for nonce in list(other.acknowledged)[-20:]]
    if mine:
        run.spawn(_say_again(run, device, run.chance.choice(mine)))


async def _say_again(run, device, nonce):
    earlier = next(other.acknowledged[nonce] for other in run.devices if nonce in other.acknowledged)
    send = {name: earlier[name] for name in ("room", "text", "nonce")}
    try:
        answer, _ = await device.insist("send", **send)
    except Refused as refused:
        # With a room that is deleted its messages are forgotten a while later.
        assert refused.code == "not_found", refused
        run.deleted.add(earlier["room"])
        return
    assert {**send, **answer} == earlier, f"{nonce} was {earlier} and is {answer} when sent again"


def look_back(run, device):
    if (room := _room(run, device)) is not None:
        run.spawn(device.look_back(room))


def cut(run, device):
    run.note(f"{device.name} is cut")
    device.cut()


def deafen(run, device):
    """What it asks from now on is done, and the answers are lost with the connection."""
    device.line.deafen()
    run.spawn(_cut_later(run, device))


async def _cut_later(run, device):
    await asyncio.sleep(run.chance.uniform(0, 0.3))
    cut(run, device)


def go_offline(run, device):
    device.go_offline()


def go_online(run, device):
    device.is_wanted.set()


def store(run, device):
    if device.memory.state["safe"] is not None:
        device.stored = device.memory.stored()


def restart(run, device):
    run.note(f"{device.name} restarts")
    if run.chance.random() < 0.5:
        store(run, device)
    if device.stored:
        device.restart(device.stored, run.chance.choice([None, 3, 20]))


ACTS = [
    (say, 30), (read, 12), (mark_unread, 6), (delete, 6),
    (join, 8), (leave, 2), (remove, 4), (say_again, 3),
    (look_back, 5), (cut, 3), (deafen, 3), (go_offline, 2),
    (go_online, 4), (store, 3), (restart, 2), *ROOM_ACTS,
]
