"""CM-5xx: cards, flip cards, the effect vocabulary, declared texts and abilities."""

from __future__ import annotations

from typing import Any

from domain.games.chaosmos import GAME, facts
from domain.games.chaosmos.reading import scores
from domain.kernel import PUBLIC, ComponentSet, Viewer
from tests.games.chaosmos.table import (
    DEMO,
    EAST,
    NORTH,
    SOUTH,
    act,
    card_of,
    components,
    hand,
    kinds,
    sound,
    table,
)

HIGH, LOW = [4, 4], [1, 1]
TRAPPED: dict[str, tuple[str, str | None]] = {"guriwan": ("snare_trap", EAST)}
VAULTED: dict[str, tuple[str, str | None]] = {"guriwan": ("iron_vault", EAST)}


def changed(name: str, **members: Any) -> ComponentSet:
    """The demo set with another text on one card."""
    return components(lambda tree: card_of(tree, name).update(members))


def test_cm_501_costs_and_where_they_are_paid():
    played = table(hands={NORTH: ["clock_wedge", "courier_pod", "hum_blade"]}, actions_left=0)
    played.when(act("play_card", NORTH, card="clock_wedge", amount=1)).then_rejected("CM-202")
    free = act("play_card", NORTH, card="courier_pod", planet="guriwan", sent_card="hum_blade")
    sound(played.when(free))
    fighting = table(at={EAST: "ashkel"}, hands={NORTH: ["courier_pod"]})
    fighting.play(act("attack", NORTH, target=EAST, dice={NORTH: LOW, EAST: HIGH}))
    fighting.when(act("play_combat_card", NORTH, card="courier_pod")).then_rejected("CM-501", field="card")


def test_cm_502_single_use_cards_go_to_the_void_and_gear_is_not_played():
    played = table(hands={NORTH: ["clock_wedge", "spore_mask"]}, at={NORTH: "fennmire"})
    sound(played.when(act("play_card", NORTH, card="clock_wedge", amount=1)))
    sound(played.when(act("control_planet", NORTH, gear="spore_mask")))
    assert (played.state.void, hand(played, NORTH)) == (("clock_wedge",), ("spore_mask",))


def test_cm_503_the_void_lies_open():
    played = table(hands={NORTH: ["clock_wedge"]})
    played.play(act("play_card", NORTH, card="clock_wedge", amount=1))
    assert GAME.view(played.state, PUBLIC)["void"] == ["clock_wedge"]


def test_cm_504_cards_are_meant_by_name_or_type():
    cards = DEMO.box.cards
    assert cards["mirror_shield"].cancels == {"ion_cannon", "pulse_blaster"}
    assert {"ember_lash", "gravity_net", "dark_resonator"} <= cards["null_field"].cancels
    assert "guard_drone" not in cards["null_field"].cancels


def test_cm_505_temporal_displacer_takes_one_to_eight():
    played = table(hands={NORTH: ["temporal_displacer"]}, clock=20)
    for amount in (0, 9, -1, None):
        refused = act("play_card", NORTH, card="temporal_displacer", amount=amount)
        played.when(refused).then_rejected("CM-523", field="amount")
    sound(played.when(act("play_card", NORTH, card="temporal_displacer", amount=8)))
    assert (played.state.clock, played.state.clock_cut - 16) == (12, 8)
    played.play(act("end_turn", NORTH))
    assert played.state.clock == 11


def test_cm_505_the_clock_never_goes_below_zero():
    played = table(hands={NORTH: ["temporal_displacer"]}, clock=3)
    sound(played.when(act("play_card", NORTH, card="temporal_displacer", amount=8)))
    played.then_includes(facts.ClockReduced(NORTH, 3, 0), facts.CardVoided(NORTH, "temporal_displacer"))
    assert played.state.phase == "finished"


