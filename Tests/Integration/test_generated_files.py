"""Files made from Unicode's data are what their scripts write, where Debian's packages with that data are."""

import pathlib
import subprocess

import pytest

from roost_server import ROOT

DATA = {
    "make-emoji": ["/usr/share/unicode/emoji/emoji-test.txt", "/usr/share/unicode/cldr/common/annotations/en.xml"],
    "make-punctuation": ["/usr/share/unicode/UnicodeData.txt"],
}


@pytest.mark.parametrize("script", DATA)
def test_up_to_date(script):
    if not all(pathlib.Path(path).exists() for path in DATA[script]):
        pytest.skip("needs Debian's unicode-data and unicode-cldr-core")
    checked = subprocess.run([ROOT / "bin" / script, "--check"], capture_output=True, text=True, timeout=60)
    assert checked.returncode == 0, checked.stderr
