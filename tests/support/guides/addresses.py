"""Addresses that the guides name, and the routes that they are of."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import NamedTuple

SESSION = "/v1/sessions/{id}"
"""What `…` stands for at the beginning of an address."""
HERE = r"(?:http://127\.0\.0\.1:8720|\$URL|\$api)"
NAMED = re.compile(rf"(?:(GET|POST|PUT|PATCH|DELETE) )?{HERE}?((?:…)?/[^\s?#\"'`]*)")
WITHIN = re.compile(rf"{HERE}(/[^\s?#\"'`]*)")
"""The address of a running Tablelog within a command."""
PLACE = re.compile(r"\{[^{}]+\}|[A-Z][A-Z_]*|…|\$\w+")
"""Stands for whatever may stand there."""
PART = re.compile(r"<(?:(\w+):)?(\w+)>")


class Address(NamedTuple):
    """A path as a guide names it, and the method where it names one."""

    method: str | None
    path: str


def address_in(span: str) -> Address | None:
    """The address that a span of code names: it begins with one, or asks a running Tablelog."""
    if found := NAMED.match(span):
        path = found[2].replace("…", SESSION, 1) if found[2].startswith("…") else found[2]
        return Address(found[1], path)
    if found := WITHIN.search(span):
        return Address(None, found[1])
    return None


def fits(rule: str, path: str, known: Mapping[str, Collection[str]]) -> bool:
    """Whether the path is one of this route's.

    known: by the name of a part of routes, what may stand there; of another part, no word but a number for
    a number is taken for one: the guides have placeholders there.
    """
    parts, given = rule.strip("/").split("/"), path.strip("/").split("/")
    if parts and parts[-1].startswith("<path:"):
        parts, given = parts[:-1], given[: len(parts) - 1]
    return len(parts) == len(given) and all(map(_may_stand, parts, given, [known] * len(parts)))


def _may_stand(part: str, word: str, known: Mapping[str, Collection[str]]) -> bool:
    open_part = PART.fullmatch(part)
    if open_part is None:
        return part == word
    kind, name = open_part.groups()
    return bool(PLACE.fullmatch(word)) or word in known.get(name, ()) or (kind == "int" and word.isdecimal())
