"""How the guides are read: spans of code, what is printed for a shell, the tables under their headings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.support.documents import FENCE, ROOT, documents, name_of

NO_GUIDES = ("CHANGELOG.md", "benchmarks/results.md")
"""What stands in them was so when it was written."""
FOLDERS = ("docs", "benchmarks")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
SPAN = re.compile(r"`([^`]+)`")
PARAGRAPH = re.compile(r"\n\s*\n")
BAR = re.compile(r"\|(?=(?:[^`]*`[^`]*`)*[^`]*$)")
"""Between two cells: a bar that stands in no span of code."""
RULE = re.compile(r"\|[-:| ]+\|")
ENDS_A_COMMAND = re.compile(r"\s[|>&;#]|;|$")


@dataclass(frozen=True)
class Guide:
    """A document as people read it: its name, and its text without what is hidden in comments."""

    name: str
    text: str

    @classmethod
    def of(cls, path: Path) -> Guide:
        """The guide in this file."""
        return cls(name_of(path), COMMENT.sub("", path.read_text("utf-8")))

    @property
    def prose(self) -> str:
        """Without the fenced blocks."""
        return FENCE.sub("\n\n", self.text)

    def section(self, heading: str) -> Guide:
        """What stands under this heading, up to the next one that is no deeper."""
        lines = iter(self.text.splitlines(keepends=True))
        marks = next(
            (m[1] for line in lines if (m := re.fullmatch(rf"(#+) {re.escape(heading)}\n", line))), None
        )
        assert marks is not None, f"{self.name} has no heading {heading!r}"
        kept = []
        for line in lines:
            if re.match(rf"#{{1,{len(marks)}}} ", line):
                break
            kept.append(line)
        return Guide(f"{self.name}, {heading}", "".join(kept))

    def spans(self) -> list[str]:
        """The spans of code, each in one line however the paragraph was broken."""
        found = []
        for paragraph in PARAGRAPH.split(self.prose):
            found += [" ".join(span.split()) for span in SPAN.findall(paragraph)]
        return found

    def shell(self) -> list[str]:
        """The lines of the blocks for a shell, continued ones as one."""
        found: list[str] = []
        for info, text in FENCE.findall(self.text):
            if info.startswith("sh"):
                found += text.replace("\\\n", " ").splitlines()
        return found

    def rows(self) -> Iterator[Sequence[str]]:
        """The cells of each row of the tables, their heads left out."""
        lines = self.prose.splitlines()
        for line, following in zip(lines, [*lines[1:], ""], strict=True):
            if line.startswith("|") and not RULE.fullmatch(line) and not RULE.fullmatch(following):
                yield [cell.strip() for cell in BAR.split(line)[1:-1]]

    def first_column(self) -> list[str]:
        """The spans of code in the first cells of the tables' rows."""
        return [span for first, *_ in self.rows() for span in SPAN.findall(first)]


def guides() -> list[Guide]:
    """Every document that tells what there is."""
    return [
        Guide.of(path)
        for path in documents()
        if (path.parent == ROOT or name_of(path).startswith(FOLDERS)) and name_of(path) not in NO_GUIDES
    ]


def guide(name: str) -> Guide:
    """The guide with this path in the checkout."""
    return Guide.of(ROOT / name)


def command_in(text: str) -> str:
    """The command with its own arguments: without what comes of its output, and without a remark."""
    ends = ENDS_A_COMMAND.search(text)
    return text[: ends.start() if ends else None].strip()


def named(pattern: re.Pattern[str], among: Sequence[Guide]) -> dict[str, str]:
    """What the guides name in this way, anywhere, and a guide that does."""
    return {found: one.name for one in among for found in pattern.findall(one.text)}
