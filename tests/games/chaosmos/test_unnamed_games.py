"""CM-R31: whole games of which nobody who records saw the cards, and what they tell others: nothing."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.chaosmos import GAME
from domain.games.chaosmos.reading import placed
from domain.games.chaosmos.state import State
from domain.games.chaosmos.statistics.measures import PUBLIC as PUBLIC_MEASURES
from domain.games.chaosmos.statistics.rows import HANGS_ON_NAMES
from domain.kernel import PUBLIC, TRUTH, UNKNOWN, Chance, Rejected, Viewer
from domain.kernel.chance import as_json
from domain.kernel.engine.entries import Entry, codec_of
from domain.kernel.engine.playing import Played, open_offers
from domain.kernel.engine.views import entry_view, knowledge_view, state_view
from domain.kernel.game import decide, fold
from domain.kernel.offers import covers, is_open, sample_action
from domain.kernel.session import UnitOfWork
from tests.games.chaosmos.test_hidden import hidden_places, with_cards_exchanged
from tests.games.chaosmos.test_knowledge import contents
from tests.support.games.chaosmos.unnamed_games import begun, played, told_by_who_sees_nothing
from tests.support.recorded import STAMP, library, opened

SEEDS = range(3)
LOOKED_AT = 12
recorded_games = pytest.mark.parametrize("recorded", library("chaosmos"), ids=lambda path: path.stem)
some_recorded_games = pytest.mark.parametrize(
    "recorded", library("chaosmos")[::3], ids=lambda path: path.stem
)


@cache
def steps(seed: int, *, sensibly: bool = False) -> tuple[tuple[str, ...], list[Played]]:
    seats, state = begun(2 + seed % 3, seed)
    share = (1, 0.6)[seed % 2]
    most = 2_000 if sensibly else 300
    return seats, list(played(seats, state, Random(seed), most=most, share=share, sensibly=sensibly))


def read(recorded: Path) -> tuple[Any, UnitOfWork, list[dict[str, Any]]]:
    opening, *actions = map(json.loads, recorded.read_text().splitlines())
    return *opened(GAME, opening), actions


@recorded_games
def test_a_recorded_game_told_by_who_sees_nothing_comes_to_the_same_end(recorded: Path):
    session, draft, actions = read(recorded)
    last = list(told_by_who_sees_nothing(session.state, actions))[-1].after
    for action in actions:
        draft.record(action, STAMP, None)
    true = draft.position.state
    if last.phase == "showing":
        _, last = decide(GAME, last, codec_of(GAME).action(shown(true)), Chance())
    assert GAME.standing(last) == GAME.standing(true)
    assert state_view(GAME, last, PUBLIC) == state_view(GAME, true, PUBLIC)
    for seat in true.clockwise:
        assert len(last.seats[seat].hand) == len(true.seats[seat].hand)


def shown(true: State) -> dict[str, Any]:
    assert true.result is not None
    winner = true.result.winner
    return {"type": "show_ovoid"} if winner is None else {"type": "show_ovoid", "holder": winner}


@some_recorded_games
def test_what_the_log_names_is_true_and_the_truth_is_always_possible(recorded: Path):
    session, draft, actions = read(recorded)
    hidden = 0
    for action, step in zip(actions, told_by_who_sees_nothing(session.state, actions), strict=True):
        assert GAME.invariants(step.after) == []
        draft.record(action, STAMP, None)
        true = draft.position.state
        for zone in [f"hand:{seat}" for seat in true.clockwise] + [f"envelope:{p}" for p in true.planets]:
            told, there = contents(step.after, zone), contents(true, zone)
            hidden += told.pop(UNKNOWN, 0)
            assert not told - there
    assert hidden


def told(entry: Entry, state: State, viewer: Viewer) -> bytes:
    """What a viewer is sent of an entry and of the table after it."""
    seen = (
        entry_view(GAME, entry, viewer, state),
        state_view(GAME, state, viewer),
        knowledge_view(GAME, state, viewer) if viewer.seat is None else None,
        GAME.offers(state, viewer.seat, viewer),
        GAME.moment(state),
        GAME.standing(state),
    )
    return msgspec.json.encode(seen, order="sorted")


@some_recorded_games
def test_others_are_not_told_which_cards_lay_unnamed_nor_that_any_did(recorded: Path):
    """A game and the same with all its dealt cards unseen: the same bytes, while they show the same cards."""
    session, true, actions = read(recorded)
    _, other, _ = read(recorded)
    viewers = [PUBLIC, *map(Viewer, session.state.clockwise)]
    followed: Counter[Viewer] = Counter()
    for action in actions[:-1]:
        unseen = dict(action)
        if action["type"] == "deal_cards":
            unseen["envelopes"] = {planet: [UNKNOWN] * len(of) for planet, of in action["envelopes"].items()}
        entries = [draft.record(tree, STAMP, None)[0] for draft, tree in ((true, action), (other, unseen))]
        for viewer in tuple(viewers):
            mine, its = (
                told(entry, draft.position.state, viewer)
                for entry, draft in zip(entries, (true, other), strict=True)
            )
            if b'"unknown"' in its and b'"unknown"' not in mine:
                viewers.remove(viewer)
                continue
            followed[viewer] += 1
            assert mine == its, (viewer, action)
    assert followed[PUBLIC] == len(actions) - 1


@pytest.mark.parametrize("seed", SEEDS)
def test_random_games_with_unnamed_cards_keep_every_promise(seed: int):
    seats, game = steps(seed)
    for step in game:
        state = step.before
        for fact in step.facts:
            state = GAME.evolve(state, fact)
            assert GAME.invariants(state) == [], (step.action, fact)
        again = codec_of(GAME).facts.decode(msgspec.json.encode(step.facts))
        assert fold(GAME, step.before, again) == step.after
        for seat in seats:
            for zone, cards in placed(step.after, seat).items():
                assert not Counter(cards) - contents(step.after, zone), (seat, zone, step.action)
    assert any(UNKNOWN in repr(step.after.seats) for step in game)


@pytest.mark.parametrize("seed", SEEDS)
def test_offers_with_unnamed_cards_are_sound_and_hold_what_is_accepted(seed: int):
    seats, game = steps(seed)
    random = Random(seed)
    for step in game:
        tree = as_json(codec_of(GAME).action(step.action))
        if tree["type"] != "deal_cards":
            offers = GAME.offers(step.before, tree.get("seat"), TRUTH)
            assert any(covers(offer, tree) for offer in offers), tree
    for step in random.sample(game, min(len(game), 4 * LOOKED_AT)):
        for offer in open_offers(GAME, step.before, seats):
            tree = sample_action(offer, random, declare=True)
            chance = Chance(lambda n, _: random.randrange(n))
            decide(GAME, step.before, codec_of(GAME).action(tree), chance)


@pytest.mark.parametrize("seed", SEEDS)
def test_an_action_with_a_card_bent_is_accepted_exactly_if_an_offer_holds_it(seed: int):
    _, game = steps(seed)
    random, agreed = Random(seed), Counter[bool]()
    names = [*(card for card, kind in game[0].before.box.cards.items() if kind.count > 1), UNKNOWN, "ovoid"]
    named = [step for step in game if any(name in repr(step.action) for name in (*names, "unknown"))]
    for step in random.sample(named, min(len(named), 4 * LOOKED_AT)):
        if step.action["type"] in ("deal_cards", "deal_aliens"):
            continue
        for _ in range(6):
            bent = {name: bent_card(value, names, random) for name, value in step.action.items()}
            bent["type"] = step.action["type"]
            action = codec_of(GAME).action(bent)
            try:
                decide(GAME, step.before, action, Chance())
                accepted = True
            except Rejected:
                accepted = False
            offers = GAME.offers(step.before, bent.get("seat"), TRUTH)
            held = any(
                covers(offer, as_json(action))
                for offer in offers
                if not any(map(is_open, offer.parameters.values()))
            )
            assert accepted == held, bent
            agreed[accepted] += 1
    assert agreed[True]
    assert agreed[False]


def bent_card(value: Any, names: list[str], random: Random) -> Any:
    """Some of its cards others, one more of them, or one less."""
    if isinstance(value, list):
        made = [bent_card(card, names, random) for card in value]
        return random.choice([made, [*made, random.choice(names)], made[1:]])
    return random.choice(names) if value in names and random.random() < 0.5 else value


@pytest.mark.parametrize("seed", SEEDS)
def test_bots_finish_a_game_with_unnamed_cards_and_statistics_give_what_is_known(seed: int):
    _, game = steps(seed, sensibly=True)
    assert GAME.is_finished(game[-1].after)
    tally = GAME.statistics.start(game[0].before)
    for step in game:
        state = step.before
        for fact in step.facts:
            after = GAME.evolve(state, fact)
            GAME.statistics.observe(tally, state, fact, after)
            state = after
    given = {row.measure for row in GAME.statistics.rows(tally, game[-1].after)}
    assert not given & HANGS_ON_NAMES
    assert {measure.key for measure in PUBLIC_MEASURES} & given
    assert "accesses" in given


@pytest.mark.parametrize("seed", SEEDS)
def test_tables_that_differ_in_hidden_cards_answer_alike_with_unnamed_ones_among_them(seed: int):
    """An answer that differs is marked: it is told to the table that somebody tried."""
    seats, game = steps(seed)
    random, compared = Random(seed), 0
    actions = [step.action for step in game if "seat" in step.action]
    dealt = [step.after for step in game if not step.after.deck and step.after.phase != "showing"]
    for state in random.sample(dealt, LOOKED_AT):
        for seat in seats:
            viewer = Viewer(seat)
            shows = state.pending is not None and state.pending.seat == seat
            places = [one for one in hidden_places(state, seat) if not shows or one[0] != "hand"]
            one, other = random.sample(places, 2)
            twin = with_cards_exchanged(state, one, other)
            compared += (one[2] == UNKNOWN) != (other[2] == UNKNOWN)
            for table in (state, twin):
                assert GAME.invariants(table) == []
            assert state_view(GAME, state, viewer) == state_view(GAME, twin, viewer)
            assert GAME.offers(state, seat, viewer) == GAME.offers(twin, seat, viewer)
            attempts = [sample_action(offer, random) for offer in listed(state, seat, viewer)]
            for action in (*attempts, *random.sample(actions, min(len(actions), 10))):
                answers = [answer(table, {**action, "seat": seat}) for table in (state, twin)]
                assert answers[0][0] == answers[1][0] or (answers[0][1] and answers[1][1]), action
    assert compared


def listed(state: State, seat: str, viewer: Viewer) -> list[Any]:
    offers = GAME.offers(state, seat, viewer)
    return [offer for offer in offers if not any(map(is_open, offer.parameters.values()))]


def answer(state: State, action: dict[str, Any]) -> tuple[Any, bool]:
    chance = Chance()
    try:
        decide(GAME, state, codec_of(GAME).action(action), chance)
    except Rejected as refused:
        return (refused.rule, refused.message, refused.field), refused.probes
    return None, chance.probed
