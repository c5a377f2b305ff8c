"""The prose linter: finds wordings that have a plainer English form (`patterns.toml`).

It reads sentences. In documents code is left out; in code everything but texts is.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.support.documents import FENCE, ROOT

PATTERNS = Path(__file__).parents[2] / "prose" / "patterns.toml"
HTML_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
CODE_SPAN = re.compile(r"`[^`]*`")
LINK_TARGET = re.compile(r"(?<=\])\([^)\s]*\)")
HEADING = re.compile(r"^#+ .*$", re.MULTILINE)
RULE_OF_A_TABLE = re.compile(r"^\|[-:| ]+\|$", re.MULTILINE)
BLOCK = re.compile(r"\n[ \t]*\n|\n(?=[ \t>]*(?:[-*]|\d+\.) )|\n(?=\|)|(?<=\|)(?=\n)|\|")
"""Between two blocks of prose: paragraphs, items of lists, cells of tables."""
END_OF_A_SENTENCE = re.compile(r"(?<=[.!?])[\"”)*_]*\s+|(?<=:)\s+(?=[A-Z])")
MARKS = ' \t\n>-*_"“(0123456789.'
"""What may come before the first word of a sentence."""
JS_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
JS_EXPRESSION = re.compile(r"\$\{[^{}`]*\}")
JS_TEXT = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|>[^<>{}]*[ ][^<>{}]*<")
JS_CLASS = re.compile(r"\bclass=(?:\$\{[^{}]*\}|\"[^\"]*\")")
JS_TAG = re.compile(r"<[^>]*>")
JS_CODE = re.compile(r"=>|[;=]|&&|\|\||\?\.")
TEMPLATE_TAG = re.compile(r"\{[{%#].*?[}%#]\}|<[^>]*>|<!--.*?-->", re.DOTALL)


@dataclass(frozen=True)
class Pattern:
    """A wording, what to write instead, an example of both, and the folders where it may be used."""

    find: re.Pattern[str]
    instead: str
    wrong: str
    right: str
    not_in: tuple[str, ...]


@dataclass(frozen=True)
class Finding:
    """Where a wording is, the wording, and what to write instead."""

    file: str
    line: int
    wording: str
    instead: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: “{self.wording}”: write {self.instead}"


@cache
def patterns() -> tuple[Pattern, ...]:
    """The patterns of `patterns.toml`."""
    listed = tomllib.loads(PATTERNS.read_text("utf-8"))["pattern"]
    return tuple(
        Pattern(
            re.compile(each["find"].replace(" ", r"\s+")),
            each["instead"],
            each["wrong"],
            each["right"],
            tuple(each.get("not_in", ())),
        )
        for each in listed
    )


def findings(path: Path) -> list[Finding]:
    """The findings in one file of the checkout."""
    return findings_in(path.read_text("utf-8"), path.relative_to(ROOT).as_posix())


def findings_in(text: str, name: str) -> list[Finding]:
    """The findings in the text of the file with this path in the checkout."""
    return [
        Finding(
            name, line + sentence.count("\n", 0, found.start()), " ".join(found[0].split()), pattern.instead
        )
        for line, sentence in READERS[Path(name).suffix](text)
        for pattern in patterns()
        if not name.startswith(pattern.not_in)
        for found in pattern.find.finditer(sentence)
    ]


def sentences(text: str, line: int = 1) -> Iterator[tuple[int, str]]:
    """Each sentence of a block of prose, with the number of its first line."""
    start = 0
    for end in [*END_OF_A_SENTENCE.finditer(text), None]:
        stop = end.end() if end is not None else len(text)
        sentence = text[start:stop]
        bare = sentence.lstrip(MARKS)
        if bare:
            yield line + text.count("\n", 0, stop - len(bare)), bare.rstrip()
        start = stop


def in_a_document(text: str) -> Iterator[tuple[int, str]]:
    """The sentences of a Markdown document. Headings, code and the targets of links are left out."""
    for code in (FENCE, HTML_COMMENT, HEADING, RULE_OF_A_TABLE):
        text = code.sub(lambda found: "\n" * found[0].count("\n"), text)
    for code in (CODE_SPAN, LINK_TARGET):
        text = code.sub(_placeholder, text)
    start = 0
    for end in [*BLOCK.finditer(text), None]:
        stop = end.start() if end is not None else len(text)
        yield from sentences(text[start:stop], 1 + text.count("\n", 0, start))
        start = end.end() if end is not None else stop


def _placeholder(found: re.Match[str]) -> str:
    return "".join("\n" if character == "\n" else "X" for character in found[0])


def _blank(found: re.Match[str]) -> str:
    return "".join("\n" if character == "\n" else " " for character in found[0])


def in_python(text: str) -> Iterator[tuple[int, str]]:
    """The sentences of the strings in Python code, and of the first line of each docstring.

    The rest of a docstring, notes below constants and single words are left out.
    """
    tree = ast.parse(text)
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(id(node.value))
        if isinstance(node, ast.JoinedStr):
            skipped |= {id(part) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = (ast.get_docstring(node) or "").partition("\n")[0]
            yield from sentences(CODE_SPAN.sub(_placeholder, first), getattr(node, "lineno", 1))
        if id(node) in skipped:
            continue
        match node:
            case ast.Constant(value=str(literal)) if " " in literal:
                yield from sentences(CODE_SPAN.sub(_placeholder, literal), node.lineno)
            case ast.JoinedStr(values=parts):
                literal = "".join(
                    part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else "X"
                    for part in parts
                )
                yield from sentences(literal, node.lineno)


def in_a_script(text: str) -> Iterator[tuple[int, str]]:
    """The sentences of the texts in a script of a page. Tags and code between texts are left out."""
    text = JS_COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text)
    text = JS_CLASS.sub(_placeholder, text)
    for found in JS_TEXT.finditer(text):
        words = JS_TAG.sub(_blank, JS_EXPRESSION.sub(_placeholder, found[0][1:-1]))
        if " " in words and JS_CODE.search(words) is None:
            yield from sentences(words, 1 + text.count("\n", 0, found.start()))


def in_a_template(text: str) -> Iterator[tuple[int, str]]:
    """The sentences of the text between the tags of a template."""
    start = 0
    for end in [*TEMPLATE_TAG.finditer(text), None]:
        stop = end.start() if end is not None else len(text)
        if " " in text[start:stop].strip():
            yield from sentences(text[start:stop], 1 + text.count("\n", 0, start))
        start = end.end() if end is not None else stop


READERS: dict[str, Callable[[str], Iterator[tuple[int, str]]]] = {
    ".md": in_a_document,
    ".py": in_python,
    ".js": in_a_script,
    ".html": in_a_template,
}
