"""The chat's Markdown beside another implementation: for its part of the language, cmark-gfm's trees.

ROOST_MARKUP_TEXTS and ROOST_MARKUP_SEED compare more texts, and others."""

import json
import os
import pathlib
import random
import subprocess

import markup_texts
from cmark import Reference
from roost_server import binary

TEXTS = int(os.environ.get("ROOST_MARKUP_TEXTS", 4_000))
SEED = int(os.environ.get("ROOST_MARKUP_SEED", 1))
TOOL = pathlib.Path(binary()).parent / "markup-trees"


def trees(texts):
    fed = "".join(json.dumps(text) + "\n" for text in texts)
    told = subprocess.run([TOOL], input=fed, capture_output=True, text=True, check=True, timeout=600).stdout
    return [json.loads(line) for line in told.splitlines()]


def test_trees_are_cmarks():
    reference = Reference()
    choices = random.Random(SEED)
    texts = [markup_texts.ends_quotes(markup_texts.text(choices)) for _ in range(TEXTS)]
    compared, differing = 0, []
    for text, tree in zip(texts, trees(texts), strict=True):
        root = reference.tree(text)
        if not markup_texts.is_comparable(text, root):
            continue
        compared += 1
        expected, found = markup_texts.reference_tree(root), markup_texts.roost_tree(tree)
        if expected != found:
            differing.append((len(text), text, expected, found))
    assert compared > TEXTS // 2, f"only {compared} of {TEXTS} texts could be compared"
    differing.sort(key=lambda one: one[0])
    shown = "\n".join(f"{text!r}\n  cmark-gfm {expected}\n  Roost     {found}" for _, text, expected, found in differing[:5])
    assert not differing, f"{len(differing)} of {compared} texts differ, the shortest:\n{shown}"
