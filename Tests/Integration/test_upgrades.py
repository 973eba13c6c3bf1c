"""From polling to a WebSocket, in every wrong order and with every wrong timing, on loops that share nothing."""

import json
import random
import re
import threading
import time

import pytest

from conftest import LONG, Community
from engine_polling import SEPARATOR, Polling, exchange
from errors import Closed
from load import Sender
from raw_websocket import RawWebSocket
from roost_server import Server

SECONDS = 10
ROUNDS = 100 if LONG else 12


@pytest.fixture(scope="module")
def four_loops(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("upgrades"), loops=4).start()
    yield Community(server)
    assert server.terminate() == 0


def soon():
    return time.monotonic() + SECONDS


def newcomer(polling):
    return RawWebSocket(polling.port, f"/socket.io/?EIO=4&transport=websocket&sid={polling.sid}")


class Poll(threading.Thread):
    """A poll that waits while something else is done."""

    def __init__(self, polling):
        super().__init__(daemon=True)
        self.polling = polling
        self.result = None
        self.start()

    def run(self):
        self.result = exchange(self.polling.port, "GET", self.polling.path, seconds=SECONDS)

    def finish(self):
        self.join(SECONDS)
        assert self.result, "the poll was not answered"
        return self.result


def ask(websocket, number):
    """A request over the new WebSocket, and everything up to its answer."""
    websocket.send_text(f'42{number}["me",{{}}]')
    texts = []
    while not (texts and texts[-1].startswith(f"43{number}[")):
        texts.append(websocket.receive_text(soon()))
    return texts


def is_over(polling):
    status, body = exchange(polling.port, "GET", polling.path)
    return status == 400 and json.loads(body)["code"] == 1


def test_a_waiting_poll_is_released_and_the_websocket_carries_on(four_loops):
    polling = Polling(four_loops.server.port, four_loops.account()["token"])
    poll = Poll(polling)
    websocket = newcomer(polling)
    websocket.send_text("2probe")
    assert websocket.receive_text(soon()) == "3probe"
    assert poll.finish() == (200, "6")
    websocket.send_text("5")
    ask(websocket, 7)
    for method, body in (("GET", None), ("POST", "3")):
        status, answer = exchange(polling.port, method, polling.path, body)
        assert status == 400 and json.loads(answer)["code"] == 3
    ask(websocket, 8)
    websocket.close()


def test_a_probe_may_come_twice_and_the_upgrade_without_one(four_loops):
    polling = Polling(four_loops.server.port, four_loops.account()["token"])
    websocket = newcomer(polling)
    for _ in range(2):
        websocket.send_text("2probe")
        assert websocket.receive_text(soon()) == "3probe"
    websocket.send_text("5")
    ask(websocket, 1)
    websocket.close()
    unasked = Polling(four_loops.server.port, four_loops.account()["token"])
    websocket = newcomer(unasked)
    websocket.send_text("5")
    ask(websocket, 1)
    websocket.close()


def test_a_second_websocket_is_turned_away_and_the_first_goes_on(four_loops):
    for _ in range(ROUNDS):
        polling = Polling(four_loops.server.port, four_loops.account()["token"])
        pair = [newcomer(polling) for _ in range(2)]
        for websocket in pair:
            websocket.send_text("2probe")
        taken, refused = [], []
        for websocket in pair:
            try:
                assert websocket.receive_text(soon()) == "3probe"
                taken.append(websocket)
            except Closed:
                refused.append(websocket)
        assert len(taken) == len(refused) == 1
        taken[0].send_text("5")
        ask(taken[0], 1)
        late = newcomer(polling)
        with pytest.raises(Closed):
            late.receive_text(soon())
        ask(taken[0], 2)
        taken[0].close()


