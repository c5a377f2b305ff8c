"""CM-530, CM-531: texts that no effect expresses, and alien abilities."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.chaosmos import GAME, facts
from domain.kernel import PUBLIC, ComponentSet, Viewer
from domain.kernel.rejection import against_the_rules
from tests.games.chaosmos.table import (
    EAST,
    NORTH,
    act,
    card_of,
    components,
    sound,
    table,
)
from tests.support.given import Table

VAULTED: dict[str, tuple[str, str | None]] = {"guriwan": ("iron_vault", EAST)}


def manual() -> ComponentSet:
    """The demo set with a free card, the Mind Lens, whose text nothing expresses, and an ability."""

    def change(tree: dict[str, Any]) -> None:
        card_of(tree, "mind_lens").update(cost="free", effects=[{"effect": "manual"}])
        tree["aliens"][0]["abilities"] = ["Walks through walls."]

    return components(change)


def text(*deltas: dict[str, Any]) -> Any:
    return act("play_card", NORTH, card="mind_lens", deltas=list(deltas))


def told(*deltas: dict[str, Any], count: int = 2, **setting: Any) -> Table:
    """North has played the card whose text makes these changes."""
    hands = {NORTH: ["mind_lens", "hum_blade"], EAST: ["coal_fist"], **setting.pop("hands", {})}
    return table(count, box=manual(), hands=hands, **setting).when(text(*deltas))


def test_cm_362_cm_530_a_text_moves_cards():
    played = told({"delta": "move_card", "card": "coal_fist", "from": "hand:east", "to": "envelope:guriwan"})
    sound(played)
    assert "coal_fist" in played.state.planets["guriwan"].face_down
    assert "card" not in GAME.fact_view(played.facts[-1], Viewer(NORTH))


@pytest.mark.parametrize(("origin", "to"), [("pool", "void"), ("hand:north", "removed")])
def test_cm_530_open_zones_are_open(origin: str, to: str):
    setting = {"pool": ["hum_blade"] + ["pulse_blaster"] * 3 + ["ion_cannon"] * 2} if origin == "pool" else {}
    moves = [{"delta": "move_card", "card": "hum_blade", "from": origin, "to": to}]
    if origin == "pool":
        moves.append({"delta": "move_card", "card": "coal_fist", "from": "hand:east", "to": "pool"})
    played = sound(told(*moves, **setting))
    moved = next(fact for fact in played.facts if isinstance(fact, facts.CardMoved))
    assert GAME.fact_view(moved, PUBLIC)["card"] == "hum_blade"


def test_cm_530_a_text_moves_seats_tokens_and_the_clock():
    played = told(
        {"delta": "set_position", "seat": NORTH, "space": "c4"},
        {"delta": "banish", "seat": EAST, "planet": "guriwan"},
        {"delta": "add_hypertokens", "seat": EAST, "n": 2},
        {"delta": "reduce_clock", "n": 2},
        controls={"ashkel": NORTH, "brontide": EAST},
    )
    sound(played)
    seats = played.state.seats
    assert (seats[NORTH].position, seats[EAST].position) == ("c1", "guriwan")
    assert (seats[EAST].hypertokens, played.state.clock) == (5, 34)
    assert played.state.planets["ashkel"].controller is None
    assert played.state.planets["brontide"].controller is None


def test_cm_530_a_text_takes_the_rest_of_the_turn_lifts_a_vault_and_reveals():
    played = told(
        {"delta": "lift_no_take", "planet": "guriwan"},
        {"delta": "reveal_hand", "of": EAST, "to": [NORTH]},
        {"delta": "reveal_envelope", "planet": "cindral", "to": [NORTH, EAST]},
        {"delta": "lose_rest_of_turn"},
        controls={"guriwan": NORTH},
        face_up=VAULTED,
        no_take=("guriwan",),
    )
    sound(played)
    assert played.state.phase == "between_turns"
    assert not played.state.planets["guriwan"].no_take
    assert played.state.known[NORTH]["hand:east"] == ("coal_fist",)
    assert "envelope:cindral" in played.state.known[EAST]


WRONG_TEXTS: list[tuple[dict[str, Any], bool]] = [
    ({"delta": "move_card", "card": "ovoid", "from": "hand:east", "to": "hand:north"}, True),
    ({"delta": "move_card", "card": "coal_fist", "from": "pocket", "to": "hand:north"}, False),
    ({"delta": "move_card", "card": "coal_fist", "from": "hand:east", "to": "hand:stranger"}, False),
    ({"delta": "move_card", "card": "coal_fist", "from": "hand:east", "to": "face_up:ashkel"}, True),
    ({"delta": "move_card", "card": "coal_fist", "from": "hand:east", "to": "pool"}, True),
    (
        {
            "delta": "move_card",
            "card": "coal_fist",
            "from": "hand:east",
            "to": "void",
            "seen_by": ["stranger"],
        },
        False,
    ),
    ({"delta": "set_position", "seat": NORTH, "space": "nowhere"}, False),
    ({"delta": "set_position", "seat": "stranger", "space": "v1"}, False),
    ({"delta": "banish", "seat": NORTH, "planet": "v1"}, False),
    ({"delta": "add_hypertokens", "seat": NORTH, "n": 99}, False),
    ({"delta": "add_hypertokens", "seat": NORTH, "n": -4}, False),
    ({"delta": "reduce_clock", "n": 0}, False),
    ({"delta": "lift_no_take", "planet": "guriwan"}, False),
    ({"delta": "reveal_hand", "of": "stranger", "to": [NORTH]}, False),
    ({"delta": "reveal_envelope", "planet": "ob", "to": [NORTH]}, False),
]


@pytest.mark.parametrize(("delta", "probes"), WRONG_TEXTS)
def test_cm_530_what_a_text_cannot_do_is_refused_and_probes_are_marked(delta: dict[str, Any], probes: bool):
    played = told(delta)
    played.then_rejected("CM-530", field="deltas")
    assert played.rejection is not None
    assert played.rejection.probes == probes
    assert played.state.the_turn.actions_left == 3


@pytest.mark.parametrize(
    ("origin", "card", "probes"), [("hand:east", "coal_fist", True), ("hand:north", "hum_blade", False)]
)
def test_cm_530_a_text_that_finds_a_hidden_card_probes_too(origin: str, card: str, probes: bool):
    played = told({"delta": "move_card", "card": card, "from": origin, "to": "void"})
    sound(played)
    assert played.chance.probed == probes


def test_cm_530_at_clock_zero_nothing_follows():
    played = told(
        {"delta": "reduce_clock", "n": 9}, {"delta": "banish", "seat": EAST, "planet": "guriwan"}, clock=2
    )
    sound(played)
    assert (played.state.phase, played.state.seats[EAST].position) == ("finished", "brontide")


def test_cm_530_the_text_of_another_card_is_not_told():
    played = table(hands={NORTH: ["mind_lens"]})
    told = [{"delta": "set_position", "seat": NORTH, "space": "c0"}]
    played.when(act("play_card", NORTH, card="mind_lens", target=EAST, deltas=told)).then_rejected("CM-524")
    plain = table(box=manual(), hands={NORTH: ["mind_lens"]})
    plain.when(act("play_card", NORTH, card="mind_lens")).then_rejected("CM-530", field="deltas")


def test_cm_530_no_changes_are_as_good_as_none_told():
    played = table(hands={NORTH: ["mind_lens"]})
    play = act("play_card", NORTH, card="mind_lens", target=EAST, deltas=[])
    assert played.when(play).facts
    with against_the_rules() as broken:
        table(hands={NORTH: ["mind_lens"]}).when(play)
    assert [rejection.rule for rejection in broken] == ["CM-524"], "as logs from the first on have it"


ABILITY = "Walks through walls."


def ability(seat: str = NORTH, cost: int = 0, name: str = ABILITY, *deltas: dict[str, Any]) -> Any:
    return act("use_ability", seat, ability=name, cost=cost, deltas=list(deltas))


def test_cm_531_abilities_stand_on_the_alien_sheet():
    played = table(box=manual())
    played.when(ability(NORTH, 0, "Flies.")).then_rejected("CM-531", field="ability")
    played.when(ability(EAST)).then_rejected("CM-531", field="ability")
    played.when(ability("stranger")).then_rejected("CM-531", field="ability")
    played.when(ability(NORTH, 2)).then_rejected("CM-531", field="cost")
    sound(played.when(ability(NORTH, 1, ABILITY, {"delta": "set_position", "seat": NORTH, "space": "c0"})))
    assert (played.state.the_turn.actions_left, played.state.seats[NORTH].position) == (2, "c0")


def test_cm_531_between_turns_for_nothing_only():
    played = table(box=manual(), active=None)
    played.when(ability(NORTH, 1)).then_rejected("CM-531", field="cost")
    lost = ability(NORTH, 0, ABILITY, {"delta": "lose_rest_of_turn"})
    played.when(lost).then_rejected("CM-531", field="deltas")
    sound(played.when(ability(NORTH, 0, ABILITY, {"delta": "reduce_clock", "n": 99})))
    assert played.state.result is not None
    assert played.state.result.cause == "card"
    assert table(box=manual(), actions_left=0).when(ability(NORTH, 1)).rejection is not None


def test_cm_531_the_last_action_of_a_turn_pays_for_an_ability():
    played = sound(table(box=manual(), actions_left=1).when(ability(NORTH, 1)))
    assert played.state.the_turn.actions_left == 0


def test_cm_530_a_text_may_reduce_the_clock_by_1():
    played = sound(told({"delta": "reduce_clock", "n": 1}, clock=9))
    assert played.state.clock == 8
