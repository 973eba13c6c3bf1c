"""Gives a server a disk that fails and a clock that is set, without a restart and without rights: see faults.c."""

import mmap
import pathlib
import shutil
import struct
import subprocess
import sys

import pytest

DAY = 86_400_000
_source = pathlib.Path(__file__).with_name("faults.c")


class Faults:
    """What one server's machine does wrong. `environment` is for the server's process."""

    def __init__(self, library, folder, data_dir):
        self._path = folder / "faults"
        self._path.write_bytes(bytes(16))
        with open(self._path, "r+b") as file:
            self._orders = mmap.mmap(file.fileno(), 16)
        self.environment = {
            "LD_PRELOAD": str(library), "ROOST_FAULTS_FILE": str(self._path), "ROOST_FAULTS_FOLDER": str(data_dir)}

    def fail(self, error):
        """From now on whatever changes the data folder fails with `error`, a number of errno."""
        self._orders[0:8] = struct.pack("=q", error)

    def recover(self):
        self.fail(0)

    def set_clock(self, ahead):
        """The time of day is `ahead` of the true one from now on, in milliseconds; what measures time is not touched."""
        self._orders[8:16] = struct.pack("=q", ahead)


@pytest.fixture(scope="session")
def faults_library(tmp_path_factory):
    if sys.platform != "linux":
        pytest.skip("a library that is loaded before the C library needs Linux")
    compiler = next((found for name in ("cc", "clang", "gcc") if (found := shutil.which(name))), None)
    if compiler is None:
        pytest.skip("needs a C compiler")
    library = tmp_path_factory.mktemp("faults") / "faults.so"
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-O2", "-Wall", "-Werror", "-o", str(library), str(_source), "-ldl"], check=True)
    return library


@pytest.fixture
def faults(faults_library, tmp_path):
    return Faults(faults_library, tmp_path, tmp_path / "data0")
