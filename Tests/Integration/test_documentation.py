"""The library's documentation: each block of Swift in its articles and each line of its tables compiles, each link leads
somewhere, and each public symbol is described. Needs the modules of the debug build."""

import json
import pathlib
import re
import shutil
import subprocess

import pytest

from roost_server import ROOT

CATALOG = ROOT / "Sources" / "Transport" / "SocketIOServer" / "SocketIOServer.docc"
GIVEN = pathlib.Path(__file__).parent / "articles"
MODULES = ROOT / ".build" / "debug" / "Modules"
TABLES = "FromNode"
ARTICLES = sorted(page.stem for page in CATALOG.glob("*.md") if page.stem != TABLES)


def compile_swift(folder, main, given, *options):
    """Compiles `main` as a program with the file `given` beside it; fails with what the compiler says."""
    assert MODULES.exists(), f"{MODULES} is missing: run `swift build --build-tests` first"
    (folder / "main.swift").write_text(main)
    files = [folder / "main.swift", *([given] if given.exists() else [])]
    maps = [option for path in sorted((ROOT / "Sources" / "System").glob("*/module.modulemap"))
            for option in ("-Xcc", f"-fmodule-map-file={path}")]
    packages = ["libuv", "openssl", "zlib"]
    flags = subprocess.run(["pkg-config", "--cflags-only-I", *packages], check=True, capture_output=True, text=True)
    includes = [option for flag in flags.stdout.split() for option in ("-Xcc", flag)]
    result = subprocess.run(
        ["swiftc", "-c", "-wmo", "-o", folder / "main.o", "-module-name", "Article", "-swift-version", "6",
         "-module-cache-path", ROOT / ".build" / "articles", "-I", MODULES, *maps, *includes, *options, *files],
        capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, f"{result.stderr}\n{numbered(main)}"


def numbered(text):
    return "\n".join(f"{number:4} {line}" for number, line in enumerate(text.splitlines(), 1))


def programs(page):
    """The Swift of an article: a block that begins with an import begins a program, others continue it."""
    programs = []
    for block in re.findall(r"^```swift\n(.*?)^```$", page.read_text(), re.S | re.M):
        if block.startswith("import "):
            programs.append(block)
        else:
            assert programs, f"{page.name}: the first block imports nothing"
            programs[-1] += "\n" + block
    return programs


@pytest.mark.parametrize("page", [*(CATALOG / f"{article}.md" for article in ARTICLES), ROOT / "README.md"],
                         ids=lambda page: page.stem)
def test_each_block_of_swift_compiles(page, tmp_path):
    found = programs(page)
    assert found
    for number, program in enumerate(found):
        folder = tmp_path / str(number)
        folder.mkdir()
        compile_swift(folder, program, GIVEN / f"{page.stem}.swift", "-warnings-as-errors")


def test_the_adapter_of_the_article_is_the_one_that_the_tests_try():
    tried = (ROOT / "Tests" / "SocketIOServerTests" / "BusAdapter.swift").read_text()
    blocks = re.findall(r"^```swift\n(.*?)^```$", (CATALOG / "WritingAnAdapter.md").read_text(), re.S | re.M)
    _, bus = blocks[0].split("\n\n", 1)
    assert bus in tried and blocks[1] in tried


def test_each_line_of_the_tables_for_those_who_know_node_compiles(tmp_path):
    cells = []
    for line in (CATALOG / f"{TABLES}.md").read_text().splitlines():
        columns = re.split(r" \| ", line)
        if line.startswith("| ") and not line.startswith("| --- |") and columns[-1].strip(" |") != "Swift":
            assert len(columns) == 2, line
            # Two backticks are links to symbols, which DocC checks.
            cells += re.findall(r"(?<!`)`([^`]+)`(?!`)", columns[1])
    assert len(cells) > 50
    assignments = "\n".join(
        f"    let {name} = given.{name}" for name in (
            "server", "rooms", "socket", "reference", "loops", "adapter", "certificate", "object", "id", "x", "y"))
    functions = [
        f"func line{number}(_ given: Given) async throws {{\n{assignments}\n"
        f"    var configuration = server.configuration\n    do {{\n        {cell.replace('…', '')}\n    }}\n}}\n"
        for number, cell in enumerate(cells)]
    compile_swift(tmp_path, "import SocketIOServer\n\n" + "\n".join(functions), GIVEN / f"{TABLES}.swift", "-suppress-warnings")


@pytest.fixture(scope="module")
def symbols():
    if not shutil.which("docc") and not pathlib.Path(shutil.which("swift")).resolve().with_name("docc").exists():
        pytest.skip("this toolchain has no docc")
    result = subprocess.run([ROOT / "bin" / "docs"], capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stderr + result.stdout
    graph = json.loads((ROOT / ".build" / "docs" / "symbols" / "SocketIOServer.symbols.json").read_text())
    return graph["symbols"]


def test_each_link_leads_somewhere(symbols):
    assert (ROOT / ".build" / "docs" / "SocketIOServer.doccarchive" / "index.html").exists()
    assert len(symbols) > 100


def test_each_public_symbol_is_described(symbols):
    undescribed = [
        ".".join(symbol["pathComponents"]) for symbol in symbols
        if "docComment" not in symbol and "::SYNTHESIZED::" not in symbol["identifier"]["precise"]]
    assert undescribed == []
