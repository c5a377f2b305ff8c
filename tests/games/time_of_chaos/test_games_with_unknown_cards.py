"""Whole games in which cards drawn face down stand unknown, recorded and random ones (TC-R39, TC-R40)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.games.time_of_chaos import GAME
from domain.games.time_of_chaos.state import State
from domain.kernel import TRUTH, UNKNOWN, Chance, Json, Rejected, Viewer
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.playing import bots_choice, open_offers
from domain.kernel.game import decide, fold
from domain.kernel.offers import covers, sample_action
from domain.kernel.session import UnitOfWork
from tests.games.time_of_chaos.table import DEMO, ChaosTable, act
from tests.support.games.time_of_chaos.final_table import final_table
from tests.support.recorded import STAMP, library, opened

RECORDED = library("time_of_chaos")
SEATS = ("red", "blue", "green")
UNSEEN = 0.7
"""The share of grabs that nobody sees who records, in random games."""
WEIGHTS = {"grab": 3, "deliver": 3, "name_card": 0.2}
"""How often an action is chosen in random games, where others have 1."""
MOST_ACTIONS = 200
LOOKED_AT = 10
"""Every so many-th table of a random game is looked at card by card."""


def without_faces(recorded: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The recorded game as one records it who sees no card that is drawn face down."""
    opening, *actions = map(json.loads, recorded.read_text().splitlines())
    return opening, [action | {"card": UNKNOWN} if action["type"] == "grab" else action for action in actions]


def of_this(recorded: Path) -> dict[str, Any]:
    """The table that the recorded game ends with."""
    expected: dict[str, Any] = json.loads(recorded.with_suffix(".expected.json").read_text())
    return expected


def is_readable(draft: UnitOfWork, state: State) -> bool:
    """Whether who reads the bytes of the log stands before the same table."""
    for entry in draft.entries:
        state = fold(GAME, state, codec_of(GAME).facts.decode(entry.facts))  # type: ignore[union-attr]
    return bool(state == draft.position.state)


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_game_ends_as_expected_though_nobody_saw_what_was_grabbed(recorded: Path):
    opening, actions = without_faces(recorded)
    session, draft = opened(GAME, opening)
    for action in actions:
        draft.record(action, STAMP, None)
        assert GAME.invariants(draft.position.state) == []
    expected, found = of_this(recorded), final_table(draft.position.state, len(actions))
    for seat, table in expected["seats"].items():
        hand = found["seats"][seat].pop("hand")
        kept = table.pop("hand")
        assert [card for card in hand if card != UNKNOWN] == [card for card in kept if card in hand]
        assert len(hand) == len(kept)
    assert found == expected
    assert is_readable(draft, session.state)


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda path: path.stem)
def test_it_ends_in_every_byte_as_expected_when_each_names_what_it_drew(recorded: Path):
    """Each grab is followed by its naming, out of turn as soon as the next seat acts."""
    opening, actions = without_faces(recorded)
    _, *seen = map(json.loads, recorded.read_text().splitlines())
    _, draft = opened(GAME, opening)
    waiting: list[dict[str, Any]] = []
    for action, original in zip(actions, seen, strict=True):
        last = action["type"] == "end_turn"
        for naming in waiting if last else ():
            draft.record(naming, STAMP, None)
        waiting = [] if last else [one for one in waiting if one["card"] != original.get("card")]
        draft.record(action, STAMP, None)
        if action["type"] == "grab":
            waiting.append(act("name_card", action["seat"], card=original["card"]))
    assert final_table(draft.position.state, len(actions)) == of_this(recorded)


def games() -> Iterator[tuple[State, dict[str, Json], State]]:
    """Random games in which most cards are drawn unseen: the table before, the action, the table after."""
    for seed in range(3):
        random = Random(seed)
        state = ChaosTable(*SEATS, scope=("other_era", "own_tile")[seed % 2]).state
        for _ in range(MOST_ACTIONS):
            offers = open_offers(GAME, state, SEATS)
            if not offers:
                break
            offer = random.choices(offers, [WEIGHTS.get(offer.type, 1) for offer in offers])[0]
            tree = sample_action(offer, random, declare=True)
            if offer.type == "grab" and random.random() < UNSEEN:
                tree["card"] = UNKNOWN
            _, after = decide(GAME, state, codec_of(GAME).action(tree), Chance())
            yield state, tree, after
            state = after


def test_random_games_with_unknown_cards_keep_every_promise():
    """Offers are sound: each action of these games was offered. They are complete: no other card is taken."""
    kinds, unknown = set(), 0
    for at, (_, tree, state) in enumerate(games()):
        assert GAME.invariants(state) == []
        kinds.add(tree["type"])
        stands = any(held.card == UNKNOWN for player in state.seats.values() for held in player.hand)
        unknown += stands
        for seat in SEATS if stands and at % LOOKED_AT == 0 else ():
            truth, own = (GAME.offers(state, seat, viewer) for viewer in (TRUTH, Viewer(seat)))
            for bent in naming_anything(seat):
                accepted = takes(state, bent)
                assert accepted == any(covers(offer, bent) for offer in truth), bent
                assert not accepted or any(covers(offer, bent) for offer in own), bent
    assert kinds == {str(kind.__struct_config__.tag) for kind in GAME.actions}
    assert unknown > 100


def naming_anything(seat: str) -> Iterator[dict[str, Json]]:
    for card in (*DEMO.box.cards, UNKNOWN, "XX"):
        yield act("name_card", seat, card=card)
        yield act("deliver", seat, card=card)
        yield act("deliver", seat, card=card, cloak=True)
        yield act("grab", seat, card=card)


def takes(state: State, tree: dict[str, Json]) -> bool:
    try:
        decide(GAME, state, codec_of(GAME).action(tree), Chance())
    except Rejected:
        return False
    return True


def test_bots_end_a_table_where_unknown_cards_stand():
    """They declare nothing unknown themselves; here whoever records says that no grab was seen."""
    random = Random(4)
    state, unseen = ChaosTable(*SEATS).state, 0
    while (tree := bots_choice(GAME, state, SEATS, random)) is not None:
        assert UNKNOWN not in tree.values()
        if tree["type"] == "grab":
            tree["card"], unseen = UNKNOWN, unseen + 1
        chance = Chance(lambda n, _: random.randrange(n))
        _, state = decide(GAME, state, codec_of(GAME).action(tree), chance)
    assert GAME.is_finished(state)
    assert unseen > 2
