"""What people of a crowd ask: permitted and forbidden things, in rooms that are theirs, others', gone or never were."""

from crowd_accounts import ACCOUNT_ACTS, WRONG_ACCOUNTS
from crowd_order import ORDER_ACTS, WRONG_ORDER

NOWHERE, NOBODY = "0000000000001", "0000000000002"
WORDS = ["amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heron", "iris", "jade"]


class Acts:
    """`rooms` has every room that anybody ever heard of, also those that are deleted since."""

    def __init__(self, people):
        self.people = people
        self.ids = [somebody.id for somebody in people]
        self.rooms = []
        self.banned = set()
        """(room, person) for who was to be kept out."""
        self.muted = set()
        """(room, person) for whose word was taken."""
        self.marked = set()
        """(room, person) for who made the room or was given a part."""

    def draw(self, somebody):
        """One act of `somebody`, and its answer."""
        chance = somebody.chance
        if chance.random() < 0.01:
            return somebody.reconnect()
        if chance.random() < 0.03:
            return somebody.ask(*chance.choice(WRONG)(self, somebody))
        (act,) = chance.choices(*zip(*ACTS))
        asked = somebody.ask(*act(self, somebody))
        if asked.ok and asked.name in ("channel.create", "group.create", "direct"):
            room = asked.ok["room"]["id"]
            somebody.mine.add(room)
            self.rooms.append(room)
            self.marked.add((room, somebody.id))
        elif asked.ok is not None and asked.name == "member.role":
            self.marked.add((asked.arguments["room"], asked.arguments["user"]))
        elif asked.ok is not None and asked.name == "member.mute":
            self.muted.add((asked.arguments["room"], asked.arguments["user"]))
        return asked

    # What is named

    def room(self, somebody, own=0.75):
        chance = somebody.chance
        if somebody.mine and chance.random() < own:
            return chance.choice(sorted(somebody.mine))
        if somebody.lasts and chance.random() < 0.3:
            # One that they are or were in.
            return chance.choice(sorted(somebody.lasts))
        return chance.choice(self.rooms) if self.rooms and chance.random() < 0.97 else NOWHERE

    def kept(self, somebody):
        """One where they may have something to say."""
        kept = sorted(room for room, person in list(self.marked) if person == somebody.id and room in somebody.mine)
        return somebody.chance.choice(kept) if kept and somebody.chance.random() < 0.7 else self.room(somebody)

    def person(self, somebody):
        return somebody.chance.choice(self.ids) if somebody.chance.random() < 0.98 else NOBODY

    def inside(self, somebody, room):
        """Somebody who seems to be there; often who has something to say there."""
        inside = [other for other in self.people if room in other.mine and other is not somebody]
        marked = [other for other in inside if other.role == "owner" or (room, other.id) in self.marked]
        if marked and somebody.chance.random() < 0.4:
            return somebody.chance.choice(marked).id
        return somebody.chance.choice(inside).id if inside else self.person(somebody)

    def others(self, somebody, most):
        return [self.person(somebody) for _ in range(somebody.chance.randint(1, most))]

    def seq(self, somebody, room):
        last = somebody.lasts.get(room, 8)
        return max(1, last - int(somebody.chance.expovariate(0.15)) + 1)

    def name(self, somebody):
        # So few names that some are taken.
        return f"{somebody.chance.choice(WORDS)} {somebody.chance.randrange(12)}"


def channel_create(acts, somebody):
    return "channel.create", with_nonce(
        somebody, {"name": acts.name(somebody), "description": somebody.chance.choice(["", "about it"])})


def group_create(acts, somebody):
    return "group.create", with_nonce(
        somebody, {"name": acts.name(somebody), "users": acts.others(somebody, somebody.chance.choice([1, 6]))})


