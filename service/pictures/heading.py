"""The head of a picture: which game, when, who won, and what each seat came to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.kernel.phrases import figure, lasted, listed
from domain.kernel.plain_words import readable
from service.charts.signs import Sign
from service.pictures import pieces
from service.pictures.ink import CARD, GOAL, LINE, QUIET, Ink, InkText, Rect
from service.pictures.measuring import fitted, width_of, wrapped
from service.results.bg_stats import whole

ROW, LINE_OF_PARTS = 46.0, 17.0
SMALL = 13.0


def headline(result: Mapping[str, Any]) -> str:
    """Who won, by the names that are known; or how it stands."""
    if result["status"] == "closed":
        return "Abandoned"
    if result["status"] == "open":
        return "So far"
    winners = [seat["name"] or seat["label"] for seat in result["seats"] if seat["winner"]]
    if not winners:
        return "Nobody wins"
    return f"{listed(winners)} {'win' if len(winners) > 1 else 'wins'}"


def facts(result: Mapping[str, Any]) -> str:
    """When and how long."""
    seats = sum(seat["place"] is not None for seat in result["seats"])
    told = [result["played_on"], f"{seats} {'seats' if seats > 1 else 'seat'}"]
    if result["minutes"]:
        told.append(lasted(result["minutes"]))
    return " · ".join(told)


def parts_of(seat: Mapping[str, Any]) -> list[str]:
    """The game's figures behind a seat's result, in words."""
    parts = (f"{readable(name)} {said(value)}" for name, value in seat["parts"].items())
    return [part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts]


def said(score: float | None) -> str:
    """A score or a part of it as people write it."""
    if score is None:
        return ""
    short = whole(score)
    return figure(short) if isinstance(short, int) else f"{short:g}".replace("-", "−")


def drawn(result: Mapping[str, Any], x: float, room: float) -> tuple[list[Ink], float]:
    """Title, winners and facts; and how low they reach."""
    quiet = facts(result)
    title, size = fitted(result["title"], 22, room - width_of(quiet, 17) - 20, bold=True)
    won, large = fitted(headline(result), 36, room, least=18, bold=True)
    ink: list[Ink] = [
        InkText(x, 52, size, title, bold=True),
        InkText(x + room, 52, 17, quiet, QUIET, anchor="end"),
        InkText(x, 100, large, won, bold=True),
    ]
    return ink, 124.0


def seats(
    result: Mapping[str, Any], signs: Mapping[str, Sign], x: float, y: float, room: float
) -> tuple[list[Ink], float]:
    """A row a seat, the best rank first; and how low they reach."""
    ink: list[Ink] = []
    for seat in result["seats"]:
        told = wrapped(parts_of(seat), " · ", SMALL, room - 84)
        high = ROW + LINE_OF_PARTS * len(told)
        fill = GOAL if seat["winner"] else CARD
        ink += [Rect(x, y, room, high - 6, fill, LINE, 8), *_seat(seat, signs, x, y, room)]
        for place, line in enumerate(told):
            text, size = fitted(line, SMALL, room - 84)
            ink.append(InkText(x + 72, y + ROW - 2 + LINE_OF_PARTS * place, size, text, QUIET))
        y += high
    return ink, y


def _seat(
    seat: Mapping[str, Any], signs: Mapping[str, Sign], x: float, y: float, room: float
) -> Iterator[Ink]:
    score = said(seat["score"])
    yield InkText(x + 14, y + 27, 18, f"{seat['rank']}.", QUIET)
    if seat["seat"] in signs:
        yield from pieces.sign(signs[seat["seat"]], x + 38, y + 7, 27)
    known = [seat["label"], seat["role"]] if seat["name"] else [seat["role"]]
    others = dict.fromkeys(part for part in known if part and part != (seat["name"] or seat["label"]))
    more = ", ".join(others)
    left = room - 90 - width_of(score, 22, bold=True)
    name, size = fitted(seat["name"] or seat["label"], 20, left, bold=True)
    yield InkText(x + 72, y + 27, size, name, bold=True)
    used = width_of(name, size, bold=True) + 10
    rest, small = fitted(more, 15, left - used, least=11)
    if rest:
        yield InkText(round(x + 72 + used, 1), y + 27, small, rest, QUIET)
    if score:
        yield InkText(x + room - 14, y + 28, 22, score, bold=True, anchor="end")
