"""Debian's cmark-gfm as a library: what its command does with `-e strikethrough -e autolink
--strikethrough-double-tilde --to xml`, without a process for each text."""

import ctypes
import ctypes.util
import pathlib
import xml.etree.ElementTree as ElementTree

SOURCE_POSITIONS = 1 << 1
STRIKETHROUGH_DOUBLE_TILDE = 1 << 14
OPTIONS = SOURCE_POSITIONS | STRIKETHROUGH_DOUBLE_TILDE
# Characters that XML 1.0 cannot carry are not written by the generator; this is what its root is called.
NAMESPACE = "{http://commonmark.org/xml/1.0}"


def _load(name):
    found = ctypes.util.find_library(name)
    if found:
        return ctypes.CDLL(found, mode=ctypes.RTLD_GLOBAL)
    for folder in ("/usr/lib", "/opt/homebrew/lib", "/usr/local/lib"):
        for path in sorted(pathlib.Path(folder).glob(f"**/lib{name}.*")):
            if ".so" in path.name or path.suffix == ".dylib":
                return ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)
    return None


class Reference:
    """None of its functions may be called from two threads at a time."""

    def __init__(self):
        self._core = _load("cmark-gfm")
        self._extensions = _load("cmark-gfm-extensions")
        if not self._core or not self._extensions:
            raise FileNotFoundError("cmark-gfm is not installed (bin/setup --tests)")
        core, pointer = self._core, ctypes.c_void_p
        core.cmark_parser_new.restype = core.cmark_parser_finish.restype = pointer
        core.cmark_parser_new.argtypes = [ctypes.c_int]
        core.cmark_find_syntax_extension.restype = pointer
        core.cmark_find_syntax_extension.argtypes = [ctypes.c_char_p]
        core.cmark_parser_attach_syntax_extension.argtypes = [pointer, pointer]
        core.cmark_parser_feed.argtypes = [pointer, ctypes.c_char_p, ctypes.c_size_t]
        core.cmark_parser_finish.argtypes = core.cmark_parser_free.argtypes = core.cmark_node_free.argtypes = [pointer]
        core.cmark_render_xml.restype = pointer
        core.cmark_render_xml.argtypes = [pointer, ctypes.c_int]
        self._free = ctypes.CDLL(None).free
        self._free.argtypes = [pointer]
        self._extensions.cmark_gfm_core_extensions_ensure_registered()

    def tree(self, text):
        """The document's element, with the namespace taken off the names."""
        core, data = self._core, text.encode()
        parser = core.cmark_parser_new(OPTIONS)
        for name in (b"strikethrough", b"autolink"):
            core.cmark_parser_attach_syntax_extension(parser, core.cmark_find_syntax_extension(name))
        core.cmark_parser_feed(parser, data, len(data))
        document = core.cmark_parser_finish(parser)
        written = core.cmark_render_xml(document, OPTIONS)
        try:
            root = ElementTree.fromstring(ctypes.string_at(written))
        finally:
            self._free(written)
            core.cmark_node_free(document)
            core.cmark_parser_free(parser)
        for element in root.iter():
            element.tag = element.tag.removeprefix(NAMESPACE)
        return root