def with_nonce(somebody, arguments):
    """Half of them; now and then one that was used before, with the same content or another."""
    somebody.counter += 1
    draw = somebody.chance.random()
    made = [one.arguments for one in somebody.asked if one.arguments.get("nonce") and {*arguments} < {*one.arguments}]
    if draw < 0.1 and made:
        return somebody.chance.choice(made)
    if draw < 0.5:
        arguments["nonce"] = f"{somebody.id}:{somebody.counter - somebody.chance.choice([0, 0, 0, 1])}"
    return arguments


def direct(acts, somebody):
    asked = [one.arguments for one in somebody.asked if one.name == "direct" and not one.must]
    if asked and somebody.chance.random() < 0.4:
        return "direct", somebody.chance.choice(asked)
    return "direct", {"users": acts.others(somebody, somebody.chance.choice([1, 1, 1, 3]))}


def join(acts, somebody):
    return "join", {"room": acts.room(somebody, own=0.2)}


def leave(acts, somebody):
    return "leave", {"room": acts.room(somebody, own=0.9)}


def member_add(acts, somebody):
    return "member.add", {"room": acts.room(somebody), "users": acts.others(somebody, 3)}


def member_remove(acts, somebody):
    return "member.remove", {"room": acts.room(somebody), "user": acts.person(somebody)}


def remove_inside(acts, somebody):
    room = acts.kept(somebody)
    return "member.remove", {"room": room, "user": acts.inside(somebody, room)}


def leave_small(acts, somebody):
    """One where hardly anybody is left."""
    sizes = {room: sum(room in other.mine for other in acts.people) for room in somebody.mine}
    small = sorted(room for room, size in sizes.items() if size <= 2)
    return "leave", {"room": somebody.chance.choice(small) if small else acts.room(somebody)}


def member_role(acts, somebody):
    room = acts.kept(somebody)
    user = acts.inside(somebody, room) if somebody.chance.random() < 0.9 else acts.person(somebody)
    return "member.role", {
        "room": room, "user": user, "role": somebody.chance.choice(["owner", "moderator", "moderator", "member"])}


def room_update(acts, somebody):
    return "room.update", {"room": acts.kept(somebody), **somebody.chance.choice([
        {"name": acts.name(somebody)}, {"description": acts.name(somebody)}, {},
        {"name": acts.name(somebody), "description": ""}])}


def room_archive(acts, somebody):
    return "room.archive", {"room": acts.kept(somebody), "archived": somebody.chance.random() < 0.4}


def room_delete(acts, somebody):
    return "room.delete", {"room": acts.kept(somebody)}


def send(acts, somebody):
    chance = somebody.chance
    sent = [asked.arguments for asked in somebody.asked[-30:]
            if asked.name == "send" and not asked.must]
    if sent and chance.random() < 0.08:
        return "send", {**chance.choice(sent), **chance.choice([{}, {}, {"text": "another"}])}
    somebody.counter += 1
    held = sorted(room for room, person in list(acts.muted) if person == somebody.id)
    room = chance.choice(held) if held and chance.random() < 0.2 else acts.room(somebody, own=0.9)
    nonce = f"{somebody.id}:{somebody.counter}" if chance.random() < 0.7 else f"{somebody.id} no. {somebody.counter}"
    return "send", {"room": room, "text": f"{somebody.id} said {somebody.counter}", "nonce": nonce}


def in_room(name):
    return lambda acts, somebody: (name, {"room": acts.room(somebody)})


def at_seq(name):
    def act(acts, somebody):
        room = acts.room(somebody, own=0.9)
        return name, {"room": room, "seq": acts.seq(somebody, room)}
    return act


def typing(acts, somebody):
    return "typing", {"room": acts.room(somebody), "typing": somebody.chance.random() < 0.7}


def history(acts, somebody):
    room, chance = acts.room(somebody), somebody.chance
    return "history", {"room": room, "limit": chance.choice([1, 20, 200]),
                       **chance.choice([{}, {"before": acts.seq(somebody, room)}])}


