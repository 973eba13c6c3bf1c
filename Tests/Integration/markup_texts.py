"""Random texts from the pieces that chat Markdown is made of (tabs are not among them), and their two trees in one form."""

import re

PERSON, ROOM = "<@01hv5zq8w3k2m>", "<#01hv5zq8w3k2n>"
PIECES = [
    "*", "*", "**", "**", "***", "_", "_", "__", "__", "___", "~~", "~~", "~", "~~~", "`", "`", "``", "```", "\\", "\\*",
    "\\_", "\\`", "\\[", "\\\\", "[", "[", "]", "](", "](http://a.b)", "](<https://a.b/c d>)", "](mailto:a@b.c \"t\")",
    "](http://a.b/(c)", "(", ")", "<", ">", "<http://a.b/*c*>", "<mailto:a@b.c>", "<a@b.co>", "<https://x y>",
    "http://a.b", "https://a.b/c_d_", "HTTP://a", "http://a_b.c", "www.a.b", "www.a_b.c", "www.", "http://a.b/(c))",
    "http://a.b?q=1&r=2.", "://", "a@b.co", "mailto:a@b.c", "a.b@c-d.ef", "@", "a@b", ":tada:", ":+1:", ":a_b:", "::",
    "12:30:45", ":", PERSON, ROOM, "<@room>", "<@nobody>", "<@", "a", "b", "c", "ab", "word", "é", "你好", "。", "“", "”", "…",
    "\u00a0", "\u3000", "🎉", "1", "w", " ", " ", " ", "  ", ".", ",", "!", "?", "'", "\"", "-", "+", "=", "&", ";", "/",
]
LINE_STARTS = [
    "> ", ">", "> > ", "- ", "* ", "+ ", "-", "1. ", "2. ", "1) ", "10. ", "  ", "   ", " ", "- - ", "> - ", "- > ", "-   ",
    "```", "```\n", "~~~ js\n", "```swift x\n", "  ```", "    ",
]


def text(choices):
    """One text: lines of pieces, some behind marks of blocks, and sometimes a splice of it within itself."""
    lines = []
    for _ in range(choices.choice([1, 1, 1, 2, 3, 5, 8])):
        line = "".join(choices.choice(LINE_STARTS) for _ in range(choices.choice([0, 0, 0, 1, 1, 2])))
        line += "".join(choices.choice(PIECES) for _ in range(choices.choice([0, 1, 3, 6, 10, 16])))
        lines.append(line)
    made = "\n".join(lines)
    while choices.random() < 0.3 and made:
        start, end = sorted(choices.randrange(len(made) + 1) for _ in range(2))
        place = choices.randrange(len(made) + 1)
        made = made[:place] + made[start:end] + made[place:] if choices.random() < 0.7 else made[:start] + made[end:]
    return made[:2_000]


# Differences by design (docs/markup.md). What is here is all of them.

LANGUAGE_BYTES = 64


def ends_quotes(text):
    """A quote ends with the first line that has fewer `>`, or that is indented so far that it may not have them: the empty
    line that Markdown wants there is put in."""
    lines, depth = [], 0
    for line in text.split("\n"):
        start = re.match(r"(?:[ >]|[-+*](?= )|\d{1,9}[.)](?= ))*", line).group()
        marks = start.count(">")
        if depth and (marks < depth or "    " in start) and line.strip(" "):
            lines.append("")
        lines.append(line)
        depth = marks
    return "\n".join(lines)


def is_comparable(text, root):
    """Whether cmark-gfm found only what chat has: no headings, thematic breaks, HTML, images, indented code, references,
    character references, and no link to another kind of address."""
    # A scheme that stands twice is taken for a part of the address by cmark-gfm.
    if re.search(r"!\[|\]:|&#?\w+;|mailto:mailto:", text):
        return False
    # With runs of backticks of different lengths cmark-gfm 0.29 may miss a closing run that is there.
    runs = re.findall("`+", text)
    if len(runs) > 3 and len(set(runs)) > 1:
        return False
    lines = text.encode().split(b"\n")
    for element in root.iter():
        if element.tag in ("heading", "thematic_break", "html_block", "html_inline", "image"):
            return False
        if element.tag == "link" and not re.match(r"(https?://|mailto:).", element.get("destination"), re.I | re.S):
            return False
        if element.tag == "code_block" and not _is_fenced(element, lines):
            return False
    return _depth(root) < 10


def _is_fenced(element, lines):
    line, column = map(int, re.match(r"(\d+):(\d+)", element.get("sourcepos")).groups())
    before, start = lines[line - 1][:column - 1], lines[line - 1][column - 1:]
    return start[:3] in (b"```", b"~~~") and not before.endswith(b"    ")


def _depth(element):
    return 1 + max((_depth(child) for child in element), default=0)


def reference_tree(element):
    """cmark-gfm's tree as nested lists: every newline is a line break, texts are joined."""
    children = [reference_tree(child) for child in element]
    match element.tag:
        case "document" | "item": return children
        case "paragraph": return ["p", *joined(children)]
        case "block_quote": return ["q", *children]
        case "list" if element.get("type") == "bullet": return ["ul", *children]
        case "list": return ["ol", int(element.get("start")), *children]
        case "code_block":
            language = re.split(r"[ \t\v\f]", element.get("info") or "")[0]
            if len(language.encode()) > LANGUAGE_BYTES:
                language = ""
            return ["pre", language, (element.text or "").removesuffix("\n")]
        case "text": return element.text or ""
        case "code": return ["c", element.text or ""]
        case "softbreak" | "linebreak": return ["br"]
        case "strong": return ["b", *joined(children)]
        case "emph": return ["i", *joined(children)]
        case "strikethrough": return ["s", *joined(children)]
        case "link": return ["a", element.get("destination"), *joined(_without_links(children))]
    raise AssertionError(f"cmark-gfm has a {element.tag}")


def _without_links(children):
    """No link is inside a link: an address there is text."""
    for child in children:
        match child:
            case ["a", _, *inner]: yield from inner
            case [("b" | "i" | "s") as kind, *inner]: yield [kind, *joined(_without_links(inner))]
            case _: yield child


def roost_tree(node):
    """Roost's tree with mentions and shortcodes as the text that they are to Markdown."""
    if isinstance(node, str) or not node:
        return node
    if not isinstance(node[0], str):
        return [roost_tree(child) for child in node]
    match node:
        case ["m", user]: return f"<@{user}>"
        case ["r", room]: return f"<#{room}>"
        case ["all"]: return "<@room>"
        case ["e", shortcode]: return f":{shortcode}:"
        case ["c", _] | ["br"] | ["pre", _, _]: return node
        case ["ol", start, *items]: return ["ol", start, *map(roost_tree, items)]
        case ["a", url, *children]: return ["a", url, *joined(map(roost_tree, children))]
        case [kind, *children] if kind in ("p", "b", "i", "s"): return [kind, *joined(map(roost_tree, children))]
        case [kind, *children] if kind in ("q", "ul"): return [kind, *map(roost_tree, children)]
    raise AssertionError(f"Roost has a {node}")


def joined(children):
    result = []
    for child in children:
        if child == "":
            continue
        if isinstance(child, str) and result and isinstance(result[-1], str):
            result[-1] += child
        else:
            result.append(child)
    return result
