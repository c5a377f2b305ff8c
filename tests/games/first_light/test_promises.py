"""Promises over generated games: invariants after every fact, nothing from nowhere, secrets kept."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games.first_light import GAME, facts
from domain.games.first_light.components.document import RESOURCES
from domain.games.first_light.rules.gains import unseen_items
from domain.games.first_light.state import STARTING_RESOURCES, State
from domain.kernel import PUBLIC, TRUTH, Chance, Viewer
from domain.kernel.entries import codec_of
from domain.kernel.fold import decide
from domain.kernel.offers import covers, sample_action
from domain.kernel.opening import load_components
from domain.kernel.outcomes import as_json
from domain.kernel.playing import Played, open_offers, play

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
        msgspec.convert(named, tuple[GAME.seat_type, ...]),
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


def redealt(state: State, viewer: str, random: Random) -> State:
    """The same table to this seat: what others hide is shuffled among them and the unseen."""
    if state.phase == "setup_items":
        return state
    pool = unseen_items(state)
    others = [seat for seat in state.seats if seat != viewer]
    for seat in others:
        pool.update(card for card in state.seats[seat].hand if card is not None)
    cards = sorted(pool.elements())
    random.shuffle(cards)
    seats: dict[str, Any] = dict(state.seats)
    for seat in others:
        base = state.seats[seat]
        hand = tuple(cards.pop() for _ in base.hand)
        rolled = tuple(random.randint(1, 6) for _ in base.rolled)
        hidden: dict[str, Any] = {"hand": hand, "rolled": rolled, "plan_garages": (), "plan_farms": {}}
        if not state.resources_public:
            hidden["resources"] = {name: random.randint(0, 30) for name in base.resources}
        if not state.characters_open and not state.open_choice and base.character is not None:
            hidden["character"] = random.choice(sorted(state.box.box.characters))
        seats[seat] = msgspec.structs.replace(base, **hidden)
    return msgspec.structs.replace(state, seats=seats)


def as_bytes(value: Any) -> bytes:
    return msgspec.json.encode(value, order="sorted")


@pytest.mark.parametrize(("seats", "ai"), [(2, False), (3, True), (4, False)])
def test_states_that_differ_in_hidden_things_alone_look_and_offer_alike(seats: int, ai: bool):
    random = Random(3)
    compared = 0
    for step in played(seats, 9, ai)[::4]:
        state = step.after
        if GAME.is_finished(state) or state.deck.bottom:
            state = msgspec.structs.replace(state, deck=msgspec.structs.replace(state.deck, bottom=()))
        if GAME.is_finished(state):
            continue
        for seat in state.seats:
            other = redealt(state, seat, random)
            compared += other != state
            for viewer in (PUBLIC, Viewer(seat)):
                if viewer is PUBLIC:
                    continue
                assert as_bytes(GAME.view(other, viewer)) == as_bytes(GAME.view(state, viewer))
                assert as_bytes(GAME.offers(other, seat, viewer)) == as_bytes(
                    GAME.offers(state, seat, viewer)
                )
                assert as_bytes(GAME.offers(other, None, viewer)) == as_bytes(
                    GAME.offers(state, None, viewer)
                )
            assert as_bytes(GAME.standing(other)) == as_bytes(GAME.standing(state))
    assert compared > 20


def test_what_actions_and_facts_show_to_others_names_no_hidden_card():
    for step in played(4, 9, False):
        for fact in step.facts:
            if isinstance(fact, facts.ItemsDrawn):
                seen = as_bytes([GAME.fact_view(fact, Viewer("nobody")), GAME.fact_view(fact, PUBLIC)])
                assert not any(str(card).encode() in seen for card in fact.items)
        action = codec_of(GAME).action(step.action)
        shown = GAME.action_view(action, PUBLIC)
        assert shown is not None
        assert not {"drawn", "values", "garages", "farms", "keep", "bottom"} & shown.keys()


def test_a_seat_that_names_a_card_of_another_hand_is_told_under_a_probe():
    from tests.games.first_light.tables import act, executing, with_seat

    table = with_seat(executing(4, hand=(None,)), "black", hand=("yeki",))
    table.when(act("place_depository", row="middle", item="yeki"))
    assert table.rejection is not None
    assert (table.rejection.rule, table.rejection.probes) == ("FL-311", True)
    with_seat(table, "black", hand=("grogg",))
    table.when(act("place_depository", row="middle", item="yeki")).then_accepted()
