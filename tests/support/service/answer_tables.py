"""The tables of a page of statistics, read from its HTML, and numbers as people write them."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import NamedTuple

NUDGE = 1e-9
"""What adding up in another order may leave: a number in the middle of two roundings is either."""


class ReadCell(NamedTuple):
    """A cell: its text without a remark, where its link leads, and the remark."""

    text: str
    href: str
    remark: str


class ReadTable(NamedTuple):
    """A table: the texts of its head, and its rows."""

    heads: list[str]
    rows: list[list[ReadCell]]


class TableReader(HTMLParser):
    """Reads the tables of answers of a page, the titles of its charts, its sentence, the way to more rows."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[ReadTable] = []
        self.titles: list[str] = []
        self.sentence = self.more = ""
        self._rows: list[list[ReadCell]] | None = None
        self._into: list[str] | None = None
        self._text: list[str] = []
        self._remark: list[str] = []
        self._href = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        classes = (named.get("class") or "").split()
        if tag == "table" and "answers" in classes:
            self._rows = []
        elif tag == "tr" and self._rows is not None:
            self._rows.append([])
        elif tag in ("th", "td", "title") or (tag == "p" and "answer-said" in classes):
            self._text, self._remark, self._href = [], [], ""
            self._into = self._text
        elif tag == "a":
            self._href = named.get("href") or ""
            self.more = self._href if named.get("rel") == "next" else self.more
        elif tag == "small" or (tag == "span" and named.get("aria-hidden") and self._rows is not None):
            self._into = self._remark

    def handle_data(self, data: str) -> None:
        if self._into is not None:
            self._into.append(data)

    def handle_endtag(self, tag: str) -> None:
        text = "".join(self._text).strip()
        if tag in ("th", "td") and self._rows:
            self._rows[-1].append(ReadCell(text, self._href, "".join(self._remark).strip()))
            self._into = None
        elif tag in ("small", "span") and self._into is self._remark:
            self._into = self._text
        elif tag == "title":
            self.titles.append(text)
            self._into = None
        elif tag == "p" and self._rows is None and self._into is not None:
            self.sentence = self.sentence or text
            self._into = None
        elif tag == "table" and self._rows is not None:
            head, *rows = self._rows
            self.tables.append(ReadTable([cell.text for cell in head], rows))
            self._rows = None


def written(number: float | None, *, share: bool = False) -> set[str]:
    """A number as a page may write it: a share in whole per cents, others in few digits."""
    if number is None:
        return {"–"}
    around = (number - NUDGE * max(1.0, abs(number)), number, number + NUDGE * max(1.0, abs(number)))
    return {f"{one * 100:.0f} %" if share else _few_digits(one) for one in around}


def _few_digits(number: float) -> str:
    """Whole from a hundred on, one decimal from one on, else two digits; no zero behind the point."""
    size = abs(number)
    form = ",.0f" if size >= 100 else ".1f" if size >= 1 else ".2g"
    return f"{number:{form}}".removesuffix(".0").replace("-", "−")


def written_span(low: float, high: float, *, share: bool = False) -> set[str]:
    """Both ends of an interval; the unit stands behind the second one alone."""
    return {
        f"{one.removesuffix(' %')}–{other}"
        for one in written(low, share=share)
        for other in written(high, share=share)
    }