def test_cm_506_cm_526_a_card_is_sent_face_down():
    played = table(hands={NORTH: ["hypertube", "hum_blade"]}, controls={"brontide": EAST})
    played.when(act("play_card", NORTH, card="hypertube", planet="ob", sent_card="ovoid")).then_rejected(
        "CM-526", field="planet"
    )
    played.when(
        act("play_card", NORTH, card="hypertube", planet="guriwan", sent_card="hypertube")
    ).then_rejected("CM-526", field="sent_card")
    sound(played.when(act("play_card", NORTH, card="hypertube", planet="brontide", sent_card="hum_blade")))
    played.then_includes(facts.CardSent(NORTH, "hum_blade", "brontide", (EAST, NORTH)))
    assert "hum_blade" in played.state.planets["brontide"].face_down


def test_cm_526_a_second_copy_may_be_sent():
    played = table(hands={NORTH: ["hypertube", "hypertube"]})
    sound(played.when(act("play_card", NORTH, card="hypertube", planet="guriwan", sent_card="hypertube")))


def test_cm_508_only_the_own_gear_from_hand():
    played = table(
        at={NORTH: "fennmire"}, envelopes={"fennmire": ["spore_mask"]}, hands={NORTH: ["acid_coat"]}
    )
    for gear in ("spore_mask", "acid_coat"):
        played.when(act("control_planet", NORTH, gear=gear)).then_rejected("CM-331", field="gear")


def test_cm_510_activating_needs_room_and_a_card_that_stays():
    played = table(
        hands={NORTH: ["snare_trap", "hum_blade"]},
        envelopes={"ashkel": ["iron_vault"]},
        controls={"ashkel": NORTH},
    )
    flip = act("activate_flip", NORTH, card="hum_blade", from_="hand")
    played.when(flip).then_rejected("CM-510", field="card")
    elsewhere = act("activate_flip", NORTH, card="warden_trap", from_="envelope")
    played.when(elsewhere).then_rejected("CM-510", field="card")
    sound(played.when(act("activate_flip", NORTH, card="snare_trap", from_="hand")))
    assert played.state.the_turn.actions_left == 3
    second = act("activate_flip", NORTH, card="iron_vault", from_="envelope")
    played.when(second).then_rejected("CM-510")
    played.when(act("activate_flip", EAST, card="snare_trap", from_="hand")).then_rejected("CM-510")


def test_cm_510_some_cards_cost_an_action_in_the_own_turn():
    setting: dict[str, Any] = {"hands": {NORTH: ["warden_trap"]}, "controls": {"ashkel": NORTH}}
    flip = act("activate_flip", NORTH, card="warden_trap", from_="hand")
    table(active=None, **setting).when(flip).then_rejected("CM-510", field="card")
    table(actions_left=0, **setting).when(flip).then_rejected("CM-202")
    played = sound(table(**setting).when(flip))
    assert played.state.the_turn.actions_left == 2
    played.then_includes(facts.FlipActivated(NORTH, "ashkel", "warden_trap", "hand", True))


def test_cm_709_the_only_face_down_card_is_not_activated():
    played = table(
        hands={NORTH: ["hum_blade"]}, envelopes={"ashkel": ["iron_vault"]}, controls={"ashkel": NORTH}
    )
    flip = act("activate_flip", NORTH, card="iron_vault", from_="envelope")
    played.when(flip).then_rejected("CM-510", field="from")
    played.play(act("transfer_cards", NORTH, to_envelope=["hum_blade"]))
    sound(played.when(flip))


SEVEN = ["hum_blade", "hum_blade", "ember_lash", "ember_lash", "tide_hammer", "tide_hammer", "mind_lens"]


def test_cm_511_deactivating_into_hand_or_face_down():
    setting: dict[str, Any] = {"face_up": {"ashkel": ("snare_trap", EAST)}, "controls": {"ashkel": NORTH}}
    played = sound(table(**setting).when(act("deactivate_flip", NORTH, to="hand")))
    assert hand(played, NORTH) == ("snare_trap",)
    played.when(act("deactivate_flip", NORTH, to="hand")).then_rejected("CM-511")
    played = sound(table(**setting).when(act("deactivate_flip", NORTH, to="face_down")))
    assert "snare_trap" in played.state.planets["ashkel"].face_down
    full = table(hands={NORTH: SEVEN}, **setting)
    full.when(act("deactivate_flip", NORTH, to="hand")).then_rejected("CM-342", field="to")
    sound(full.when(act("deactivate_flip", NORTH, to="face_down")))
    table(**setting).when(act("deactivate_flip", EAST, to="hand")).then_rejected("CM-511", field="seat")


