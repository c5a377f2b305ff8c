"""What the rules came to is kept only where the log leads to the very same; entries are the same anyway."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Annotated, Any

import msgspec
import pytest
from msgspec import Meta, Raw
from msgspec.structs import asdict
from msgspec.structs import replace as changed

from domain.games import REGISTRY
from domain.kernel import Action, Chance, Fact, Facts, Game
from domain.kernel.chance import Below, as_json, put
from domain.kernel.components import canonical, in_order
from domain.kernel.engine.entries import (
    Recorded,
    StoredEntry,
    codec_of,
    envelope_version,
    payload_version,
    seal,
)
from domain.kernel.engine.playing import bots_choice
from domain.kernel.game import decide, fold
from domain.kernel.messages import Json
from domain.kernel.session import Session, UnitOfWork
from domain.kernel.session.opening import OpeningRequest, load_components, open_session
from tests.support.recorded import SECRET, STAMP, library, opened
from tests.support.reef import REEF, ReefState, RollStorm

TWO_SEATS = {"seats": [{"seat": seat, "color": seat} for seat in ("red", "blue")]}
MOST_PLAYED = 120
COMPARED = 40
"""Entries between two tables of a recorded game that are compared mapping by mapping: it takes long."""


class Washed(Fact, frozen=True, tag="washed"):
    """What the storm brings to each region: the rules write it as the wind blows, the log in order."""

    brought: dict[str, Annotated[int, Meta(ge=0)]]

    def applied(self, state: Any) -> Any:
        return changed(state, brought=self.brought)


class Counted(Fact, frozen=True, tag="counted"):
    regions: tuple[str, ...]

    def applied(self, state: Any) -> Any:
        return changed(state, counted=self.regions)


class StormyState(ReefState, frozen=True):
    brought: dict[str, int] = {}
    counted: tuple[str, ...] = ()


def stormy(brings: dict[str, int]) -> Game[Any]:
    """A reef where each storm counts the regions as the last one left them, then brings something."""

    def rules(state: Any, action: Action, chance: Chance) -> Facts[Any]:
        yield Counted(tuple(state.brought))
        yield Washed(dict(brings))

    def initial(*of: Any) -> StormyState:
        return StormyState(**asdict(REEF.initial(*of)))

    return replace(
        REEF, key="stormy", actions=(RollStorm,), facts=(Washed, Counted), decide=rules, initial=initial,
    )  # fmt: skip


def drawn_draft(game: Game[Any], opening: Json) -> tuple[Session, UnitOfWork]:
    components = load_components(game, game.demo_sets()["demo"])
    request = msgspec.convert({**opening, "chance": "drawn"}, OpeningRequest)
    session, _, _ = open_session(game, components, request, "drawn", SECRET, STAMP)
    return session, UnitOfWork(session, lambda first, last: iter(()))


def plainly(
    game: Game[Any], state: Any, digest: str, number: int, tree: Json, below: Below | None, draws: int
) -> tuple[StoredEntry, Any, int]:
    """An action recorded step by step, each from the bytes of the one before: entry, state, next draw."""
    action = msgspec.convert(in_order(tree), codec_of(game).action_type)
    chance = Chance(below, draws)
    facts, _ = decide(game, state, action, chance)
    complete = as_json(action)
    for path, value in chance.drawn.items():
        put(complete, path, msgspec.to_builtins(value))
    entry = Recorded(
        session="drawn" if below else "recorded",
        number=number,
        envelope=envelope_version(),
        **asdict(STAMP),
        v=payload_version(game, f"{game.key}.{complete['type']}"),
        action=Raw(canonical(complete)),
        facts=Raw(canonical(facts)),
        outcomes=tuple(chance.outcomes),
        rules_version=game.rules_version,
    )
    after = fold(game, state, codec_of(game).facts.decode(entry.facts))
    return seal(game.key, digest, entry), after, chance.next_draw


def test_a_mapping_is_walked_along_as_the_log_has_it_whatever_the_rules_wrote() -> None:
    game = stormy({"south": 1, "north": 2})
    _, draft = drawn_draft(game, TWO_SEATS)
    for _ in range(2):
        draft.record({"type": "roll_storm", "face": 1}, STAMP, None)
    assert list(draft.position.state.brought) == ["north", "south"]
    assert draft.position.state.counted == ("north", "south")
    assert draft.entries[-1].facts == Raw(  # type: ignore[union-attr]
        b'[{"fact":"counted","regions":["north","south"]},{"brought":{"north":2,"south":1},"fact":"washed"}]'
    )


def test_facts_that_the_log_cannot_be_read_with_lose_the_table_at_once() -> None:
    game = stormy({"north": -1})
    _, draft = drawn_draft(game, TWO_SEATS)
    draft.record({"type": "roll_storm", "face": 1}, STAMP, None)
    assert draft.position.lost is not None
    assert draft.position.state.brought == {}


@pytest.mark.parametrize(
    ("game", "path"),
    [(game, path) for game in REGISTRY.values() for path in library(game.key)],
    ids=lambda one: one.stem if isinstance(one, Path) else one.key,
)
def test_entries_and_tables_of_recorded_games_are_those_of_recording_step_by_step(
    game: Game[Any], path: Path
) -> None:
    opening, *actions = map(json.loads, path.read_text().splitlines())
    _, draft = opened(game, opening)
    state, digest = draft.position.state, draft.position.digest
    for number, tree in enumerate(actions, 2):
        sealed, state, _ = plainly(game, state, digest, number, tree, None, 0)
        digest = sealed.digest
        draft.record(tree, STAMP, None)
        assert draft.stored[-1] == sealed
        if number % COMPARED == 0:
            assert repr(draft.position.state) == repr(state)
    assert repr(draft.position.state) == repr(state)


@pytest.mark.parametrize("game", REGISTRY.values(), ids=lambda game: game.key)
def test_drawn_entries_are_those_of_recording_step_by_step(game: Game[Any]) -> None:
    random, below = Random(game.key), lambda n, number: (7 * number + 3) % n
    components = load_components(game, game.demo_sets()["demo"])
    seats, options = game.sample_opening(components, game.seat_counts[-1], random)
    _, draft = drawn_draft(game, {"seats": seats, "options": options})
    names = tuple(seat["seat"] for seat in seats)
    state, digest, draws = draft.position.state, draft.position.digest, 0
    for number in range(2, MOST_PLAYED):
        tree = bots_choice(game, state, names, random)
        if tree is None:
            break
        sealed, state, draws = plainly(game, state, digest, number, tree, below, draws)
        digest = sealed.digest
        draft.record(tree, STAMP, below)
        assert draft.stored[-1] == sealed
        assert repr(draft.position.state) == repr(state)
    assert draws > 0
