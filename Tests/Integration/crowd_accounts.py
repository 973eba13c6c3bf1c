"""What people of a crowd ask about accounts, their own and others'."""

from conftest import PASSWORD


def profile(acts, somebody):
    chance = somebody.chance
    return "profile.update", chance.choice([
        {"name": f"{acts.name(somebody).title()} Renamed"}, {"handle": f"h{chance.randrange(60)}"},
        {"avatar": {"picture": chance.choice(["cat", "owl"]), "color": "#102030"}}, {}])


def block(acts, somebody):
    chance = somebody.chance
    asked = [one.arguments for one in somebody.asked if one.name in ("direct", "block") and not one.must]
    if asked and chance.random() < 0.8:
        # Somebody with whom they have a room, or whom they blocked before.
        one = chance.choice(asked)
        user = one.get("user") or one["users"][0]
    else:
        user = acts.person(somebody)
    return "block", {"user": user, "blocked": chance.random() < 0.6}


def blocks(acts, somebody):
    return "blocks", {}


def role(acts, somebody):
    return "user.role", {"user": acts.person(somebody), "role": somebody.chance.choice(
        ["owner", "admin", "member", "member", "guest"])}


def deactivate(acts, somebody):
    return "user.deactivate", {"user": acts.person(somebody), "active": somebody.chance.random() < 0.3}


def delete(acts, somebody):
    return "user.delete", {"user": acts.person(somebody), "messages": somebody.chance.choice(["keep", "erase"])}


def delete_own(acts, somebody):
    return "account.delete", {"password": PASSWORD, "messages": somebody.chance.choice(["keep", "erase"])}


def users_list(acts, somebody):
    return "users.list", {"limit": 200}


ACCOUNT_ACTS = [
    (profile, 3), (block, 5), (blocks, 1), (role, 2), (deactivate, 1.5), (delete, 0.5), (delete_own, 0.1),
    (users_list, 1),
]

WRONG_ACCOUNTS = [
    lambda acts, somebody: ("block", {"user": somebody.id, "blocked": True}, {"invalid_argument"}),
    lambda acts, somebody: ("user.deactivate", {"user": somebody.id, "active": False}, {"invalid_argument"}),
    lambda acts, somebody: ("user.delete", {"user": somebody.id, "messages": "keep"}, {"invalid_argument"}),
    lambda acts, _: ("user.role", {"user": acts.ids[0], "role": "bot"}, {"invalid_argument"}),
    lambda acts, _: ("profile.update", {"handle": "-"}, {"invalid_argument"}),
]
