"""Marks along a session, for who goes through it: rounds and turns, what was flagged, who scored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

from domain.kernel.messages import Json

KINDS: Mapping[str, str] = {"noted": "note", "corrected": "correction", "retracted": "retraction"}
"""The mark of an entry that is no action, by its kind."""


def marks(entries: Sequence[Mapping[str, Any]], scores: Sequence[Mapping[str, Any]]) -> list[dict[str, Json]]:
    """Marks in the order of their entries.

    `entries`: those of a timeline. `scores`: the points of the series of scores.
    """
    found = [*_moments(entries), *_kinds(entries), *_scores(scores)]
    return sorted(found, key=itemgetter("entry"))


def _moments(entries: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Json]]:
    """Rounds and turns of the live line: the entry after which they are on."""
    before: Mapping[str, Any] = {"round": None, "turn": None}
    for entry in entries:
        if not entry["live"] or entry["unreadable"]:
            continue
        for kind in ("round", "turn"):
            if entry[kind] != before[kind] and before[kind] is not None:
                yield _mark(entry["entry"], kind, value=entry[kind])
        before = entry


def _kinds(entries: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Json]]:
    for entry in entries:
        if entry["flagged"]:
            yield _mark(entry["entry"], "flag")
        if (kind := KINDS.get(entry["kind"])) is not None:
            yield _mark(entry["entry"], kind)


def _scores(points: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Json]]:
    """Every change of a seat's score; what it begins with is none."""
    known: dict[str, Json] = {}
    for point in points:
        seat, value = point["subject"], point["value"]
        if seat in known and known[seat] != value:
            yield _mark(point["entry"], "score", seat=seat, value=value)
        known[seat] = value


def _mark(entry: int, kind: str, *, seat: str | None = None, value: Json = None) -> dict[str, Json]:
    return {"entry": entry, "kind": kind, "seat": seat, "value": value}
