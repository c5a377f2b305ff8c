"""CM-820: logs that differ only in what a seat may not know give that seat the same bytes everywhere."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.chaosmos import GAME
from domain.games.chaosmos.state import State
from domain.kernel import PUBLIC, Chance, Rejected, Viewer
from domain.kernel.engine.entries import Entry, codec_of
from domain.kernel.engine.playing import play
from domain.kernel.engine.views import entry_view, knowledge_view, state_view
from domain.kernel.game import decide
from domain.kernel.session import Session, UnitOfWork
from domain.kernel.session.opening import OpeningRequest, open_session
from tests.games.chaosmos.table import DEMO
from tests.support.recorded import SECRET, STAMP

GAMES_PLAYED = 6
PAIRS = 3


@cache
def begun(count: int, seed: int) -> Session:
    seats, options = GAME.sample_opening(DEMO, count, Random(seed))
    request = OpeningRequest(seats=tuple(seats), options=options)
    return open_session(GAME, DEMO, request, "twins", SECRET, STAMP)[0]


def seats_of(session: Session) -> tuple[str, ...]:
    return tuple(seat["seat"] for seat in session.opened.seats)


@cache
def game_of_bots(count: int, seed: int) -> tuple[dict[str, Any], ...]:
    session = begun(count, seed)
    played = play(GAME, session.state, seats_of(session), Random(seed), most_actions=2000)
    return tuple(step.action for step in played)


def recorded(session: Session, actions: Any) -> list[tuple[Entry, State]]:
    """Every entry with the state after it."""
    draft = UnitOfWork(session, lambda first, last: iter(()))
    steps: list[tuple[Entry, State]] = []
    for action in actions:
        entry, _ = draft.record(action, STAMP, None)
        steps.append((entry, draft.position.state))
    return steps


def received(session: Session, steps: list[tuple[Entry, State]], viewer: Viewer) -> bytes:
    """All that the viewer is ever sent: entries, views, offers and knowledge after each."""
    parts = []
    for entry, state in steps:
        offers = GAME.offers(state, viewer.seat, viewer)
        shown = (
            entry_view(GAME, entry, viewer, state),
            state_view(GAME, state, viewer),
            offers,
            knowledge_view(GAME, state, viewer),
            GAME.moment(state),
            GAME.standing(state),
        )
        parts.append(msgspec.json.encode(shown, order="sorted"))
    return b"\n".join(parts)


def exchanged(actions: Any, one: str, other: str) -> Any:
    """The same game with two kinds of cards in each other's place."""
    text = json.dumps(actions)
    marked = text.replace(f'"{one}"', '"\0"').replace(f'"{other}"', f'"{one}"').replace('"\0"', f'"{other}"')
    return json.loads(marked)


@pytest.mark.parametrize("seed", range(GAMES_PLAYED))
def test_cm_820_games_with_hidden_cards_exchanged_look_the_same(seed: int):
    """Cards that a viewer never met in the whole game may be any others: nothing it gets tells which."""
    session = begun(2 + seed % 3, seed)
    actions = game_of_bots(2 + seed % 3, seed)
    steps = recorded(session, actions)
    same_count = {
        (one.id, other.id)
        for one in DEMO.box.cards.values()
        for other in DEMO.box.cards.values()
        if one.id < other.id and one.count == other.count
    }
    compared = 0
    for viewer in (PUBLIC, *map(Viewer, seats_of(session))):
        mine = received(session, steps, viewer)
        unseen = [
            pair for pair in sorted(same_count) if all(f'"{card}"'.encode() not in mine for card in pair)
        ]
        for one, other in Random(seed).sample(unseen, min(len(unseen), PAIRS)):
            try:
                twin = recorded(session, exchanged(actions, one, other))
            except Rejected:
                continue
            if [entry.facts for entry, _ in twin] == [entry.facts for entry, _ in steps]:
                continue
            compared += 1
            assert received(session, twin, viewer) == mine, (viewer, one, other)
    assert compared


