"""Assets: scripts, styles and symbols, under a hash of all of them in their path and so kept for ever."""

from __future__ import annotations

import gzip
import hashlib
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path, PurePosixPath
from typing import TypeVar

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
MAKERS = ("assets.py", "bundling.py", "modules.py", "squeezing.py")
FOR_EVER = "public, max-age=31536000, immutable"


class Asset(Struct, frozen=True):
    """A file as it is sent, plain and compressed beforehand."""

    kind: str
    plain: bytes
    packed: bytes


Value = TypeVar("Value")


class Made(Mapping[str, Value]):
    """Values by name, each made when it is asked for first and kept."""

    def __init__(self, names: Iterable[str], make: Callable[[str], Value]) -> None:
        self._names = dict.fromkeys(names)
        self._make = cache(make)

    def __getitem__(self, name: str) -> Value:
        if name not in self._names:
            raise KeyError(name)
        return self._make(name)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


@cache
def assets() -> Mapping[str, Asset]:
    """Every file by its path below `static`, and below `pages` what a page loads: one script, one style."""
    names = [path.relative_to(FOLDER).as_posix() for path in _files()]
    names += [f"pages/{page}.js" for page in PAGES] + [rest_of(page) for page in RESTS]
    names += [f"pages/{look}.css" for look in LOOKS]
    return Made(names, _made)


def _made(name: str) -> Asset:
    kind, (folder, _, file) = KINDS[PurePosixPath(name).suffix], name.partition("/")
    if folder != "pages":
        plain = (FOLDER / name).read_bytes()
        return _asset(kind, style(plain.decode()).encode() if name.endswith(".css") else plain)
    if name.endswith(".css"):
        parts = (assets()[f"looks/{part}.css"].plain for part in LOOKS[file.removesuffix(".css")])
        return _page_asset(kind, b"".join(parts))
    page = file.removesuffix(".js").removesuffix("-rest")
    script_of_page, rest = _bundle(page)
    return _page_asset(kind, (rest if name == rest_of(page) else script_of_page).encode())


@cache
def _bundle(page: str) -> tuple[str, str]:
    return parted(modules(), PAGES[page], RESTS.get(page), f"./{page}.js")


@cache
def _files() -> tuple[Path, ...]:
    """Every file that is sent, or that something sent is made from."""
    return tuple(path for path in sorted(FOLDER.rglob("*")) if path.suffix in KINDS)


def rest_of(page: str) -> str:
    """The name of the file with the rest of this page."""
    return f"pages/{page}-rest.js"


@cache
def modules() -> Mapping[str, Module]:
    """The pages' own modules by their paths, and the libraries by the names that they are imported by."""
    libraries = tomllib.loads((VENDOR / "vendor.toml").read_text("utf-8"))["library"]
    paths = {each["as"]: VENDOR / each["file"] for each in libraries if "as" in each}
    own = (path for path in sorted(FOLDER.rglob("*.js")) if VENDOR not in path.parents)
    paths |= {path.relative_to(FOLDER).as_posix(): path for path in own}

    def module(name: str) -> Module:
        found = read(script(paths[name].read_text("utf-8")))
        # What was exported is declared with what was not, now that it is all within the module.
        return replace(found, body=script(found.body))

    return Made(paths, module)


def _asset(kind: str, plain: bytes) -> Asset:
    return Asset(kind, plain, gzip.compress(plain, 9, mtime=0))


def _page_asset(kind: str, plain: bytes) -> Asset:
    """What each phone asks for: zopfli takes longer than zlib to find a smaller gzip."""
    return Asset(kind, plain, zopfli.gzip.compress(plain))


@cache
def digest() -> str:
    """The hash of all files with their names, and of what makes from them what is sent.

    Modules import each other by relative paths below it.
    """
    made = hashlib.blake2b(digest_size=DIGEST_BYTES)
    for path in (*_files(), *(Path(__file__).parent / name for name in MAKERS)):
        written = path.read_bytes()
        made.update(f"{path.relative_to(FOLDER.parents[1]).as_posix()} {len(written)} ".encode() + written)
    return made.hexdigest()


def address(name: str) -> str:
    """Where a file is to be asked for. Raises KeyError where there is no such file."""
    if name not in assets():
        raise KeyError(name)
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
