"""A recorded game told from its opening to its end, as text: what players read on buttons and in the log.

`python -m tests.games.time_of_chaos.playthrough` makes `playthrough.txt` anew.
Read what differs as a player would.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from domain.games.time_of_chaos import GAME
from domain.kernel import PUBLIC, TRUTH, Viewer
from domain.kernel.board import Board
from domain.kernel.telling import entry_in_words, naming
from domain.kernel.views import entry_view
from domain.kernel.well_told import telling_of
from domain.kernel.words import EntryWords, Naming, OfferWords, text_of
from tests.recorded import LIBRARY, STAMP, opened

RECORDED = LIBRARY / "time_of_chaos" / "demo-2p-001.jsonl"
TEXT = Path(__file__).with_name("playthrough.txt")
MOST_VALUES = 9
BOARDS_AT = (6, 40)
"""Entries after which the board is drawn, besides the last."""


def told(recorded: Path = RECORDED) -> str:
    """Every question, button and entry of the recorded game; the board three times."""
    opening, *actions = map(json.loads, recorded.read_text("utf-8").splitlines())
    session, draft = opened(GAME, opening)
    called = naming(GAME, session.components, session.opened.seats)
    seats = tuple(seat["seat"] for seat in session.opened.seats)
    lines = []
    for action in actions:
        telling = telling_of(GAME, draft.position.state, TRUTH, called, seats)
        for seat, asks in telling.asks.items():
            lines.append(f"{called.seat(seat).text + ' ' if seat else ''}{text_of(asks)}")
        for key, words in telling.words.items():
            lines += button(words, is_open=key.partition("/")[0] == action["type"])
        entry, _ = draft.record(action, STAMP, None)
        lines += sentences(entry, draft.position.state, called, seats)
        if entry.number in BOARDS_AT or GAME.is_finished(draft.position.state):
            board = telling_of(GAME, draft.position.state, PUBLIC, called, seats).board
            lines += ["", *drawn(board)]
        lines.append("")
    return "\n".join(lines)


def button(words: OfferWords, *, is_open: bool) -> Iterator[str]:
    """A button; the one that is pressed with its choices."""
    variants = "".join(f" ({variant})" for variant in words.variants.values())
    yield f"    [{words.label}] {words.hint}{variants}"
    for parameter in words.parameters.values() if is_open else ():
        if parameter.when != "never":
            yield f"        {parameter.asks}"
            for value in list(parameter.values.values())[:MOST_VALUES]:
                yield f"            {value.label}{': ' if value.hint else ''}{value.hint}"


def sentences(entry: Any, state: Any, called: Naming, seats: Sequence[str]) -> Iterator[str]:
    """An entry as everybody reads it, and as a seat does that reads something else."""
    shown = entry_view(GAME, entry, PUBLIC, state)
    to_all = entry_in_words(GAME, msgspec.to_builtins(shown), called, strict=True)
    yield f"№ {entry.number} {text_of(to_all.says)}{mark(to_all)}"
    yield from (f"    {text_of(effect)}" for effect in to_all.effects)
    for seat in seats:
        shown = entry_view(GAME, entry, Viewer(seat), state)
        own = entry_in_words(GAME, msgspec.to_builtins(shown), called, strict=True)
        if own != to_all:
            yield f"    {called.seat(seat).text} reads: {text_of(own.says)}"


def mark(words: EntryWords) -> str:
    return "" if words.tone == "plain" else f" ({words.tone})"


def drawn(board: Board) -> Iterator[str]:
    """The board in lines."""
    yield f"== {board.title} =="
    for zone in sorted(board.zones, key=lambda zone: zone.rank):
        yield f"{zone.title}{': ' if zone.note else ''}{zone.note}"
        yield from (f"    {line.label}: {line.value}{' !' if line.alarm else ''}" for line in zone.lines)
        for place in zone.places:
            there = ", ".join(piece.label for piece in place.pieces)
            note = f" ({place.note})" if place.note else ""
            yield f"    {place.short}{note}{': ' if there else ''}{there}"
        yield from (f"    {card.label}, {card.value} ★, {card.text}" for card in zone.cards)
    for panel in board.seats:
        lines = ", ".join(f"{line.label} {line.value}{' !' if line.alarm else ''}" for line in panel.lines)
        state = f"{' acts' if panel.active else ''}{' wins' if panel.winner else ''}"
        yield f"{panel.label}{state}: {panel.score} ★; {lines}"
        for card in panel.cards:
            yield f"    {card.label}" + ("" if card.back else f", {card.value} ★, {card.text}")


if __name__ == "__main__":
    TEXT.write_text(told(), "utf-8")