def hidden_places(state: State, seat: str | None) -> list[tuple[str, str, str]]:
    """(sort of zone, its name, card) for every card that the seat does not see now."""
    hands = [("hand", other, card) for other, p in state.seats.items() if other != seat for card in p.hand]
    mine = None if seat is None else state.controlled_by(seat)
    inside = [
        ("envelope", name, card)
        for name, planet in state.planets.items()
        if name != mine
        for card in planet.face_down
    ]
    return hands + inside


def with_cards_exchanged(state: State, one: tuple[str, str, str], other: tuple[str, str, str]) -> State:
    """The table with two hidden cards in each other's place."""
    seats, planets = dict(state.seats), dict(state.planets)
    for (sort, name, card), (_, _, instead) in ((one, other), (other, one)):
        if sort == "hand":
            cards = list(seats[name].hand)
            cards[cards.index(card)] = instead
            seats[name] = msgspec.structs.replace(seats[name], hand=tuple(sorted(cards)))
        else:
            cards = list(planets[name].face_down)
            cards[cards.index(card)] = instead
            planets[name] = msgspec.structs.replace(planets[name], face_down=tuple(sorted(cards)))
    return msgspec.structs.replace(state, seats=seats, planets=planets)


def answers(state: State, viewer: Viewer, actions: Any) -> list[Any]:
    """View, offers, and how each of the viewer's own attempts is refused."""
    found: list[Any] = [state_view(GAME, state, viewer), GAME.offers(state, viewer.seat, viewer)]
    for action in actions:
        try:
            decide(GAME, state, codec_of(GAME).action({**action, "seat": viewer.seat}), Chance())
            found.append("accepted")
        except Rejected as refused:
            found.append((refused.rule, refused.message, refused.field, refused.probes))
    return found


@pytest.mark.parametrize("seed", range(GAMES_PLAYED))
def test_cm_820_tables_that_differ_in_hidden_cards_answer_alike(seed: int):
    session, random = begun(2 + seed % 3, seed), Random(seed)
    actions = [action for action in game_of_bots(2 + seed % 3, seed) if "seat" in action]
    steps = recorded(session, game_of_bots(2 + seed % 3, seed))
    for _, state in random.sample(steps, 20):
        if state.deck:
            continue
        for seat in seats_of(session):
            shown = state.pending is not None and state.pending.seat == seat
            places = [p for p in hidden_places(state, seat) if not shown or p[0] != "hand"]
            one, other = random.sample(places, 2)
            twin = with_cards_exchanged(state, one, other)
            attempts = random.sample(actions, 15)
            assert answers(state, Viewer(seat), attempts) == answers(twin, Viewer(seat), attempts)
        public = random.sample(hidden_places(state, None), 2)
        twin = with_cards_exchanged(state, *public)
        assert state_view(GAME, state, PUBLIC) == state_view(GAME, twin, PUBLIC)


@pytest.mark.parametrize("seed", range(GAMES_PLAYED))
def test_cm_820_no_secret_is_in_anything_sent(seed: int):
    """The Ovoid's name reaches a seat only once it was shown to it by some rule."""
    session = begun(2 + seed % 3, seed)
    steps = recorded(session, game_of_bots(2 + seed % 3, seed))
    for seat in (None, *seats_of(session)):
        viewer = PUBLIC if seat is None else Viewer(seat)
        for _, state in steps:
            sees = "ovoid" in state.pool or state.result is not None
            if seat is not None:
                mine = state.controlled_by(seat)
                sees = sees or "ovoid" in state.seats[seat].hand
                sees = sees or (mine is not None and "ovoid" in state.planets[mine].face_down)
                shown = state.pending is not None and state.pending.kind == "take_spoils"
                sees = sees or (shown and state.pending is not None and state.pending.seat == seat)
            if not sees:
                sent = (state_view(GAME, state, viewer), GAME.offers(state, viewer.seat, viewer))
                assert b"ovoid" not in msgspec.json.encode(sent)
