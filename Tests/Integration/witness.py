"""Somebody whose traffic must go on whatever others do to the server."""


class Witness:
    """Two people on one channel, each on one connection for the witness's whole life."""

    def __init__(self, community):
        accounts = [community.account("Witness"), community.account("Companion")]
        self.room = community.channel(*accounts)
        self.speaker, self.hearer = (community.wire(account) for account in accounts)
        self.count = 0

    def check(self):
        """A message still goes from one to the other, on the connections they had from the beginning."""
        self.count += 1
        sent = self.speaker.send(self.room, f"still here {self.count}", f"w:{self.count}")
        heard = self.hearer.wait_for(
            "event", lambda event: event.get("room") == self.room and event["kind"] == "message")
        assert heard["id"] == sent["id"]
