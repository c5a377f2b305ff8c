"""The guides for authors of clients: one page per document, and one per chapter of `api.md`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from flask import Blueprint, Response, abort, render_template
from markdown_it import MarkdownIt
from msgspec import Struct

from service.pages.page import HEADERS, page
from service.problems import KINDS

routes = Blueprint("guides", __name__)

API = "api"
WHOLE = ("questions", "clients", "clubs", "editions", "people", "chance", "file-format", "webhooks")
"""Documents that are a page each; of `api.md` each chapter is."""
OF_STATISTICS = (
    "shares",
    "counts",
    "spread",
    "differences",
    "company",
    "curves",
    "decisions",
    "choosing",
    "rows",
)
"""Documents in the folder `statistics`, a page for each idea."""

CLIENT = "tablelog_client.py"
COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
LINK = re.compile(r"\[([^\]\[]+)\]\(([^)\s]+)\)")


class Guide(Struct, frozen=True):
    """A page: what its address ends with, what it is called, its Markdown."""

    slug: str
    title: str
    text: str


@routes.route("/docs/<slug>")
def guide(slug: str) -> Response:
    """A guide."""
    found = guides().get(slug)
    if found is None:
        abort(404)
    shown = render_template("guide.html", guide=found, guides=guides().values(), html=as_html(found))
    return page(shown)


@routes.route(f"/docs/{CLIENT}")
def client() -> Response:
    """The Python client in one file."""
    source = (folder() / "clients" / CLIENT).read_bytes()
    named = {"Content-Disposition": f"attachment; filename={CLIENT}"}
    return Response(source, headers=HEADERS | named, content_type="text/x-python; charset=utf-8")


@routes.route("/problems/<kind>")
def problem(kind: str) -> Response:
    """The type of a problem leads to its row in the guide."""
    if kind not in KINDS:
        abort(404)
    return Response(status=302, headers={"Location": f"/docs#{kind}"})


def folder() -> Path:
    """Where the documents are: in the checkout, else in the package."""
    package = Path(__file__).parents[1]
    return next(path for path in (package.parent / "docs", package / "guides") if path.is_dir())


@cache
def guides() -> Mapping[str, Guide]:
    """Every guide by its slug, in the order in which they are read."""
    chapters = re.split(r"^## ", read(API), flags=re.MULTILINE)[1:]
    found = [made(slug_of(chapter.partition("\n")[0]), f"## {chapter}") for chapter in chapters]
    found += [made(name, read(name)) for name in WHOLE[:1]]
    found += [made(name, read(f"statistics/{name}")) for name in OF_STATISTICS]
    found += [made(name, read(name)) for name in WHOLE[1:]]
    return {one.slug: one for one in found}


def made(slug: str, text: str) -> Guide:
    """A guide, whose title is its first heading."""
    heading = HEADING.search(text)
    assert heading is not None
    return Guide(slug, heading[1].replace("`", ""), text[heading.end() :])


def read(name: str) -> str:
    """A document without its comments."""
    return COMMENT.sub("", (folder() / f"{name}.md").read_text("utf-8"))


def slug_of(heading: str) -> str:
    """A heading as the end of an address, as the documents' own links have it."""
    return re.sub(r"[^a-z0-9-]", "", heading.lower().replace(" ", "-"))


def as_html(guide: Guide) -> str:
    """A guide's text as HTML. Links lead to other guides; other links become plain text."""
    text = LINK.sub(lambda link: linked(link[1], link[2]), guide.text)
    html: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    html = html.replace("<table>", '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>')
    html = html.replace("</table>", "</table></div>").replace("<th>", '<th scope="col">')
    return html.replace("<pre>", '<pre class="scroll" tabindex="0">')


def linked(words: str, target: str) -> str:
    """A link of a document as this service has it."""
    name, _, anchor = target.partition("#")
    if name.startswith("https:"):
        return f"[{words}]({target})"
    if name.endswith(CLIENT):
        return f"[{words}](/docs/{CLIENT})"
    slug = anchor if name in ("", f"{API}.md") else Path(name).stem
    if name == f"{API}.md" and not anchor:
        return f"[{words}](/docs)"
    return f"[{words}](/docs/{slug})" if slug in guides() else words
