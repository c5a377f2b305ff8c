"""Assets: scripts, styles and symbols, under a hash of all of them in their path and so kept for ever."""

from __future__ import annotations

import gzip
import hashlib
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import zopfli.gzip
from flask import Blueprint, Response, request
from msgspec import Struct
from msgspec.structs import replace

from service.http.problems import Problem
from service.pages.bundling import parted
from service.pages.modules import Module, read
from service.pages.squeezing import script, style

routes = Blueprint("assets", __name__)

FOLDER = Path(__file__).parent.parent / "web" / "static"
VENDOR = FOLDER / "vendor"
DIGEST_BYTES = 8
COMPRESSED_FROM = 400
KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".toml": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}
PAGES = {
    "table": "table/app.js",
    "home": "home/home.js",
    "catalogue": "home/catalogue.js",
    "join": "home/join.js",
    "games": "home/games.js",
    "links": "home/links.js",
    "open": "home/open.js",
    "reading": "reading/page.js",
    "replay": "replay/app.js",
    "beside": "beside/beside.js",
    "audit": "reading/audit.js",
    "charts": "charts/page.js",
    "compare": "charts/compare.js",
    "result": "result/page.js",
}
"""Pages, by the module that each begins with."""
RESTS = {"table": "table/rest.js"}
"""Of a page that has a rest, which no first view needs, the module that it begins with."""
LOOKS = {
    "table": ("tokens", "base", "table"),
    "replay": ("tokens", "base", "table", "replay"),
    "pages": ("tokens", "base", "pages", "reports", "charts"),
}
"""Styles that are sent as one, by the name of that one."""
FOR_EVER = "public, max-age=31536000, immutable"


class Asset(Struct, frozen=True):
    """A file as it is sent, plain and compressed beforehand."""

    kind: str
    plain: bytes
    packed: bytes


@cache
def assets() -> Mapping[str, Asset]:
    """Every file by its path below `static`, and below `pages` what a page loads: one script, one style."""
    found = {}
    for path in sorted(FOLDER.rglob("*")):
        if path.suffix in KINDS:
            plain = path.read_bytes() if path.suffix != ".css" else style(path.read_text("utf-8")).encode()
            name = path.relative_to(FOLDER).as_posix()
            found[name] = _asset(KINDS[path.suffix], plain)
    for page, first in PAGES.items():
        text, rest = parted(modules(), first, RESTS.get(page), f"./{page}.js")
        found[f"pages/{page}.js"] = _page_asset(KINDS[".js"], text.encode())
        if rest:
            found[rest_of(page)] = _page_asset(KINDS[".js"], rest.encode())
    for look, parts in LOOKS.items():
        found[f"pages/{look}.css"] = _page_asset(
            KINDS[".css"], b"".join(found[f"looks/{part}.css"].plain for part in parts)
        )
    return found


def rest_of(page: str) -> str:
    """The name of the file with the rest of this page."""
    return f"pages/{page}-rest.js"


@cache
def modules() -> Mapping[str, Module]:
    """The pages' own modules by their paths, and the libraries by the names that they are imported by."""
    libraries = tomllib.loads((VENDOR / "vendor.toml").read_text("utf-8"))["library"]
    found = {each["as"]: (VENDOR / each["file"]).read_text("utf-8") for each in libraries if "as" in each}
    for path in sorted(FOLDER.rglob("*.js")):
        if VENDOR not in path.parents:
            found[path.relative_to(FOLDER).as_posix()] = path.read_text("utf-8")
    known = {name: read(script(text)) for name, text in found.items()}
    # What was exported is declared with what was not, now that it is all within the module.
    return {name: replace(module, body=script(module.body)) for name, module in known.items()}


def _asset(kind: str, plain: bytes) -> Asset:
    return Asset(kind, plain, gzip.compress(plain, 9, mtime=0))


def _page_asset(kind: str, plain: bytes) -> Asset:
    """What each phone asks for: zopfli takes longer than zlib to find a smaller gzip."""
    return Asset(kind, plain, zopfli.gzip.compress(plain))


@cache
def digest() -> str:
    """The hash of all files with their names: modules import each other by relative paths below it."""
    made = hashlib.blake2b(digest_size=DIGEST_BYTES)
    for name, asset in assets().items():
        made.update(f"{name} {len(asset.plain)} ".encode() + asset.plain)
    return made.hexdigest()


def address(name: str) -> str:
    """Where a file is to be asked for. Raises KeyError where there is no such file."""
    assets()[name]
    return f"/static/{digest()}/{name}"


@routes.route("/static/<name:asked>/<path:path>")
def asset(asked: str, path: str) -> Response:
    """A file. Under the hash of another version it is sent as it is now, and not kept.

    The rest of a page is not: it does not fit to a page that was loaded from another version.
    """
    found = assets().get(path)
    if found is None or (asked != digest() and path in map(rest_of, RESTS)):
        raise Problem("not-found", "There is no such file.")
    gzip_accepted = request.accept_encodings.quality("gzip") > 0
    packed = gzip_accepted and len(found.plain) >= COMPRESSED_FROM
    answer = Response(found.packed if packed else found.plain, content_type=found.kind)
    answer.headers["Cache-Control"] = FOR_EVER if asked == digest() else "no-cache"
    answer.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    answer.vary.add("Accept-Encoding")
    if packed:
        answer.headers["Content-Encoding"] = "gzip"
    return answer
