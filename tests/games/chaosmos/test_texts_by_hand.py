"""CM-530, CM-531 by tapping: the form of a text's changes holds what the table has, and nothing hidden."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.chaosmos import GAME, actions
from domain.kernel import Choice, Offer, Open, Optional, Rejected, Viewer
from domain.kernel.chance import Chance
from domain.kernel.engine.entries import codec_of
from domain.kernel.game import decide
from domain.kernel.offers import Domain, Listed, admits, sample
from tests.games.chaosmos.table import EAST, NORTH, table
from tests.games.chaosmos.test_530_manual import VAULTED, manual
from tests.support.given import Table

CARD = {"delta": "move_card", "card": "coal_fist", "from": "hand:east", "to": "envelope:guriwan"}
CHANGES: list[dict[str, Any]] = [
    CARD,
    {**CARD, "card": "hum_blade", "from": "hand:north", "to": "void", "seen_by": [EAST]},
    {"delta": "set_position", "seat": EAST, "space": "u1"},
    {"delta": "banish", "seat": EAST, "planet": "guriwan"},
    {"delta": "add_hypertokens", "seat": NORTH, "n": -2},
    {"delta": "reduce_clock", "n": 3},
    {"delta": "lose_rest_of_turn"},
    {"delta": "lift_no_take", "planet": "guriwan"},
    {"delta": "reveal_hand", "of": EAST, "to": [NORTH]},
    {"delta": "reveal_envelope", "planet": "cindral", "to": [NORTH, EAST]},
]


def texts(**setting: Any) -> Table:
    """North holds a card whose text is carried out by hand, stands in an envelope with a Vault in force."""
    hands = {NORTH: ["mind_lens", "hum_blade"], EAST: ["coal_fist"], **setting.pop("hands", {})}
    vault = {"controls": {"guriwan": NORTH}, "face_up": VAULTED, "no_take": ("guriwan",)}
    return table(box=manual(), hands=hands, **{**vault, **setting})


def by_hand(played: Table, seat: str = NORTH) -> list[Offer]:
    offers = GAME.offers(played.state, seat, Viewer(seat))
    return [offer for offer in offers if "deltas" in offer.parameters]


def form(played: Table) -> Listed:
    deltas = by_hand(played)[0].parameters["deltas"]
    assert isinstance(deltas, Open)
    assert isinstance(deltas.form, Listed)
    return deltas.form


def test_cm_530_as_many_hypertokens_can_be_taken_as_the_richest_seat_has():
    played = texts()
    rich = msgspec.structs.replace(played.state.seats[EAST], hypertokens=5)
    played.given_state(seats={**played.state.seats, EAST: rich})
    taken = {"delta": "add_hypertokens", "seat": EAST, "n": -5}
    assert admits(form(played), [taken])
    assert not admits(form(played), [{**taken, "n": -6}])


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: str(change["delta"]))
def test_cm_530_every_change_can_be_tapped_and_is_accepted(change: dict[str, Any]):
    played = texts()
    assert admits(form(played), [change])
    played.play({"type": "play_card", "seat": NORTH, "card": "mind_lens", "deltas": [change]})


def test_cm_530_the_form_knows_every_change_there_is():
    told = {change["delta"] for change in CHANGES}
    assert told == {str(kind.__struct_config__.tag) for kind in actions.Delta.__subclasses__()}
    delta = {value for part in form(texts()).of for value in values(part, "delta")}
    assert delta == told


def values(part: Domain, member: str) -> tuple[Any, ...]:
    domain = part.keys.get(member)  # type: ignore[union-attr]
    return domain.values if isinstance(domain, Choice) else ()


def test_what_is_tapped_is_accepted_more_often_than_not_but_for_cards_out_of_sight():
    played, random, refused = texts(), Random(4), 0
    parts = [part for part in form(played).of if "move_card" not in values(part, "delta")]
    for _ in range(100):
        change = sample(random.choice(parts), random, declare=False)
        action = {"type": "play_card", "seat": NORTH, "card": "mind_lens", "deltas": [change]}
        try:
            decide(GAME, played.state, codec_of(GAME).action(action), Chance())
        except Rejected:
            refused += 1
    assert refused < 30


def test_a_card_comes_from_any_zone_but_those_that_are_seen_to_be_empty():
    (moved,) = (part for part in form(texts()).of if "move_card" in values(part, "delta"))
    zones = set(values(moved, "to"))
    assert {"hand:east", "envelope:guriwan", "face_up:cindral", "pool", "removed"} < zones
    assert zones - set(values(moved, "from")) == {"void"}
    assert set(values(moved, "card")) == set(texts().state.box.cards), "what lies where is not told"
    (moved,) = (part for part in form(texts(face_up={})).of if "move_card" in values(part, "delta"))
    assert zones - set(values(moved, "from")) == {"void", "face_up:guriwan"}


def test_each_change_has_a_button_of_its_own():
    heads = [values(part, "delta") for part in form(texts()).of]
    assert len(set(heads)) == len(heads)


def test_cm_816_the_form_is_the_same_wherever_hidden_cards_lie():
    one = texts(hands={EAST: ["coal_fist"]}, envelopes={"cindral": ["ovoid"], "ashkel": ["ion_cannon"]})
    other = texts(hands={EAST: ["ovoid"]}, envelopes={"cindral": ["ion_cannon"], "ashkel": ["coal_fist"]})
    assert by_hand(one) == by_hand(other)


def test_cm_531_an_ability_costs_an_action_only_where_one_can_be_paid():
    def costs(played: Table) -> tuple[Any, ...]:
        (offer,) = (one for one in by_hand(played) if one.type == "use_ability")
        deltas = offer.parameters["deltas"]
        assert isinstance(deltas, Optional)
        assert deltas.usual
        return values_of_choice(offer.parameters["cost"])

    assert costs(texts()) == (0, 1)
    assert costs(texts(actions_left=0)) == (0,)
    assert costs(texts(active=None)) == (0,)
    assert costs(texts(active=EAST)) == (0,)


def values_of_choice(domain: Domain) -> tuple[Any, ...]:
    assert isinstance(domain, Choice)
    return domain.values
