"""Something is asked on a device of a random history, and kept with what it changes for whoever compares later."""

from errors import Refused
from truth import Operation

AWAY = {"not_member", "not_found"}
"""How somebody is refused who is not in the room any more, or where there is none."""

REFUSALS = {
    "read": AWAY, "unread": AWAY, "delete": {*AWAY, "forbidden"}, "join": {"not_found", "archived"},
    "leave": {"not_found", "forbidden"}, "member.remove": {*AWAY, "forbidden"},
    "member.add": {*AWAY, "forbidden", "archived"}, "member.role": {*AWAY, "forbidden"},
    "room.update": {*AWAY, "forbidden", "archived"}, "room.archive": {*AWAY, "forbidden"},
    "member.mute": {*AWAY, "forbidden"}, "room.delete": {*AWAY, "forbidden"}, "group.create": set(), "direct": set(),
}


def ask(run, device, changes, name, /, **arguments):
    """`changes` has (kind, key, effect) of what the request is to change; a device asks three things at once at most."""
    if sum(task.get_name() == device.name for task in run.tasks) < 3:
        run.spawn(_operate(run, device, changes, name, arguments)).set_name(device.name)


async def _operate(run, device, changes, name, arguments):
    run.tick += 1
    operations = [Operation(*change, run.tick) for change in changes]
    try:
        answer, _ = await device.insist(name, **arguments)
        if name in ("read", "unread"):
            operations[0].effect = answer["seq"]
        elif name in ("group.create", "direct"):
            run.know(answer["room"]["id"])
    except Refused as refused:
        assert refused.code in REFUSALS[name], f"{name} {arguments}: {refused}"
        if refused.attempts == 1:
            return
        for operation in operations:
            operation.is_certain = False
    run.tick += 1
    for operation in operations:
        operation.end = run.tick
    run.operations += operations
    run.note(f"{device.name} {name} {arguments}: {operations}")
