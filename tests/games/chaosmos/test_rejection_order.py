"""A command that breaks several rules is refused under the first one in the order of the rules file."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel import Rejected
from tests.games.chaosmos.table import EAST, NORTH, act, opened, table
from tests.support.given import Table

HIGH, LOW = [4, 4], [1, 1]
SEVEN = ["hum_blade", "hum_blade", "ember_lash", "ember_lash", "tide_hammer", "tide_hammer", "mind_lens"]


def first_rules(cases: list[tuple[Table, Any]]) -> list[str]:
    found = []
    for played, action in cases:
        rejection = played.when(action).rejection
        assert rejection is not None, action
        found.append(rejection.rule)
    return found


def test_the_opening():
    found = []
    for count, options in (
        (1, {"layout": "nowhere", "clock_start": 1}),
        (2, {"layout": "nowhere", "clock_start": 1}),
        (2, {"clock_start": 1}),
    ):
        with pytest.raises(Rejected) as caught:
            opened(count, **options)
        found.append(caught.value.rule)
    assert found == ["CM-101", "CM-122", "CM-117"]


def test_the_gates_come_before_everything():
    over = table(clock=1).play(act("end_turn", NORTH))
    fighting = table(at={EAST: "ashkel"}).play(
        act("attack", NORTH, target=EAST, dice={NORTH: HIGH, EAST: LOW})
    )
    assert first_rules(
        [
            (over, act("choose_alien", NORTH, alien="x")),
            (opened(2), act("take_spoils", EAST, card="x")),
            (fighting, act("choose_alien", NORTH, alien="x")),
            (fighting, act("move", EAST, to="nowhere")),
            (fighting, act("play_combat_card", NORTH, card="nothing")),
            (table(active=None), act("move", NORTH, to="nowhere")),
        ]
    ) == ["CM-601", "CM-123", "CM-123", "CM-203", "CM-411", "CM-201"]


def test_move_and_hyperspace():
    spent = table(actions_left=0)
    empty = table(at={NORTH: "v1"})
    empty.play(*(act("hyperspace", NORTH, to=to) for to in ("u4", "v1", "ashkel")))
    empty.play(
        act("end_turn", NORTH), act("begin_turn", EAST), act("end_turn", EAST), act("begin_turn", NORTH)
    )
    assert first_rules(
        [
            (spent, act("move", NORTH, to="nowhere")),
            (table(), act("move", NORTH, to="nowhere")),
            (table(), act("move", NORTH, to="eddova")),
            (table(), act("move", NORTH, to="u4")),
            (table(), act("move", NORTH, to="c0")),
            (spent, act("hyperspace", NORTH, to="nowhere")),
            (empty, act("hyperspace", NORTH, to="nowhere")),
            (empty, act("hyperspace", NORTH, to="ashkel")),
            (table(), act("hyperspace", NORTH, to="ashkel")),
        ]
    ) == [
        *("CM-202", "CM-301", "CM-311", "CM-310", "CM-312"),
        *("CM-202", "CM-301", "CM-321", "CM-320"),
    ]


def test_control_and_attack():
    toxic = {NORTH: "fennmire", EAST: "fennmire"}
    attacked = table(at=toxic, hands={NORTH: ["spore_mask"]})
    attacked.play(
        act("attack", NORTH, target=EAST, gear="spore_mask", dice={NORTH: HIGH, EAST: HIGH}),
        act("pass_combat", NORTH),
        act("pass_combat", EAST),
    )
    assert first_rules(
        [
            (table(at={NORTH: "v1"}, actions_left=0), act("control_planet", NORTH, gear="x")),
            (table(at={NORTH: "v1"}), act("control_planet", NORTH, gear="x")),
            (table(), act("control_planet", NORTH, gear="x")),
            (table(actions_left=0), act("attack", NORTH, target=EAST, gear="x", dice={})),
            (table(), act("attack", NORTH, target=EAST, gear="x", dice={})),
            (attacked, act("attack", NORTH, target=EAST, dice={})),
            (table(at=toxic), act("attack", NORTH, target=EAST, dice={})),
            (table(at={EAST: "ashkel"}), act("attack", NORTH, target=EAST, dice={})),
        ]
    ) == ["CM-202", "CM-330", "CM-331", "CM-202", "CM-350", "CM-351", "CM-352", "CM-402"]


def test_access():
    vault: dict[str, Any] = {
        "controls": {"ashkel": NORTH},
        "face_up": {"ashkel": ("iron_vault", EAST)},
        "envelopes": {"ashkel": ["hum_blade", "coal_fist"]},
    }
    bound = table(hands={NORTH: SEVEN[1:]}, no_take=("ashkel",), **vault)
    free = table(hands={NORTH: SEVEN[1:]}, **vault)
    small = table(**vault)
    assert first_rules(
        [
            (bound, act("transfer_cards", NORTH, to_hand=["ovoid"], to_envelope=["ovoid"])),
            (bound, act("transfer_cards", NORTH, to_hand=["hum_blade"], to_envelope=["hum_blade", "x"])),
            (bound, act("transfer_cards", NORTH, to_hand=["hum_blade"], to_envelope=["x"])),
            (bound, act("transfer_cards", NORTH, to_hand=["hum_blade", "coal_fist"])),
            (free, act("transfer_cards", NORTH, to_hand=["hum_blade", "coal_fist"])),
            (small, act("transfer_cards", NORTH, to_hand=["hum_blade", "coal_fist"])),
        ]
    ) == ["CM-341", "CM-347", "CM-344", "CM-514", "CM-342", "CM-343"]


def test_flip_cards():
    control = {"ashkel": NORTH}
    full = table(
        hands={NORTH: SEVEN},
        controls=control,
        face_up={"ashkel": ("iron_vault", EAST)},
        no_take=("ashkel",),
    )
    covered = table(
        hands={NORTH: ["warden_trap"]},
        controls=control,
        face_up={"ashkel": ("iron_vault", EAST)},
        actions_left=0,
    )
    bare = table(hands={NORTH: ["warden_trap"]}, controls=control, actions_left=0)
    assert first_rules(
        [
            (covered, act("activate_flip", NORTH, card="snare_trap", from_="hand")),
            (covered, act("activate_flip", NORTH, card="warden_trap", from_="hand")),
            (bare, act("activate_flip", NORTH, card="warden_trap", from_="hand")),
            (bare, act("deactivate_flip", NORTH, to="hand")),
            (full, act("deactivate_flip", NORTH, to="hand")),
        ]
    ) == ["CM-344", "CM-510", "CM-202", "CM-511", "CM-514"]


def test_cards_and_trade():
    spent = table(hands={NORTH: ["clock_wedge", "hum_blade"]}, actions_left=0)
    away = table(at={NORTH: "v1"})
    assert first_rules(
        [
            (spent, act("play_card", NORTH, card="mind_lens", target="x")),
            (spent, act("play_card", NORTH, card="hum_blade")),
            (spent, act("play_card", NORTH, card="clock_wedge", amount=99)),
            (table(hands={NORTH: ["clock_wedge"]}), act("play_card", NORTH, card="clock_wedge", amount=99)),
            (
                table(hands={NORTH: ["hypertube"]}),
                act("play_card", NORTH, card="hypertube", planet="x", sent_card="x"),
            ),
            (away, act("trade_cosmic_pool", NORTH, give="x", take="x")),
            (table(), act("trade_cosmic_pool", NORTH, give="x", take="x")),
        ]
    ) == ["CM-344", "CM-361", "CM-202", "CM-523", "CM-526", "CM-370", "CM-344"]


def test_combat_and_its_resolution():
    fighting = table(at={EAST: "ashkel"}, hands={EAST: ["clock_wedge"]})
    fighting.play(act("attack", NORTH, target=EAST, dice={NORTH: HIGH, EAST: LOW}))
    toxic = table(at={EAST: "tolwick"}, controls={"tolwick": NORTH})
    toxic.play(
        act("attack", NORTH, target=EAST, dice={NORTH: LOW, EAST: HIGH}),
        act("pass_combat", NORTH),
        act("pass_combat", EAST),
    )
    assert first_rules(
        [
            (fighting, act("play_combat_card", NORTH, card="x")),
            (fighting, act("play_combat_card", EAST, card="x")),
            (fighting, act("play_combat_card", EAST, card="clock_wedge")),
            (toxic, act("choose_resolution", NORTH, choice="banish", planet="x")),
            (toxic, act("choose_resolution", EAST, choice="banish", planet="x")),
        ]
    ) == ["CM-411", "CM-344", "CM-501", "CM-450", "CM-460"]
    toxic.play(act("choose_resolution", EAST, choice="spoils"))
    assert first_rules(
        [
            (toxic, act("take_envelope", NORTH, accept=True)),
            (toxic, act("take_envelope", EAST, accept=False, gear="x")),
            (toxic, act("take_envelope", EAST, accept=True, gear="x")),
        ]
    ) == ["CM-470", "CM-470", "CM-331"]
