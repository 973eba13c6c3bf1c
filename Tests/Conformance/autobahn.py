#!/usr/bin/env python3
"""Runs the Autobahn test suite against the built conformance server's WebSocket echo.

    Tests/Conformance/autobahn.py [quick | full | CASE ...]        CASE as the suite writes it: 7.1.6, '13.*'

The suite is installed from PyPI below .build/autobahn when it is not there; AUTOBAHN names an installation of your own. It
needs Python 2.7: `PY27`, `python2.7` on the path, or one of pyenv's. Without any the run is skipped, which is no failure.
CONFORMANCE_SERVER names the server's binary, by default the debug build's. `STRICT=1` lets NON-STRICT fail too.
"""

import collections
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PLACE = ROOT / ".build" / "autobahn"
REQUIREMENTS = HERE / "requirements-autobahn.txt"
AGENT = "roost"

# Framing, pings, reserved bits, opcodes, fragments, UTF-8, closing; of compression and long messages a sample.
QUICK = [f"{group}.*" for group in (1, 2, 3, 4, 5, 6, 7, 10)] + [
    "9.1.1", "9.2.1", "9.3.1", "9.5.1", "9.7.1", "12.1.1", "12.1.11", "12.2.3", "12.3.5", "12.4.7", "12.5.9",
    *(f"13.{group}.{case}" for group in range(1, 8) for case in (1, 4, 8, 12))]
GOOD = {"OK", "INFORMATIONAL"} if os.environ.get("STRICT") == "1" else {"OK", "INFORMATIONAL", "NON-STRICT"}


class Skip(Exception):
    pass


def python27():
    named = os.environ.get("PY27")
    root = pathlib.Path(os.environ.get("PYENV_ROOT") or pathlib.Path.home() / ".pyenv")
    for path in [named] if named else [*sorted(root.glob("versions/2.7*/bin/python")), shutil.which("python2.7")]:
        # pyenv puts a python2.7 on the path that only complains where no such version is chosen.
        if path and subprocess.run([path, "--version"], capture_output=True).returncode == 0:
            return str(path)
    raise Skip(f"{named} does not run" if named else "no Python 2.7 (PY27, python2.7, pyenv)")


def installed():
    """The suite's program."""
    if own := os.environ.get("AUTOBAHN"):
        return pathlib.Path(own) / "bin" / "wstest"
    wanted = REQUIREMENTS.read_bytes()
    stamp, program = PLACE / "installed.txt", PLACE / "env" / "bin" / "wstest"
    if stamp.exists() and stamp.read_bytes() == wanted and program.exists():
        return program
    python = python27()
    if shutil.which("cc") is None:
        raise Skip("no C compiler (cc) for the suite's dependencies")
    shutil.rmtree(PLACE, ignore_errors=True)
    PLACE.mkdir(parents=True)
    print("autobahn: installing from PyPI", flush=True)
    log = PLACE / "install.log"
    with log.open("w") as output:
        def run(*command, **environment):
            subprocess.run([str(part) for part in command], check=True, stdout=output, stderr=subprocess.STDOUT,
                           env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", **environment})
        try:
            run(python, "-m", "pip", "install", "--target", PLACE / "virtualenv", "virtualenv==16.7.12")
            run(python, "-m", "virtualenv", "--no-download", PLACE / "env",
                PYTHONPATH=str(PLACE / "virtualenv"))
            pip = PLACE / "env" / "bin" / "pip"
            run(pip, "install", "setuptools==44.0.0", "wheel==0.36.2")
            run(pip, "install", "incremental==16.10.1")
            run(pip, "install", "--no-deps", "--no-build-isolation", "-r", REQUIREMENTS)
        except subprocess.CalledProcessError:
            sys.exit(f"autobahn: installing failed, see {log}")
    stamp.write_bytes(wanted)
    return program


def served():
    """A started server and its port."""
    binary = pathlib.Path(os.environ.get("CONFORMANCE_SERVER") or ROOT / ".build" / "debug" / "conformance-server")
    if not binary.exists():
        sys.exit(f"autobahn: {binary} is missing: run `swift build --build-tests` first, or set CONFORMANCE_SERVER")
    server = subprocess.Popen([binary, "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
    line = server.stdout.readline()
    found = re.search(r":(\d+)\s*$", line)
    if not found:
        server.kill()
        sys.exit(f"autobahn: the server did not start: {line!r}")
    return server, int(found.group(1))


def judged(results, started):
    """Prints what is to be seen; whether all cases passed."""
    groups, bad = collections.defaultdict(collections.Counter), 0
    for case in sorted(results, key=lambda case: [int(part) for part in case.split(".")]):
        outcome, closing = results[case]["behavior"], results[case]["behaviorClose"]
        groups[case.split(".")[0]][outcome] += 1
        failed = outcome not in GOOD or closing not in GOOD
        bad += failed
        if failed or "NON-STRICT" in (outcome, closing):
            print(f"{'FAILED' if failed else 'note  '} {case}: {outcome}, closing {closing}")
    for group in sorted(groups, key=int):
        print(f"group {group}: " + ", ".join(f"{name} {count}" for name, count in sorted(groups[group].items())))
    lost = started - len(results)
    if lost:
        print(f"FAILED {lost} cases began and did not end")
    print(f"autobahn: {len(results) - bad} passed, {bad + lost} failed")
    return bool(results) and bad + lost == 0


def main(arguments):
    program = installed()
    cases = {"quick": QUICK, "full": ["*"]}.get(arguments[0] if arguments else "quick", arguments)
    reports = ROOT / ".build" / "autobahn-reports"
    shutil.rmtree(reports, ignore_errors=True)
    reports.mkdir(parents=True)
    server, port = served()
    try:
        plan = {"outdir": str(reports), "servers": [{"agent": AGENT, "url": f"ws://127.0.0.1:{port}/ws"}],
                "cases": cases, "exclude-cases": [], "exclude-agent-cases": {}}
        (reports / "plan.json").write_text(json.dumps(plan))
        log = reports / "wstest.log"
        with log.open("w") as output:
            ended = subprocess.run([program, "-m", "fuzzingclient", "-s", reports / "plan.json"], stdout=output,
                                   stderr=subprocess.STDOUT, timeout=3600).returncode
        index = reports / "index.json"
        if ended != 0 or not index.exists():
            sys.exit(f"autobahn: the suite ended with {ended}, see {log}")
        started = len(re.findall(r"^Running test case ID", log.read_text(errors="replace"), re.MULTILINE))
        passed = judged(json.loads(index.read_text())[AGENT], started)
        print(f"autobahn: {reports / 'index.html'} tells more")
        if server.poll() is not None:
            sys.exit(f"autobahn: the server ended by itself with {server.returncode}")
        return 0 if passed else 1
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(10)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Skip as reason:
        print(f"autobahn: skipped: {reason}")
