"""What people of a crowd ask for order in their rooms."""

LONG = 3600
"""Seconds: longer than any run."""


def mute(acts, somebody):
    room = acts.kept(somebody)
    return "member.mute", {"room": room, "user": acts.inside(somebody, room),
                           "seconds": somebody.chance.choice([LONG, LONG, None])}


def ban(acts, somebody):
    room, chance = acts.kept(somebody), somebody.chance
    key = sorted(key for key in list(acts.banned) if key[0] == room)
    if key and chance.random() < 0.6:
        return "member.ban", {"room": room, "user": chance.choice(key)[1], "banned": False}
    user = acts.inside(somebody, room)
    acts.banned.add((room, user))
    return "member.ban", {"room": room, "user": user, "banned": True}


def come_in(acts, somebody):
    """Somebody who was kept out once tries it, or is let in by another."""
    mine = sorted(room for room, user in list(acts.banned) if user == somebody.id)
    if mine and somebody.chance.random() < 0.5:
        return "join", {"room": somebody.chance.choice(mine)}
    others = sorted((room, user) for room, user in list(acts.banned) if room in somebody.mine)
    room, user = somebody.chance.choice(others) if others else (acts.room(somebody), acts.person(somebody))
    return "member.add", {"room": room, "users": [user]}


def rules(acts, somebody):
    chance = somebody.chance
    return "room.update", {"room": acts.kept(somebody), **chance.choice([
        {"slow_mode": LONG}, {"slow_mode": 0}, {"slow_mode": 0}, {"retention": chance.choice([0, 30])},
        {"name": acts.name(somebody), "slow_mode": 0, "retention": 7}])}


def bans(acts, somebody):
    return "bans", {"room": acts.kept(somebody)}


def report(acts, somebody):
    room = acts.room(somebody)
    return "report", {"room": room, "seq": acts.seq(somebody, room), "reason": "it is not kind"}


def reports(acts, somebody):
    return "reports", somebody.chance.choice([{}, {"room": acts.kept(somebody)}, {"room": acts.kept(somebody)}])


def resolve(acts, somebody):
    """A report that they were told of, or nobody's. What `room` says here is for the checker alone."""
    known = [report for asked in somebody.asked if asked.name == "reports" and asked.ok
             for report in asked.ok["reports"]]
    if not known:
        return "report.resolve", {"report": "0000000000003", "state": "resolved"}, {"not_found"}
    one = somebody.chance.choice(known)
    return "report.resolve", {"report": one["id"], "state": somebody.chance.choice(["resolved", "dismissed"]),
                              "room": one["room"]}


ORDER_ACTS = [
    (mute, 4), (ban, 4), (come_in, 4), (rules, 4), (bans, 1), (report, 2), (reports, 1), (resolve, 1),
]

WRONG_ORDER = [
    lambda acts, somebody: ("member.mute", {
        "room": acts.room(somebody), "user": somebody.id, "seconds": 60}, {"invalid_argument"}),
    lambda acts, somebody: ("member.mute", {
        "room": acts.room(somebody), "user": acts.ids[0], "seconds": 59}, {"invalid_argument"}),
    lambda acts, somebody: ("room.update", {"room": acts.room(somebody), "slow_mode": -1}, {"invalid_argument"}),
    lambda acts, somebody: ("room.update", {"room": acts.room(somebody), "retention": 3651}, {"invalid_argument"}),
    lambda acts, somebody: ("report", {"room": acts.room(somebody), "seq": 1, "reason": ""}, {"invalid_argument"}),
]
