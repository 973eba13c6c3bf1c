"""People who do everything but send, while something else is tested, and remember what must be true from then on."""

import itertools
import threading

from conftest import PASSWORD, profile
from errors import Closed, Refused
from wire import Wire

_numbers = itertools.count(1)


class Doer(threading.Thread):
    """The maker of a room does one thing after the other in it and on the server, in a random order.

    `facts` maps a name to the values that it may have: one where the last change was answered, two where it was not.
    """

    def __init__(self, community, owner, maker, victim, room, choices):
        super().__init__(daemon=True)
        self.parties = community, owner, maker, victim, room, choices
        self.community, self.owner, self.maker, self.victim, self.room, self.choices = self.parties
        self.facts = {("cursor",): {None}, ("member",): {True}}
        self.messages = {}
        self.done = {}
        self.stopping = threading.Event()
        self.failure = None
        self.progress = threading.Condition()

    def after(self):
        """The same people with the same memory, for the next connection."""
        successor = Doer(*self.parties)
        successor.facts, successor.messages, successor.done = self.facts, self.messages, self.done
        return successor

    @property
    def count(self):
        return sum(self.done.values())

    def run(self):
        try:
            self._work()
        except (Closed, OSError, TimeoutError):
            pass
        except BaseException as error:
            self.failure = error
        finally:
            with self.progress:
                self.progress.notify_all()

    def _work(self):
        self.wire = self.community.wire(self.maker)
        self.other = self.community.wire(self.victim)
        while not self.stopping.is_set():
            deed = self.choices.choice([
                self.delete, self.delete, self.mark, self.mark, self.come_or_go, self.come_or_go, self.log_out,
                self.make_channel, self.register])
            deed()
            with self.progress:
                self.done[deed.__name__] = self.done.get(deed.__name__, 0) + 1
                self.progress.notify_all()
        self.wire.close()
        self.other.close()

    def wait_for(self, count, seconds=60):
        with self.progress:
            assert self.progress.wait_for(lambda: self.count >= count or not self.is_alive(), seconds), self.done
        if self.failure:
            raise self.failure

    def _ask(self, wire, fact, value, name, /, **arguments):
        """Makes a request that makes `fact` be `value`; until it is answered it may be as before."""
        self.facts[fact] = self.facts.get(fact, set()) | {value}
        answer = wire.request(name, **arguments)
        self.facts[fact] = {value}
        return answer

    def delete(self):
        text = f"deed {next(_numbers)}"
        sent = self.wire.send(self.room, text, f"doer:{text.split()[1]}")
        self.messages[sent["seq"]] = text
        fact = "gone", sent["seq"]
        self.facts[fact] = {False}
        if self.choices.random() < 0.8:
            self._ask(self.wire, fact, True, "delete", room=self.room, seq=sent["seq"])

    def mark(self):
        if not self.messages:
            return
        # Each goes one way only: set back first, so that what it makes of the cursor is known.
        cursor, seqs = ("cursor",), sorted(self.choices.choices(list(self.messages), k=2))
        for name, seq, result in (("unread", 1, 0), ("read", seqs[1], seqs[1]), ("unread", seqs[0], seqs[0] - 1)):
            answer = self._ask(self.wire, cursor, result, name, room=self.room, seq=seq)
            assert self.facts[cursor] == {answer["seq"]}, (name, seq, answer)

    def come_or_go(self):
        if self.facts[("member",)] == {True}:
            if self.choices.random() < 0.5:
                self._ask(self.wire, ("member",), False, "member.remove", room=self.room,
                          user=self.victim["user"]["id"])
            else:
                self._ask(self.other, ("member",), False, "leave", room=self.room)
        else:
            self._ask(self.other, ("member",), True, "join", room=self.room)

    def log_out(self):
        wire = Wire(self.community.server.port)
        token = wire.request("login", email=self.victim["email"], password=PASSWORD)["token"]
        self.facts[("session", token)] = {True}
        if self.choices.random() < 0.7:
            self._ask(wire, ("session", token), False, "logout")
        wire.close()

    def make_channel(self):
        name = f"deed {next(_numbers)}"
        self.facts[("channel", name)] = {False}
        self._ask(self.wire, ("channel", name), True, "channel.create", name=name)

    def register(self):
        wire = self.community.wire(self.owner)
        code = wire.request("invite")["code"]
        wire.close()
        email = f"deed{next(_numbers)}@example.org"
        # Both change together or neither does.
        self.facts[("account", email)] = {False}
        self.facts[("invitation", code)] = {True, False}
        wire = Wire(self.community.server.port)
        self._ask(wire, ("account", email), True, "register", invitation=code, email=email, password=PASSWORD,
                  **profile("Deed"))
        self.facts[("invitation", code)] = {False}
        wire.close()

    def check(self, history):
        """Everything that was answered is so; what was not answered is as before or done. `history` is the room's."""
        port = self.community.server.port
        wire, other = self.community.wire(self.maker), self.community.wire(self.victim)
        messages = {event["seq"]: event for event in history if event["kind"] == "message"}
        (room,) = [entry for entry in wire.request("rooms")["rooms"] if entry["id"] == self.room]
        for fact, allowed in list(self.facts.items()):
            match fact:
                case ("cursor",):
                    found = room["cursor"] if allowed != {None} else None
                    allowed = allowed if None not in allowed else {*allowed, found}
                case ("member",):
                    found = self.room in [entry["id"] for entry in other.request("rooms")["rooms"]]
                case ("gone", seq):
                    found = messages[seq].get("gone", False)
                    assert found or messages[seq]["text"] == self.messages[seq]
                    assert not found or "text" not in messages[seq]
                case ("session", token):
                    found = lives(port, token)
                case ("channel", name):
                    answer = wire.answer(wire.begin("channel.create", {"name": name}))
                    assert "ok" in answer or answer["error"]["code"] == "name_taken", answer
                    found = "error" in answer
                    self.facts[fact] = {True}
                    assert found in allowed, f"{fact} is {found}, not one of {allowed}"
                    continue
                case ("account", email):
                    continue
                case ("invitation", code):
                    continue
            assert found in allowed, f"{fact} is {found}, not one of {allowed}"
            self.facts[fact] = {found}
        self._check_accounts(wire)
        for one in (wire, other):
            one.close()
        # What is settled for good need not be looked at again and again.
        for fact in [fact for fact, values in self.facts.items() if fact[0] in ("session", "channel")]:
            del self.facts[fact]

    def _check_accounts(self, wire):
        """Accounts are found by registering again; an invitation that was used is used up, with its account."""
        codes = {code: values for (kind, *rest), values in self.facts.items() if kind == "invitation" for code in rest}
        emails = [rest[0] for (kind, *rest) in self.facts if kind == "account"]
        stranger = Wire(self.community.server.port)
        spare = self.community.invitation()["code"]
        # The last few: guesses are slowed, and a refused registration counts as one.
        for email, (code, unused) in list(zip(emails, codes.items(), strict=True))[-4:]:
            allowed = self.facts[("account", email)]
            arguments = {"email": email, "password": PASSWORD, **profile("Deed")}
            refused = stranger.answer(stranger.begin("register", {"invitation": code, **arguments}))
            if "ok" in refused:
                found = False
                assert True in unused
                stranger.request("logout")
            elif refused["error"]["code"] == "invitation_invalid":
                found = True
                again = stranger.answer(stranger.begin("register", {"invitation": spare, **arguments}))
                assert again.get("error", {}).get("code") == "email_taken", "a used invitation made no account"
            else:
                raise AssertionError(refused)
            assert found in allowed, f"the account {email} is there: {found}, not one of {allowed}"
        stranger.close()
        for fact in [fact for fact in self.facts if fact[0] in ("account", "invitation")]:
            del self.facts[fact]


def lives(port, token):
    try:
        Wire(port, token).close()
    except Refused as refused:
        assert refused.code == "session_expired"
        return False
    return True