def test_cm_512_only_opening_triggers():
    played = table(hands={NORTH: ["deep_scope", "hypertube", "hum_blade"]}, face_up=TRAPPED)
    sound(played.when(act("play_card", NORTH, card="deep_scope", planet="guriwan")))
    sound(played.when(act("play_card", NORTH, card="hypertube", planet="guriwan", sent_card="hum_blade")))
    assert "flip_triggered" not in kinds(played)
    assert played.state.planets["guriwan"].face_up == "snare_trap"


def test_cm_512_a_flip_card_without_effect_is_announced_and_stays():
    box = changed("iron_vault", effects=[])
    played = table(at={NORTH: "guriwan"}, face_up=VAULTED, box=box)
    sound(played.when(act("control_planet", NORTH)))
    assert "flip_triggered" in kinds(played)
    planet = played.state.planets["guriwan"]
    assert (planet.controller, planet.no_take, planet.face_up) == (NORTH, False, "iron_vault")


def test_cm_513_cm_527_a_trap_sends_the_opener_home():
    played = table(at={NORTH: "guriwan"}, face_up=TRAPPED)
    sound(played.when(act("control_planet", NORTH)))
    planet = played.state.planets["guriwan"]
    assert (planet.controller, planet.face_up, planet.flag) == (None, None, None)
    assert played.state.seats[NORTH].position == "ashkel"
    assert played.state.void == ("snare_trap",)
    assert not any(isinstance(fact, facts.ControlTaken) for fact in played.facts)
    assert played.state.phase == "between_turns"


def test_cm_513_even_from_the_own_home():
    played = table(face_up={"ashkel": ("snare_trap", EAST)})
    sound(played.when(act("control_planet", NORTH)))
    assert played.state.planets["ashkel"].controller is None
    assert played.state.phase == "between_turns"


def test_cm_513_the_own_trap_may_be_voided_or_suffered():
    own: dict[str, tuple[str, str | None]] = {"guriwan": ("snare_trap", NORTH)}
    played = table(at={NORTH: "guriwan"}, face_up=own).play(act("control_planet", NORTH))
    assert played.state.planets["guriwan"].controller is None
    played.when(act("resolve_own_trap", EAST, choice="void")).then_rejected("CM-513", field="seat")
    sound(played.when(act("resolve_own_trap", NORTH, choice="void")))
    assert (played.state.planets["guriwan"].controller, played.state.void) == (NORTH, ("snare_trap",))
    assert played.state.phase == "turn"
    played = table(at={NORTH: "guriwan"}, face_up=own).play(act("control_planet", NORTH))
    sound(played.when(act("resolve_own_trap", NORTH, choice="suffer")))
    assert (played.state.seats[NORTH].position, played.state.phase) == ("ashkel", "between_turns")


def test_cm_514_cm_528_a_vault_lets_nothing_out_but_cards_in():
    played = table(at={NORTH: "guriwan"}, face_up=VAULTED, hands={NORTH: ["hum_blade"]})
    sound(played.when(act("control_planet", NORTH)))
    inside = played.state.planets["guriwan"].face_down
    take = act("transfer_cards", NORTH, to_hand=inside[:1])
    played.when(take).then_rejected("CM-514", field="to_hand")
    played.when(act("deactivate_flip", NORTH, to="hand")).then_rejected("CM-514")
    sound(played.when(act("transfer_cards", NORTH, to_envelope=["hum_blade"])))
    played.play(act("return_envelope", NORTH))
    assert not played.state.planets["guriwan"].no_take


def test_cm_514_who_activated_it_is_bound_on_a_later_opening_only():
    played = table(
        hands={NORTH: ["iron_vault"]},
        envelopes={"ashkel": ["hum_blade", "coal_fist"]},
        controls={"ashkel": NORTH},
    )
    played.play(act("activate_flip", NORTH, card="iron_vault", from_="hand"))
    sound(played.when(act("transfer_cards", NORTH, to_hand=["hum_blade"])))
    played.play(act("return_envelope", NORTH), act("control_planet", NORTH))
    assert played.state.planets["ashkel"].no_take
    played.when(act("transfer_cards", NORTH, to_hand=["coal_fist"])).then_rejected("CM-514")


