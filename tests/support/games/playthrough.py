"""A recorded game told from its opening to its end, as text: what players read on buttons and in the log.

The `playthrough.py` of a game writes its `playthrough.txt` anew. Read what differs as a player would.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from domain.kernel import PUBLIC, TRUTH, Game, Viewer
from domain.kernel.engine.views import entry_view, state_view
from domain.kernel.selfcheck.wording import actors_for, telling_of
from domain.kernel.session.rendering import asked_in_words, entry_in_words, naming, offers_in_words
from domain.kernel.ui.board import Board, Card, Line
from domain.kernel.ui.labels import whole
from domain.kernel.ui.words import EntryWords, Naming, NarrowedParameter, OfferWords, ParameterWords, text_of
from tests.support.recorded import STAMP, opened

MOST_VALUES = 9


def told(game: Game[Any], recorded: Path, boards_at: Collection[int], *, unit: str = "") -> str:
    """Every question, button and entry of the recorded game; the board after those entries and the last.

    unit: what the number printed large on a card counts.
    """
    opening, *actions = map(json.loads, recorded.read_text("utf-8").splitlines())
    session, draft = opened(game, opening)
    called = naming(game, session.components, session.opened.seats)
    seats = tuple(seat["seat"] for seat in session.opened.seats)
    lines: list[str] = []
    for action in actions:
        lines += now(game, draft.position.state, action["type"], called, seats)
        entry, _ = draft.record(action, STAMP, None)
        lines += sentences(game, entry, draft.position.state, called, seats)
        if entry.number in boards_at or game.is_finished(draft.position.state):
            board = telling_of(game, draft.position.state, PUBLIC, called, seats).board
            lines += ["", *drawn(board, unit)]
        lines.append("")
    return "\n".join(lines)


def now(game: Game[Any], state: Any, pressed: str, called: Naming, seats: Sequence[str]) -> Iterator[str]:
    """What is asked, and the buttons that are there for who records for everybody."""
    view, moment = as_json(state_view(game, state, TRUTH)), as_json(game.moment(state))
    for seat, asks in asked_in_words(game, view, moment, called, strict=True).items():
        yield f"{called.seat(seat).text + ' ' if seat else ''}{text_of(asks)}"
    actors = actors_for(game, seats, TRUTH)
    offers = [offer for actor in actors for offer in game.offers(state, actor, TRUTH)]
    for key, words in whole(offers_in_words(game, view, offers, called, strict=True)).items():
        yield from button(words, is_open=key.partition("/")[0] == pressed)


def as_json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value, enc_hook=list))


def button(words: OfferWords, *, is_open: bool) -> Iterator[str]:
    """A button; the one that is pressed with its choices."""
    variants = "".join(f" ({variant})" for variant in words.variants.values())
    yield f"    [{words.label}] {words.hint}{variants}"
    for parameter in words.parameters.values() if is_open else ():
        if parameter.when != "never":
            yield f"        {parameter.asks}"
            yield from answers(parameter)
    for narrowed in words.narrowed if is_open else ():
        yield f"        after {', '.join(f'{name} {value}' for name, value in narrowed.when.items())}"
        yield from (f"            {variant}" for variant in narrowed.variants.values())
        for own in narrowed.parameters.values():
            yield from answers(own)


def answers(words: ParameterWords | NarrowedParameter) -> Iterator[str]:
    """Values, then what the members of an object and their values are called."""
    for values in (words.values, *words.members.values()):
        for value in list(values.values())[:MOST_VALUES]:
            details = f" [{value.details}]" if value.details else ""
            yield f"            {value.label}{': ' if value.hint else ''}{value.hint}{details}"


def sentences(game: Game[Any], entry: Any, state: Any, called: Naming, seats: Sequence[str]) -> Iterator[str]:
    """An entry as everybody reads it, and as a seat does that reads something else.

    A seat that is shown what everybody is shown reads the same: words are made from nothing else.
    """
    public = msgspec.to_builtins(entry_view(game, entry, PUBLIC, state))
    to_all = entry_in_words(game, public, called, strict=True)
    yield f"№ {entry.number} {text_of(to_all.says)}{mark(to_all)}"
    yield from (f"    {text_of(effect)}" for effect in to_all.effects)
    for seat in seats:
        shown = msgspec.to_builtins(entry_view(game, entry, Viewer(seat), state))
        if shown == public:
            continue
        own = entry_in_words(game, shown, called, strict=True)
        if own != to_all:
            yield f"    {called.seat(seat).text} reads: {text_of(own.says)}"
            if own.says == to_all.says:
                yield from (f"        {text_of(effect)}" for effect in own.effects)


def mark(words: EntryWords) -> str:
    return "" if words.tone == "plain" else f" ({words.tone})"


def drawn(board: Board, unit: str) -> Iterator[str]:
    """The board in lines."""
    yield f"== {board.title} =="
    for zone in sorted(board.zones, key=lambda zone: zone.rank):
        yield f"{zone.title}{': ' if zone.note else ''}{zone.note}"
        yield from (f"    {figure(line)}" for line in zone.lines)
        for place in zone.places:
            there = ", ".join(piece.label for piece in place.pieces)
            note = f" ({place.note})" if place.note else ""
            yield f"    {place.short or place.name}{note}{': ' if there else ''}{there}"
        for track in zone.tracks:
            marks = ", ".join(f"{one.label} {one.at}" for one in track.marks)
            yield f"    {track.title}, {track.least} to {track.most}{': ' if marks else ''}{marks}"
        yield from (f"    {face(card, unit)}" for card in zone.cards)
    for panel in board.seats:
        lines = ", ".join(f"{line.label} {line.value}{' !' if line.alarm else ''}" for line in panel.lines)
        state = f"{' acts' if panel.active else ''}{' wins' if panel.winner else ''}"
        score = "" if panel.score is None else f"{panel.score} ★; "
        yield f"{panel.label}{state}: {score}{lines}"
        yield from (f"    {face(card, unit)}" for card in panel.cards)


def figure(line: Line) -> str:
    return f"{line.label}: {line.value}{' !' if line.alarm else ''}"


def face(card: Card, unit: str) -> str:
    """What a card shows, as far as there is something on it."""
    if card.back:
        return card.label
    return ", ".join(filter(None, (card.label, card.value and f"{card.value}{unit}", card.text)))
