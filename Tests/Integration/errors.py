"""What the server refuses."""


class Refused(Exception):
    """An answer `{"error": …}`."""

    def __init__(self, error):
        super().__init__(f"{error.get('code')}: {error.get('message')}")
        self.error = error
        self.code = error.get("code")


class Closed(Exception):
    """The connection ended; `code` is the WebSocket's, where there was one."""

    def __init__(self, reason, code=None):
        super().__init__(reason)
        self.code = code


def unwrap(answer):
    """The content of `{"ok": …}`; an error, checked for its form, is raised."""
    assert isinstance(answer, dict) and len(answer) == 1, f"an answer has one member, ok or error: {answer!r}"
    if "ok" in answer:
        assert isinstance(answer["ok"], dict), f"ok is an object: {answer!r}"
        return answer["ok"]
    error = answer["error"]
    check_error(error)
    raise Refused(error)


def check_error(error):
    assert isinstance(error["code"], str) and error["code"], error
    assert isinstance(error["message"], str) and error["message"], error
    assert isinstance(error["retry"], bool), error
    if "retry_after" in error:
        assert isinstance(error["retry_after"], int) and error["retry_after"] > 0, error
    if "field" in error:
        assert isinstance(error["field"], str), error