def fight(north: list[Any], east: list[Any], *laid: tuple[str, str], **setting: Any) -> tuple[int, int]:
    """Scores after these cards, the other seat passing where needed."""
    played = table(at={EAST: "ashkel"}, **setting)
    played.play(act("attack", NORTH, target=EAST, dice={NORTH: north, EAST: east}))
    for seat, card in laid:
        if played.state.the_combat.to_act != seat:
            played.play(act("pass_combat", str(played.state.the_combat.to_act)))
        played.play(act("play_combat_card", seat, card=card))
    found = scores(played.state, played.state.the_combat)
    return found[NORTH], found[EAST]


def test_cm_520_score_adds_to_the_own_side():
    assert fight(LOW, HIGH, (NORTH, "prism_bow"), hands={NORTH: ["prism_bow"]}) == (6, 8)


def test_cm_521_opponent_score_takes_from_the_other():
    assert fight(LOW, HIGH, (NORTH, "gravity_net"), hands={NORTH: ["gravity_net"]}) == (2, 6)


def test_cm_522_the_order_of_play_decides_between_cancels():
    hands = {NORTH: ["hum_blade", "hum_blade", "dark_resonator"], EAST: ["ablative_plate"]}
    assert fight(LOW, LOW, (NORTH, "hum_blade"), (EAST, "ablative_plate"), hands=hands) == (2, 3)
    late = ((NORTH, "hum_blade"), (EAST, "ablative_plate"), (NORTH, "dark_resonator"))
    assert fight(LOW, LOW, *late, hands=hands) == (4, 2), "what was cancelled stays so"
    after = (*late, (NORTH, "hum_blade"))
    assert fight(LOW, LOW, *after, hands=hands) == (7, 2), "a cancelled cancel stops nothing more"
    early = ((NORTH, "dark_resonator"), (EAST, "ablative_plate"), (NORTH, "hum_blade"))
    assert fight(LOW, LOW, *early, hands=hands) == (7, 2), "it entered inactive"


def test_cm_523_reduce_clock_up_to_its_most():
    played = table(hands={NORTH: ["clock_wedge"]})
    played.when(act("play_card", NORTH, card="clock_wedge", amount=3)).then_rejected("CM-523")
    target = act("play_card", NORTH, card="clock_wedge", amount=1, target=EAST)
    played.when(target).then_rejected("CM-523", field="target")


def test_cm_524_a_hand_is_shown_to_the_player_alone():
    played = table(3, hands={NORTH: ["mind_lens"], EAST: ["ovoid"]})
    for target in (NORTH, "stranger", None):
        played.when(act("play_card", NORTH, card="mind_lens", target=target)).then_rejected("CM-524")
    sound(played.when(act("play_card", NORTH, card="mind_lens", target=EAST)))
    shown = played.facts[-1]
    assert shown == facts.HandShown((NORTH,), EAST, ("ovoid",), "scry")
    assert GAME.fact_view(shown, Viewer(NORTH))["cards"] == ("ovoid",)
    assert "cards" not in GAME.fact_view(shown, Viewer(SOUTH))
    assert "cards" not in GAME.fact_view(shown, Viewer(EAST))


def test_cm_525_a_planet_is_shown_to_the_player_alone():
    played = table(hands={NORTH: ["deep_scope"]}, face_up=TRAPPED, envelopes={"guriwan": ["ovoid"]})
    played.when(act("play_card", NORTH, card="deep_scope", planet="ob")).then_rejected(
        "CM-525", field="planet"
    )
    sound(played.when(act("play_card", NORTH, card="deep_scope", planet="guriwan")))
    shown = played.facts[-1]
    assert shown == facts.PlanetShown((NORTH,), "guriwan", ("ovoid",), "snare_trap")
    assert not {"face_down", "face_up"} & GAME.fact_view(shown, PUBLIC).keys()
