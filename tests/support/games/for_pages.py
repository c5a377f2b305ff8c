"""A recorded game as pages get it: the words of every button and answer, and what the board shows, each once.

A playthrough is what a player reads. This has the rest as well: symbols, ranks, places, what is not pressed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel import TRUTH, Game
from domain.kernel.engine.views import entry_view
from domain.kernel.selfcheck.wording import RenderedMoment, telling_of
from domain.kernel.session import UnitOfWork
from domain.kernel.session.rendering import entry_in_words, naming_of
from domain.kernel.ui.board import Board, Zone
from domain.kernel.ui.words import Naming, OfferWords, text_of
from tests.support.recorded import STAMP, opened

DRAWN = ("shape", "at", "scenery", "links", "size")
"""Members that say where something is drawn: told as a digest for each zone."""
DIGEST_SIGNS = 12


def told_for_pages(game: Game[Any], recorded: Path) -> str:
    """Everything that who records for all is sent, entry by entry; what was told before is not told again."""
    opening, *actions = map(json.loads, recorded.read_text("utf-8").splitlines())
    session, draft = opened(game, opening)
    called = naming_of(session)
    seats = [seat["seat"] for seat in opening["seats"]]
    known = set[str]()

    def new() -> Iterator[str]:
        for line in lines_of(telling_of(game, draft.position.state, TRUTH, called, seats)):
            if line not in known:
                known.add(line)
                yield line

    told = [*new()]
    for action in actions:
        draft.record(action, STAMP, None)
        told += ["", entry_of(game, draft, called), *new()]
    return "\n".join(told) + "\n"


def entry_of(game: Game[Any], draft: UnitOfWork, called: Naming) -> str:
    """The sentences of the newest entry, and how they sound."""
    entry = draft.entries[-1]
    shown = msgspec.to_builtins(entry_view(game, entry, TRUTH, draft.position.state))
    words = entry_in_words(game, shown, called, strict=True)
    return f"№ {entry.number} {' | '.join(map(text_of, (words.says, *words.effects)))} ({words.tone})"


def lines_of(moment: RenderedMoment) -> Iterator[str]:
    """A line for each thing of a moment."""
    for seat, asks in moment.asks.items():
        yield f"  asks {seat or 'the table'}: {text_of(asks)}"
    for key, words in moment.words.items():
        yield from button(key.partition("/")[0], words)
    yield from lines_of_board(moment.board)


def button(kind: str, words: OfferWords) -> Iterator[str]:
    """A button, its questions, their answers."""
    yield f"  {kind}: {plain(words, 'parameters')}"
    for name, parameter in words.parameters.items():
        yield f"    {kind} {name}: {plain(parameter, 'values')}"
        for value, told in parameter.values.items():
            yield f"      {kind} {name} {value}: {plain(told)}"


def lines_of_board(board: Board) -> Iterator[str]:
    """What stands on the board, thing by thing."""
    yield f"  board: {plain(board, 'zones', 'seats')}"
    for panel in board.seats:
        yield f"  panel {panel.seat}: {plain(panel, 'seat', 'lines', 'cards')}"
        yield from (f"    line of {panel.seat}: {plain(line)}" for line in panel.lines)
        yield from (f"    card of {panel.seat}: {plain(card)}" for card in panel.cards)
    for zone in board.zones:
        yield f"  zone {zone.id}: {plain(zone, 'id', 'places', 'tracks', 'cards', 'lines', *DRAWN)}"
        yield f"    {zone.id} is drawn as {drawn(zone)}"
        for place in zone.places:
            yield f"    place {place.id}: {plain(place, 'id', 'pieces', *DRAWN)}"
            yield from (
                f"      piece {piece.id} at {place.id}: {plain(piece, 'id')}" for piece in place.pieces
            )
        for kind, shown in (("track", zone.tracks), ("card", zone.cards), ("line", zone.lines)):
            yield from (f"    {kind} of {zone.id}: {plain(one)}" for one in shown)


def plain(told: Struct, *without: str) -> str:
    """The members that say something, but for these."""
    members: Mapping[str, Any] = msgspec.to_builtins(told)
    left = {name: of for name, of in members.items() if name not in without}
    return json.dumps(left, ensure_ascii=False)


def drawn(zone: Zone) -> str:
    """A digest of where everything of a zone is drawn, whoever stands there."""
    where = [zone.size, zone.scenery, zone.links, [(one.id, one.shape, one.at) for one in zone.places]]
    return sha256(msgspec.json.encode(where)).hexdigest()[:DIGEST_SIGNS]