def history_of_past(acts, somebody):
    """Of a room that they were in."""
    past = sorted({*somebody.lasts} - somebody.mine)
    return "history", {"room": somebody.chance.choice(past) if past else acts.room(somebody), "limit": 5}


def members(acts, somebody):
    return "members", {"room": acts.room(somebody), **somebody.chance.choice([
        {}, {"limit": 3}, {"limit": 3, "after": acts.person(somebody)}])}


def channels(acts, somebody):
    return "channels", somebody.chance.choice([{}, {"limit": 5}, {"limit": 5, "after": acts.room(somebody, own=0)}])


def users(acts, somebody):
    return "users", {"users": acts.others(somebody, 8)}


def people_find(acts, somebody):
    other = somebody.chance.choice(acts.people)
    name = other.user["name"].split()
    return "people.find", {"query": somebody.chance.choice([
        other.email, other.email.upper(), other.email[:-2], name[0], name[1], name[0][:3], " ".join(name),
        f"{name[1]} {name[0][:2]}", "zzz"]), "limit": somebody.chance.choice([5, 20, 50])}


def rooms(acts, somebody):
    return "rooms", {}


def me(acts, somebody):
    return "me", {}


def sync(acts, somebody):
    return "sync", {"since": somebody.chance.choice([somebody.safe, somebody.wire.ready["safe"]]), "limit": 1000}


ACTS = [
    (send, 24), (at_seq("read"), 8), (at_seq("unread"), 5), (at_seq("delete"), 8), (in_room("why"), 3), (typing, 3),
    (history, 5), (history_of_past, 3), (in_room("room"), 5), (members, 4), (rooms, 3),
    (channels, 2), (users, 2), (people_find, 3),
    (sync, 3), (me, 1), (channel_create, 2), (group_create, 3), (direct, 5), (join, 9), (leave, 3), (member_add, 6),
    (leave_small, 3), (member_remove, 1), (remove_inside, 6), (member_role, 8), (room_update, 4),
    (room_archive, 3), (room_delete, 1),
    *ORDER_ACTS, *ACCOUNT_ACTS,
]

WRONG = [
    lambda acts, _: ("room", {"room": "so"}, {"invalid_argument"}),
    lambda acts, _: ("room.forget", {}, {"unknown_request"}),
    lambda acts, somebody: ("send", {"room": acts.room(somebody), "text": " ", "nonce": "empty"}, {"invalid_argument"}),
    lambda acts, somebody: ("send", {"room": acts.room(somebody), "text": "x" * 16_001, "nonce": "n"}, {"too_long"}),
    lambda acts, somebody: ("history", {"room": acts.room(somebody), "limit": 201}, {"invalid_argument"}),
    lambda acts, somebody: ("member.add", {"room": acts.room(somebody), "users": []}, {"invalid_argument"}),
    lambda acts, somebody: ("member.remove", {"room": acts.room(somebody), "user": somebody.id}, {"invalid_argument"}),
    lambda acts, somebody: ("member.role", {
        "room": acts.room(somebody), "user": somebody.id, "role": "king"}, {"invalid_argument"}),
    lambda acts, somebody: ("group.create", {"name": " ", "users": [acts.ids[0]]}, {"invalid_argument"}),
    lambda acts, somebody: ("group.create", {"name": "x" * 81, "users": [acts.ids[0]]}, {"too_long"}),
    lambda acts, somebody: ("direct", {"users": acts.ids[:9]}, {"invalid_argument"}),
    lambda acts, somebody: ("room.update", {"room": acts.room(somebody), "name": ""}, {"invalid_argument"}),
    lambda acts, _: ("people.find", {"query": ""}, {"invalid_argument"}),
    lambda acts, _: ("sync", {"since": "here"}, {"resync"}),
    *WRONG_ORDER, *WRONG_ACCOUNTS,
    lambda acts, _: ("login", {"email": "a@example.org", "password": "guess"}, {"already_logged_in"}),
]
