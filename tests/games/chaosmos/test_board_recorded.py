"""Boards over all recorded games of Chaosmos: pieces last, secrets tell nothing, nothing named is missing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.chaosmos import GAME
from domain.games.chaosmos.state import State
from domain.kernel import PUBLIC, TRUTH, Viewer
from domain.kernel.selfcheck.wording import faults_of, pieces_of, telling_of
from domain.kernel.session.rendering import naming
from tests.games.chaosmos.table import DEMO
from tests.support.games.chaosmos.drawn import board_at, pieces, zone
from tests.support.recorded import STAMP, library, opened

RECORDED = library("chaosmos")
EVERY = 6
"""Entries between two tables of a game whose secrets are exchanged."""
SELDOM = 17
"""Entries between two tables that are told whole."""
LARGEST = 24_000
"""Bytes of a board."""

every_recorded = pytest.mark.parametrize("recorded", RECORDED, ids=lambda path: path.stem)


@cache
def tables(recorded: Path) -> tuple[State, ...]:
    """The table after each entry."""
    opening, *actions = map(json.loads, recorded.read_text("utf-8").splitlines())
    session, draft = opened(GAME, opening)
    states = [session.state]
    for action in actions:
        draft.record(action, STAMP, None)
        states.append(draft.position.state)
    return tuple(states)


@every_recorded
def test_a_piece_is_the_same_for_the_whole_game(recorded: Path):
    known: dict[str, tuple[str, str | None, str]] = {}
    figures: set[str] = set()
    for state in tables(recorded):
        for id, (_, piece) in pieces(board_at(state, state.clockwise)).items():
            told = piece.kind, piece.seat, piece.label
            assert known.setdefault(id, told) == told
            figures |= {id} if piece.kind == "figure" else set()
    assert figures == {f"figure:{seat}" for seat in tables(recorded)[0].clockwise}


@every_recorded
def test_every_alien_stands_once_and_where_it_is(recorded: Path):
    for state in tables(recorded):
        standing = pieces(board_at(state, state.clockwise))
        for seat, player in state.seats.items():
            at = standing.get(f"figure:{seat}", (None, None))[0]
            assert at == player.position


@every_recorded
def test_what_is_hidden_leaves_no_trace_on_the_board(recorded: Path):
    """CM-820: the same table with other cards in hands and envelopes that the viewer may not look into."""
    random, differed = Random(recorded.name), 0
    for state in tables(recorded)[::EVERY]:
        seats = state.clockwise
        for viewer in (PUBLIC, *map(Viewer, seats)):
            twin = dealt_anew(state, viewer, random)
            mine, other = (msgspec.json.encode(board_at(each, seats, viewer)) for each in (state, twin))
            assert mine == other, viewer
            differed += board_at(state, seats, TRUTH) != board_at(twin, seats, TRUTH)
    assert differed


def dealt_anew(state: State, viewer: Viewer, random: Random) -> State:
    """Every card that the viewer does not see lies somewhere else, in other numbers too."""
    pending, combat = state.pending, state.combat
    shown = set()
    if (
        pending is not None
        and combat is not None
        and pending.kind == "take_spoils"
        and viewer.seat == pending.seat
    ):
        shown = {combat.opponent(pending.seat)}
    hands = [seat for seat in state.seats if seat != viewer.seat and seat not in shown]
    envelopes = [
        name for name, told in state.planets.items() if told.controller != viewer.seat or not viewer.seat
    ]
    zones = [*hands, *envelopes]
    cards = [card for seat in hands for card in state.seats[seat].hand]
    for name in envelopes:
        top = state.planets[name].face_up
        cards += [*state.planets[name].face_down, *([top] if top else [])]
    dealt: dict[str, list[str]] = {zone: [] for zone in zones}
    for card in cards:
        dealt[random.choice(zones)].append(card)
    seats = {
        seat: msgspec.structs.replace(state.seats[seat], hand=tuple(sorted(dealt[seat]))) for seat in hands
    }
    planets = {
        name: msgspec.structs.replace(state.planets[name], face_down=tuple(sorted(dealt[name])), face_up=None)
        for name in envelopes
    }
    return msgspec.structs.replace(
        state, seats={**state.seats, **seats}, planets={**state.planets, **planets}
    )


@every_recorded
def test_cards_that_can_be_told_apart_have_ids_of_their_own(recorded: Path):
    for state in tables(recorded)[::EVERY]:
        for viewer in viewers(state):
            drawn = board_at(state, state.clockwise, viewer)
            ids = [card.id for zone in drawn.zones for card in zone.cards if card.id is not None]
            ids += [card.id for panel in drawn.seats for card in panel.cards if card.id is not None]
            assert len(ids) == len(set(ids)) <= len(pieces_of(drawn))


@every_recorded
def test_what_words_name_is_on_the_board(recorded: Path):
    """Every place and piece of a value, for whoever is told of it."""
    named = 0
    for state in tables(recorded)[::SELDOM]:
        called = naming(GAME, DEMO, [{"seat": seat} for seat in state.clockwise])
        for viewer in viewers(state):
            told = telling_of(GAME, state, viewer, called, state.clockwise)
            assert list(faults_of(GAME, told)) == []
            values = [
                value
                for words in told.words.values()
                for parameter in words.parameters.values()
                for value in parameter.values.values()
            ]
            named += sum(value.place is not None or value.piece is not None for value in values)
    assert named


@every_recorded
def test_a_board_is_small(recorded: Path):
    largest = max(
        len(msgspec.json.encode(board_at(state, state.clockwise, viewer)))
        for state in tables(recorded)[::EVERY]
        for viewer in viewers(state)
    )
    assert largest <= LARGEST


@every_recorded
def test_every_combat_says_what_is_next(recorded: Path):
    fought = [state for state in tables(recorded) if state.combat is not None]
    for state in fought:
        told = zone(board_at(state, state.clockwise), "combat")
        labels = [line.label for line in told.lines]
        played = len(state.combat.table if state.combat else ())
        assert labels[len(labels) - played - 1] == "Next"
        assert len(set(labels)) == len(labels)
    assert fought


def viewers(state: Any) -> Iterator[Viewer]:
    yield from (PUBLIC, TRUTH)
    yield from map(Viewer, state.clockwise)