@pytest.mark.parametrize("words", [[], ["2probe"], ["2probe", "2probe"], ["garbage"], ["4" + "x" * 9], ["2probe", "1"]])
def test_a_websocket_that_fails_leaves_the_session_to_polling(four_loops, words):
    account = four_loops.account()
    room = four_loops.channel(account)
    polling = Polling(four_loops.server.port, account["token"])
    poll = Poll(polling)
    websocket = newcomer(polling)
    for word in words:
        websocket.send_text(word)
    websocket.abort()
    number = polling.begin("send", {"room": room, "text": "still polling", "nonce": "n:1"})
    status, body = poll.finish()
    assert status == 200 and re.fullmatch("6|4[23].*", body, re.S), body
    if body == "6":
        assert "ok" in polling.answer(number)
    assert "ok" in polling.answer(polling.begin("me", {})) or body != "6"
    polling.post("1")
    assert is_over(polling)


def test_no_event_is_lost_or_doubled_between_the_transports(four_loops):
    """Everything that the polls and then the WebSocket brought, whatever moment the upgrade fell in."""
    listener, speaker = four_loops.account("Listener"), four_loops.account("Speaker")
    room = four_loops.channel(listener, speaker)
    sender = Sender("u", speaker, [room], window=8).begin(four_loops.server.port)
    choices = random.Random(11)
    for _ in range(ROUNDS):
        polling = Polling(four_loops.server.port, listener["token"])
        for _ in range(choices.randrange(3)):
            polling.poll(soon())
        heard = [payload for name, payload in polling.frames if name == "event"]
        poll = Poll(polling) if choices.random() < 0.5 else None
        websocket = newcomer(polling)
        if choices.random() < 0.3:
            websocket.send_text("2probe")
            websocket.abort()
            websocket = None
            while websocket is None:
                websocket = newcomer(polling)
                websocket.send_text("2probe")
                try:
                    assert websocket.receive_text(soon()) == "3probe"
                except Closed:
                    websocket = None
        else:
            websocket.send_text("2probe")
            assert websocket.receive_text(soon()) == "3probe"
        texts = poll.finish()[1].split(SEPARATOR) if poll else []
        websocket.send_text("5")
        texts += ask(websocket, 1)
        heard += [json.loads(text[2:])[1] for text in texts if text.startswith('42["event"')]
        seqs = [event["seq"] for event in heard if event.get("room") == room]
        assert seqs == list(range(seqs[0], seqs[0] + len(seqs))) if seqs else True, seqs
        websocket.abort()
    sender.finish()


def test_closing_while_polls_and_posts_come_on_other_loops_answers_each(four_loops):
    for turn in range(ROUNDS):
        polling = Polling(four_loops.server.port, four_loops.account()["token"] if turn % 2 else None)
        poll = Poll(polling)
        results = []
        posts = [threading.Thread(
            target=lambda body: results.append(exchange(polling.port, "POST", polling.path, body)[0]), args=(body,))
            for body in ("1", '421["me",{}]', "3", "1", "nonsense")]
        for post in posts:
            post.start()
        for post in posts:
            post.join(SECONDS)
        assert len(results) == len(posts) and set(results) <= {200, 400}
        assert poll.finish()[0] in (200, 400)
        assert is_over(polling)
        status, _ = exchange(polling.port, "POST", polling.path, "3")
        assert status == 400


def test_two_polls_at_once_end_the_session_and_both_are_answered(four_loops):
    polling = Polling(four_loops.server.port, four_loops.account()["token"])
    polls = [Poll(polling) for _ in range(2)]
    assert {poll.finish()[0] for poll in polls} == {200, 400}
    assert is_over(polling)


def test_a_poll_whose_connection_breaks_ends_the_session(four_loops):
    import socket

    polling = Polling(four_loops.server.port, four_loops.account()["token"])
    connection = socket.create_connection(("127.0.0.1", polling.port))
    connection.sendall(f"GET {polling.path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    status, _ = exchange(polling.port, "POST", polling.path, "3")
    assert status == 200
    connection.close()
    deadline = soon()
    while exchange(polling.port, "POST", polling.path, "3")[0] == 200:
        assert time.monotonic() < deadline, "the session outlived its poll"
