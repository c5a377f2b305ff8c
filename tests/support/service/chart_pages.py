"""Reading a page of charts: its drawings, its tables and its lists, as who has no script finds them."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Self

VOID = frozenset({"meta", "link", "input", "br", "img"})


class ChartPage(HTMLParser):
    """What a page of charts shows. drawn: the keys that have a drawing. rows: the table of each caption.

    links: all addresses. heads: the scopes of all heads of tables.
    """

    def __init__(self) -> None:
        super().__init__()
        self.drawn: list[str] = []
        self.rows: list[list[str]] = []
        self.links: list[str] = []
        self.scopes: list[str | None] = []
        self.styles: list[str] = []
        self._figure = ""
        self._cell = False

    @classmethod
    def of(cls, html: str) -> Self:
        """The page of this HTML."""
        page = cls()
        page.feed(html)
        return page

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        classes = (told.get("class") or "").split()
        if "style" in told:
            self.styles.append(tag)
        if tag == "section" and "figure" in classes:
            self._figure = (told["id"] or "").removeprefix("chart-")
        elif tag == "svg" and "chart" in classes:
            self.drawn.append(self._figure)
        elif tag == "a" and told.get("href") is not None:
            self.links.append(told["href"] or "")
        elif tag == "tr":
            self.rows.append([])
        elif tag in ("th", "td"):
            if tag == "th":
                self.scopes.append(told.get("scope"))
            self.rows[-1].append("")
            self._cell = True

    def handle_endtag(self, tag: str) -> None:
        if tag in ("th", "td"):
            self._cell = False

    def handle_data(self, data: str) -> None:
        if self._cell:
            self.rows[-1][-1] += data
