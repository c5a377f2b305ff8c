"""Squeezing: scripts and styles without the white space and the comments that people read them by.

Names stay as they are: what is shortened further is shortened by compression.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

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
CLOSED = re.compile(r"</\w+>")
AROUND_A_TAG = re.compile(r"\s*\n\s*(?=<)|(?<=>)\s*\n\s*")
AT_THE_BEGINNING = re.compile(r"^\s*\n\s*")
AT_THE_END = re.compile(r"\s*\n\s*$")
HEADS = ("for", "if", "while")
OPENS = ("(", "[", "{")
CLOSES = (")", "]", "}")
STARTS = ("", ";", "{")
MARKUP = "html"
"""The tag of templates that hold markup (htm): it closes what was opened last, whatever the name."""
NEEDS_NO_LINE_AFTER = frozenset("{([;,=:?&|<>*!.")
MAY_GO = frozenset(",;")


def style(text: str) -> str:
    """A style. No text of it holds white space beside a brace, a comma, a colon or a semicolon."""
    bare = BREATH.sub(r"\1", REMARK.sub("", text))
    return AFTER_A_COLON.sub(":", bare).replace(";}", "}")


def script(text: str) -> str:
    """A script. Lines stay where their end may end a statement; within a template, where it has them.

    A comma or a semicolon before what closes goes, unless it stands for a hole or an empty statement; so do
    white space that markup (htm) does not keep and the names of what it closes. Constants that follow each
    other are declared as one.

    Raises ValueError for a template that does not end, and for a brace that closes nothing.
    """
    made, end = _code(text, 0)
    if end < len(text):
        raise ValueError("A brace of this script closes nothing.")
    return made


def _code(text: str, at: int) -> tuple[str, int]:
    """Code from here to the brace that closes it, or to the end; and where that is."""
    made: list[str] = []
    last, gap, headed = "", "", False
    within = [_Within("")]
    while at < len(text) and not (text[at] == "}" and len(within) == 1):
        if text[at] == "`":
            piece, at = _template(text, at + 1, markup=last == MARKUP)
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
        if piece == "const" and last == ";" and within[-1].declares:
            made[-1], last, gap = ",", ",", ""
            continue
        if last in MAY_GO and _goes(made, headed=headed, before=piece):
            made.pop()
            last = made[-1]
        kept = _kept(gap, last, piece)
        begins = kept == "\n" or last in STARTS
        within[-1].declares = piece == "const" if begins else within[-1].declares
        headed = (piece == ")" and within[-1].head in HEADS) or (headed and piece == ";")
        if piece in OPENS:
            within.append(_Within(last))
        elif piece in CLOSES and len(within) > 1:
            within.pop()
        made += (kept, piece) if kept else (piece,)
        last, gap = piece, ""
    return "".join(made), at


@dataclass(slots=True)
class _Within:
    """Brackets that are open: what stands before them, and whether constants are being declared in them."""

    head: str
    declares: bool = False


def _goes(made: list[str], *, headed: bool, before: str) -> bool:
    """Whether the last piece says nothing before what closes. `headed`: it follows the head of a loop."""
    match made:
        case [*_, "," | "[", ","]:
            return False
        case [*_, ","]:
            return before in CLOSES
        case [*_, "{" | "}" | "else" | ";", ";"]:
            return False
        case [_, *_, ";"]:
            return before == "}" and not headed
        case _:
            return False


def _kept(gap: str, last: str, following: str) -> str:
    """What of the white space between two pieces is not there for people alone."""
    if not gap or not last:
        return ""
    if "\n" in gap and last[-1] not in NEEDS_NO_LINE_AFTER and following[0] not in ")]}.?:":
        return "\n"
    both = last[-1] + following[0]
    return " " if re.fullmatch(r"[\w$]{2}|\+\+|--", both) else ""


def _template(text: str, at: int, *, markup: bool) -> tuple[str, int]:
    """A template whose first sign stands before `at`, and where it ends."""
    made = ["`"]
    in_a_tag = False
    while True:
        found = TEMPLATE.match(text, at)
        assert found is not None
        told = INDENTED.sub("\n", found[0])
        if markup:
            told, in_a_tag = _markup(told, in_a_tag=in_a_tag)
            if told.startswith(">") and made[-1] == "}" and made[-4].endswith("</"):
                del made[-3:]
        made.append(told)
        at = found.end()
        if text[at : at + 1] == "`":
            return "".join((*made, "`")), at + 1
        code, at = _code(text, at + 2)
        if at >= len(text):
            raise ValueError("A template of this script does not end.")
        made += ("${", code, "}")
        at += 1


def _markup(text: str, *, in_a_tag: bool) -> tuple[str, bool]:
    """A piece of markup without what htm drops, and whether it ends within a tag."""
    if not in_a_tag:
        text = AT_THE_BEGINNING.sub("", text)
    if "<" in text or ">" in text:
        in_a_tag = text.rfind("<") > text.rfind(">")
    if not in_a_tag:
        text = AT_THE_END.sub("", text)
    return CLOSED.sub("</>", AROUND_A_TAG.sub("", text)), in_a_tag
