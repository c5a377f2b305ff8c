"""Boards over whole recorded games: pieces keep their ids, and nothing hidden makes a difference."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.games.order_vs_chaos import GAME
from domain.games.order_vs_chaos.state import State
from domain.kernel import PUBLIC, Board, Naming, Viewer
from domain.kernel.selfcheck.wording import places_of
from domain.kernel.session.rendering import naming
from tests.support.games.order_vs_chaos.drawn import drawn
from tests.support.recorded import STAMP, library, opened

GAMES = library("order_vs_chaos")
every_game = pytest.mark.parametrize("recorded", GAMES, ids=lambda path: path.stem)
MOST_BYTES = 24_000
LOOKED_AT = 8
"""Of a game every so many moments are compared."""


def states_of(recorded: Path) -> Iterator[tuple[State, Naming]]:
    """The table at the opening and after each action, and what things are called there."""
    opening, *actions = map(json.loads, recorded.read_text("utf-8").splitlines())
    session, draft = opened(GAME, opening)
    called = naming(GAME, session.components, session.opened.seats)
    yield draft.position.state, called
    for action in actions:
        draft.record(action, STAMP, None)
        yield draft.position.state, called


def standing(board: Board) -> Iterator[tuple[str, tuple[str, str | None]]]:
    for zone in board.zones:
        for place in zone.places:
            yield from ((piece.id, (piece.kind, piece.seat)) for piece in place.pieces)


@every_game
def test_a_piece_keeps_its_id_and_the_map_its_places_for_a_whole_game(recorded: Path):
    known: dict[str, Any] = {}
    places: set[str] = set()
    for state, called in states_of(recorded):
        board = drawn(state, called)
        for id, looks in standing(board):
            assert known.setdefault(id, looks) == looks
        places = places or places_of(board)
        assert places_of(board) == places
        if state.phase == "turn":
            pawns = {id for id, (kind, _) in standing(board) if kind == "pawn"}
            there = {f"pawn:{seat}" for seat, hero in state.seats.items() if hero.location}
            assert pawns == there
        assert len(msgspec.json.encode(board)) <= MOST_BYTES
    assert {id for id in known if id.startswith("pawn:")} == {f"pawn:{seat}" for seat in state.seats}


def other_hand(state: State) -> State | None:
    """The table with another event card of the deck in the place of one that a Chaos hero keeps."""
    others = sorted(card for card in state.event_deck if state.box.events[card].kind == "keep")
    for seat, hero in state.seats.items():
        if hero.kept and others:
            changed = replace(hero, kept=(others[0], *hero.kept[1:]))
            deck = state.event_deck - {others[0]} | {hero.kept[0]}
            return replace(state, seats={**state.seats, seat: changed}, event_deck=deck)
    return None


def test_boards_are_equal_to_the_byte_where_only_kept_cards_differ():
    """OC-803: to Order and to who only watches; Chaos sees the cards. At the end all is shown (OC-805)."""
    compared = 0
    for recorded in GAMES:
        for state, called in list(states_of(recorded))[::LOOKED_AT]:
            other = other_hand(state)
            if other is None or state.result is not None:
                continue
            for viewer in (PUBLIC, *map(Viewer, state.seats)):
                one, twin = (msgspec.json.encode(drawn(each, called, viewer)) for each in (state, other))
                sees = viewer.seat is not None and state.seats[viewer.seat].side == "chaos"
                assert (one != twin) is sees
                compared += 1
    assert compared > 500
