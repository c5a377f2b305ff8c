"""Promises over generated games: invariants after every fact, nothing from nowhere."""

from __future__ import annotations

from functools import cache
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games.first_light import GAME, facts
from domain.games.first_light.components.document import RESOURCES, STARTING_RESOURCES
from domain.games.first_light.state import State
from domain.kernel import TRUTH, Chance
from domain.kernel.chance import as_json
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.playing import Played, open_offers, play
from domain.kernel.game import decide
from domain.kernel.offers import covers, sample_action
from domain.kernel.session.opening import load_components

COMPONENTS = load_components(GAME, GAME.demo_sets()["demo"])
TABLES = [(1, True), (2, False), (2, True), (3, False), (3, True), (4, False)]


def opening(seats: int, seed: int, *, ai: bool) -> State:
    """A table of this size, with or without the AI, all else by chance."""
    random = Random(seed)
    named, options = GAME.sample_opening(COMPONENTS, seats, random)
    options.pop("ai_opponent", None)
    if ai:
        options["ai_opponent"] = random.choice(sorted(COMPONENTS.box.opponents))
    state: State = GAME.initial(
        COMPONENTS,
        msgspec.convert(named, tuple.__class_getitem__((GAME.seat_type, ...))),
        msgspec.convert(options, GAME.options_type),
    )
    return state


@cache
def played(seats: int, seed: int, ai: bool) -> tuple[Played, ...]:
    state = opening(seats, seed, ai=ai)
    return tuple(play(GAME, state, tuple(state.seats), Random(seed), most_actions=2000))


@pytest.mark.parametrize(("seats", "ai"), TABLES)
def test_bots_finish_at_every_table_size_with_and_without_the_ai(seats: int, ai: bool):
    last = played(seats, 5, ai)[-1].after
    assert GAME.is_finished(last)
    assert last.round == 8
    assert last.winners


@pytest.mark.parametrize(("seats", "ai"), TABLES)
def test_i1_to_i12_hold_after_every_fact(seats: int, ai: bool):
    for step in played(seats, 5, ai):
        state = step.before
        for fact in step.facts:
            state = GAME.evolve(state, fact)
            assert not GAME.invariants(state), (step.action, fact)
        assert state == step.after


@pytest.mark.parametrize(("seats", "ai"), TABLES)
def test_i13_resources_are_what_was_gained_less_what_was_paid(seats: int, ai: bool):
    game = played(seats, 5, ai)
    held = {seat: dict(STARTING_RESOURCES) for seat in game[0].before.seats}
    for step in game:
        for fact in step.facts:
            if isinstance(fact, facts.ResourcesGained):
                for name, amount in fact.gains.items():
                    held[fact.seat][name] += amount
            if isinstance(fact, facts.ResourcesPaid):
                for name, amount in fact.costs.items():
                    held[fact.seat][name] -= amount
    assert held == {seat: base.resources for seat, base in game[-1].after.seats.items()}
    assert all(set(amounts) == set(RESOURCES) for amounts in held.values())


@settings(max_examples=12, deadline=None)
@given(table=st.sampled_from(TABLES), seed=st.integers(0, 10_000))
def test_games_without_a_plan_keep_the_invariants_and_repeat_declared(table: tuple[int, bool], seed: int):
    seats, ai = table
    state = opening(seats, seed, ai=ai)
    for step in play(GAME, state, tuple(state.seats), Random(seed), most_actions=150, sensibly=False):
        assert not GAME.invariants(step.after), step.action
        action = codec_of(GAME).action(step.action)
        assert decide(GAME, step.before, action, Chance()) == (step.facts, step.after)


@settings(max_examples=10, deadline=None)
@given(table=st.sampled_from(TABLES), seed=st.integers(0, 10_000))
def test_declared_outcomes_unseen_cards_too_are_accepted_as_offered(table: tuple[int, bool], seed: int):
    seats, ai = table
    random, state = Random(seed), opening(seats, seed, ai=ai)
    for _ in range(150):
        offers = open_offers(GAME, state, tuple(state.seats))
        if not offers:
            break
        planned = GAME.bot(state, offers, random) if state.phase == "plan" and GAME.bot else None
        tree = planned or sample_action(random.choice(offers), random, declare=True)
        action = codec_of(GAME).action(tree)
        chance = Chance(lambda n, _: random.randrange(n))
        seat = tree.get("seat")
        assert any(covers(offer, as_json(action)) for offer in GAME.offers(state, seat, TRUTH)), tree
        _, state = decide(GAME, state, action, chance)
        assert not GAME.invariants(state), tree
