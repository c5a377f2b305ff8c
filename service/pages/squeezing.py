"""Squeezing: scripts and styles without the white space and the comments that people read them by.

Names stay as they are: what is shortened further is shortened by compression.
"""

from __future__ import annotations

import re

REMARK = re.compile(r"/\*.*?\*/", re.S)
BREATH = re.compile(r"\s*([{};,])\s*")
AFTER_A_COLON = re.compile(r":\s+")
INDENTED = re.compile(r"\n\s+")
PIECE = re.compile(
    r"""(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<remark>//[^\n]*|/\*.*?\*/)
    |(?P<space>\s+)
    |(?P<pattern>/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*)
    |(?P<word>[\w$]+)
    |(?P<sign>.)""",
    re.S | re.X,
)
TEMPLATE = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*", re.S)
ENDS_A_VALUE = re.compile(r"[\w$)\]}\"'`]$")
BEFORE_A_VALUE = re.compile(r"\b(?:return|typeof|case|in|of)$")
NEEDS_NO_LINE_AFTER = frozenset("{([;,=:?&|<>*!.")


def style(text: str) -> str:
    """A style. No text of it holds white space beside a brace, a comma, a colon or a semicolon."""
    bare = BREATH.sub(r"\1", REMARK.sub("", text))
    return AFTER_A_COLON.sub(":", bare).replace(";}", "}")


def script(text: str) -> str:
    """A script. Lines stay where their end may end a statement; within a template, where it has them.

    Raises ValueError for a template that does not end, and for a brace that closes nothing.
    """
    made, end = _code(text, 0)
    if end < len(text):
        raise ValueError("A brace of this script closes nothing.")
    return made


def _code(text: str, at: int) -> tuple[str, int]:
    """Code from here to the brace that closes it, or to the end; and where that is."""
    made: list[str] = []
    last, gap, depth = "", "", 0
    while at < len(text) and not (text[at] == "}" and not depth):
        if text[at] == "`":
            piece, at = _template(text, at + 1)
        else:
            found = PIECE.match(text, at)
            assert found is not None
            if found["pattern"] and ENDS_A_VALUE.search(last) and not BEFORE_A_VALUE.search(last):
                piece, blank = "/", False  # it divides
            else:
                piece, blank = found[0], found.lastgroup in ("space", "remark")
            at += len(piece)
            if blank:
                gap += piece
                continue
            depth += (piece == "{") - (piece == "}")
        made += (_kept(gap, last, piece), piece)
        last, gap = piece, ""
    return "".join(made), at


def _kept(gap: str, last: str, following: str) -> str:
    """What of the white space between two pieces is not there for people alone."""
    if not gap or not last:
        return ""
    if "\n" in gap and last[-1] not in NEEDS_NO_LINE_AFTER and following[0] not in ")]}.?:":
        return "\n"
    both = last[-1] + following[0]
    return " " if re.fullmatch(r"[\w$]{2}|\+\+|--", both) else ""


def _template(text: str, at: int) -> tuple[str, int]:
    """A template whose first sign stands before `at`, and where it ends."""
    made = ["`"]
    while True:
        found = TEMPLATE.match(text, at)
        assert found is not None
        made.append(INDENTED.sub("\n", found[0]))
        at = found.end()
        if text[at : at + 1] == "`":
            return "".join((*made, "`")), at + 1
        code, at = _code(text, at + 2)
        if at >= len(text):
            raise ValueError("A template of this script does not end.")
        made += ("${", code, "}")
        at += 1
