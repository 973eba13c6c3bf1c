"""What people do to rooms and to who is in them, in a random history."""

from asking import ask

ROOMS_LIMIT = 14
"""With more rooms nobody makes another; some go for good."""


def _room(run, device):
    """One that the device shows, or any."""
    own = sorted(device.memory.rooms)
    return run.chance.choice(own if own and run.chance.random() < 0.8 else run.rooms)


def _other(run, device):
    return run.chance.choice([person for person in sorted(run.people) if person != device.me])


def make_group(run, device):
    if len(run.rooms) < ROOMS_LIMIT:
        users = run.chance.sample([person for person in sorted(run.people) if person != device.me],
                                  run.chance.randint(1, len(run.people) - 1))
        run.made += 1
        ask(run, device, [], "group.create", name=f"group {run.chance.randrange(9)}", users=users,
            nonce=f"{device.name} makes {run.made}")


def make_direct(run, device):
    ask(run, device, [], "direct", users=[_other(run, device)])


def add(run, device):
    room, users = _room(run, device), [_other(run, device) for _ in range(run.chance.choice([1, 1, 2]))]
    ask(run, device, [("member", (user, room), True) for user in users], "member.add", room=room, users=users)


def give_part(run, device):
    ask(run, device, [], "member.role", room=_room(run, device), user=_other(run, device),
        role=run.chance.choice(["owner", "moderator", "member"]))


def rename(run, device):
    room = _room(run, device)
    run.made += 1
    name = f"named {run.made}"
    ask(run, device, [("name", (room,), name)], "room.update", room=room, name=name)


def archive(run, device):
    room, archived = _room(run, device), run.chance.random() < 0.35
    ask(run, device, [("archived", (room,), archived)], "room.archive", room=room, archived=archived)


def mute(run, device):
    ask(run, device, [], "member.mute", room=_room(run, device), user=_other(run, device),
        seconds=run.chance.choice([3600, None, None]))


def delete_room(run, device):
    room = _room(run, device)
    ask(run, device, [("deleted", (room,), True)], "room.delete", room=room)


ROOM_ACTS = [
    (make_group, 4), (make_direct, 2), (add, 6), (give_part, 6), (rename, 3), (archive, 6), (mute, 5), (delete_room, 1),
]
