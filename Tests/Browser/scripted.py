"""The app's views over a core that a test plays: every answer is in its hand, also those that a server gives rarely."""

import json
import mimetypes
import pathlib

from page import Page
from roost_server import ROOT

#: Nothing listens there: each request is answered by the test. A page of localhost may use the clipboard.
ORIGIN = "http://localhost:9"

CORE = """
export async function startCore({ view }) {
  window.show = (change) => view({ f: "view", ...change });
  window.intents = [];
  const core = {
    send: (intent) => window.intents.push(intent),
    ask: async (name, args) => {
      const answer = JSON.parse(await window.answer(name, JSON.stringify(args)));
      if (answer.ok) return answer.ok;
      throw Object.assign(new Error(answer.error.message), { retry: false, field: null, retryAfter: null }, answer.error);
    },
  };
  document.documentElement.dataset.scripted = "";
  return core;
}
"""

POLICY = ("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'; "
          "require-trusted-types-for 'script'; trusted-types 'none'")


class Refused(Exception):
    """Raised by an answer of the script: what the server refuses with."""

    def __init__(self, code, message="No.", **more):
        super().__init__(message)
        self.error = {"code": code, "message": message, "retry": code in ("unavailable", "busy", "rate_limited"), **more}


class ScriptedPage(Page):
    """A window on the chat of `user`; `answers[name](**arguments)` answers what views ask, and `asked` keeps it all."""

    def __init__(self, context, user, answers):
        super().__init__(context.new_page())
        self.answers = {"me": lambda: {"user": user}, "reports": lambda **_: {"reports": [], "more": False}, **answers}
        self.asked = []
        self.page.expose_function("answer", self._answer)
        self.page.route(f"{ORIGIN}/**", self._serve)
        self.page.goto(ORIGIN)
        # The page's policy lets no function be waited for.
        self.page.wait_for_selector("[data-scripted]")
        self.show(v="me", user=user)
        self.show(v="screen", name="chat")
        self.connection("online")
        self.show(v="rooms.reset", rooms=[])
        self.show(v="room", room=None, state="empty")

    def field(self, label):
        # Dialogs that are closed have fields of the same names.
        return super().field(label).locator("visible=true")

    def show(self, **change):
        self.page.evaluate("change => window.show(change)", change)

    def connection(self, state):
        self.show(v="connection", state=state, queued=0, retryIn=None)

    def asked_for(self, name):
        return [arguments for one, arguments in self.asked if one == name]

    def _answer(self, name, arguments):
        arguments = json.loads(arguments)
        self.asked.append((name, arguments))
        try:
            return json.dumps({"ok": self.answers[name](**arguments)})
        except Refused as refused:
            return json.dumps({"error": refused.error})

    def _serve(self, route):
        path = route.request.url.removeprefix(ORIGIN).split("?")[0]
        if path == "/assets/core.js":
            return route.fulfill(body=CORE, content_type="text/javascript")
        file = pathlib.Path(ROOT, "Web", path.removeprefix("/assets/")) if path.startswith("/assets/") else pathlib.Path(ROOT, "Web/index.html")
        if path == "/roost.svg":
            return route.fulfill(body="<svg xmlns='http://www.w3.org/2000/svg'/>", content_type="image/svg+xml")
        if not file.is_file():
            return route.fulfill(status=404)
        return route.fulfill(
            body=file.read_bytes(), content_type=mimetypes.guess_type(file.name)[0] or "text/plain",
            headers={"Content-Security-Policy": POLICY})
