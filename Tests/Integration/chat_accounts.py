"""People's accounts, as docs/permissions.md has them: profiles, blocks, roles, and the ends of accounts."""

from chat_rules import ACTS, ADMINISTRATORS, Done, No, entering, handing_over, nothing
from chat_state import RANKS, Told

FORMER = {"name": "Former member", "handle": "", "avatar": {"picture": "owl", "color": "#808080"}, "email": None,
          "state": "deleted"}


def shown_user(facts):
    """A user as everybody sees them, without `created_at`."""
    state = {} if facts["state"] == "active" else {"state": facts["state"]}
    return {**{name: facts[name] for name in ("id", "name", "handle", "avatar", "role")}, **state}


def updated(person, **changes):
    return Told(("directory",), "user.updated", None, person, about=tuple(changes.items()))


def is_user(person):
    """The answer is this user as they are then."""
    return lambda answer, chat: timeless_user(answer["user"]) == shown_user(chat.users[person])


def timeless_user(user):
    return {name: value for name, value in user.items() if name not in ("created_at", "email")}


def profile_update(chat, person, **changes):
    handle = changes.get("handle")
    if any(facts["handle"] == handle and other != person for other, facts in chat.users.items() if handle):
        raise No("handle_taken")
    facts = chat.users[person]
    told = [] if changes.items() <= facts.items() else [updated(person, **changes)]
    return Done(told, is_user(person))


def block(chat, person, user, blocked):
    if user == person:
        raise No("invalid_argument")
    if ((person, user) in chat.blocked) == blocked:
        return Done([], nothing)
    if blocked and (user not in chat.users or chat.roles[person] == "guest" and not chat.share(person, user)):
        raise No("not_found")
    return Done([Told(("person", person), "block.changed", None, user, int(blocked))], nothing)


# By owners and administrators

def administered(chat, person, user):
    """Somebody's account, which `person` may change."""
    if chat.roles[person] not in ADMINISTRATORS:
        raise No("forbidden")
    if user not in chat.users or chat.users[user]["state"] == "deleted":
        raise No("not_found")
    if chat.roles[person] != "owner" and chat.roles[user] in ADMINISTRATORS:
        raise No("forbidden")
    return chat.users[user]


def keep_owner(chat, user):
    owners = [other for other, facts in chat.users.items() if facts["role"] == "owner" and facts["state"] == "active"]
    if owners == [user]:
        raise No("forbidden")


def user_role(chat, person, user, role):
    account = administered(chat, person, user)
    if role in ADMINISTRATORS and chat.roles[person] != "owner" or account["role"] == "bot":
        raise No("forbidden")
    if account["role"] == role:
        return Done([], is_user(user))
    keep_owner(chat, user)
    told = []
    if role == "guest":
        told = being_guest(chat, user, person)
    elif account["role"] == "guest" and (feed := chat.feed()):
        told = entering(feed.id, user, user, len(feed.events) + 1)
    return Done([*told, updated(user, role=role)], is_user(user))


def being_guest(chat, user, actor):
    """A guest is a member and no more, and not in the feed."""
    told = []
    for name in sorted(chat.memberships[user]):
        room = chat.rooms[name]
        if room.kind == "feed":
            told += leaving(chat, user, lambda other: other is room)
        elif room.members[user].part != "member":
            told += [*handing_over(chat, room, user, actor),
                     Told(("room", name), "member.role", actor, user, RANKS["member"])]
    return told


def leaving(chat, user, which):
    """They go out of their rooms, by themselves as it is told."""
    told = []
    for name in sorted(chat.memberships[user]):
        room = chat.rooms[name]
        if not which(room):
            continue
        told += [*handing_over(chat, room, user, user), Told(("room", name), "member.left", user, user)]
        if room.kind == "group" and len(room.members) == 1:
            told.append(Told(("room", name), "room.deleted", user, name))
    return told


def user_deactivate(chat, person, user, active):
    if user == person:
        raise No("invalid_argument")
    account = administered(chat, person, user)
    state = "active" if active else "deactivated"
    if account["state"] == state:
        return Done([], is_user(user))
    if not active:
        keep_owner(chat, user)
    return Done([updated(user, state=state)], is_user(user))


def user_delete(chat, person, user, messages):
    if user == person:
        raise No("invalid_argument")
    administered(chat, person, user)
    return ending(chat, user, messages, person)


def account_delete(chat, person, password, messages):
    if chat.roles[person] == "bot":
        raise No("forbidden")
    return ending(chat, person, messages, person)


def ending(chat, user, messages, actor):
    keep_owner(chat, user)
    role = "member" if chat.roles[user] in ADMINISTRATORS else chat.roles[user]
    erases = {"erased_by": actor} if messages == "erase" else {}
    gone = leaving(chat, user, lambda room: room.kind != "direct")
    return Done([*gone, updated(user, role=role, **erases, **FORMER)], nothing)


def blocks(answers, person, asked):
    wanted = sorted(user for blocker, user in answers.chat.blocked if blocker == person)
    return asked.ok is not None and [user["id"] for user in asked.ok["users"]] == wanted or wanted


def users_list(answers, person, asked, limit):
    if answers.chat.roles[person] not in ADMINISTRATORS:
        raise No("forbidden")
    wanted = [shown_user(facts) for _, facts in sorted(answers.chat.users.items())][:limit]
    if asked.ok is None:
        return wanted
    # When somebody was last seen is a time, which is there while they are logged in somewhere.
    found = [{name: value for name, value in user.items() if name != "last_seen"} for user in asked.ok["users"]]
    return [*map(timeless_user, found)] == wanted or wanted


ACTS.update({
    "profile.update": profile_update, "block": block, "user.role": user_role, "user.deactivate": user_deactivate,
    "user.delete": user_delete, "account.delete": account_delete})
