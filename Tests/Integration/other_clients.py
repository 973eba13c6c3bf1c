"""Drives clients that nobody here wrote: python-socketio by a process of its interpreter, JavaScript's in chromium."""

import json
import os
import pathlib
import shutil
import subprocess

import pytest
from playwright.sync_api import sync_playwright

from roost_server import ROOT

HERE = pathlib.Path(__file__).parent / "clients"
INSTALLED = pathlib.Path(os.environ.get("ROOST_CLIENTS") or ROOT / ".venv" / "clients")
# A ping time-out for busy machines; 200 ms, the suites' own, is less than a client may need.
PATIENT = ("--ping-timeout", "4000", "--loops", "2")


class PythonClient:
    def __init__(self, interpreter, url, transports, auth=None):
        assert pathlib.Path(interpreter).exists(), f"{interpreter} is missing: run bin/clients"
        self.process = subprocess.Popen(
            [interpreter, HERE / "python_client.py", url, transports, json.dumps(auth)], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)

    def run(self, command, argument=None):
        self.process.stdin.write(json.dumps([command, argument]) + "\n")
        self.process.stdin.flush()
        result = json.loads(self.process.stdout.readline())
        assert "error" not in result, (command, argument, result)
        return result["ok"]

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


class JavaScriptClient:
    def __init__(self, browser, library, url, transports, auth=None):
        self.page = browser.new_page()
        self.page.goto(f"{url}/")
        self.page.add_script_tag(content=(INSTALLED / library).read_text())
        self.page.add_script_tag(content=(HERE / "javascript_client.js").read_text())
        self.page.evaluate("([url, transports, auth]) => { window.driver = new Driver(url, transports, auth); }",
                           [url, transports.split(","), auth])

    def run(self, command, argument=None):
        return self.page.evaluate("([command, argument]) => driver.run(command, argument)", [command, argument])

    def close(self):
        self.page.close()


@pytest.fixture(scope="module")
def chromium():
    path = os.environ.get("ROOST_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome") or shutil.which(
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
    assert path, "chromium is missing: run bin/setup --tests, or set ROOST_CHROMIUM"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path)
        yield browser
        browser.close()
