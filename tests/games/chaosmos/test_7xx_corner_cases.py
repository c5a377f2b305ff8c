"""CM-7xx: corner cases."""

from __future__ import annotations

from typing import Any

from domain.games.chaosmos import facts
from tests.games.chaosmos.table import EAST, NORTH, act, hand, sound, table
from tests.support.given import Table

HIGH, LOW = [4, 4], [1, 1]


def fight(north: list[Any], east: list[Any], **setting: Any) -> Table:
    setting.setdefault("at", {EAST: "ashkel"})
    return table(**setting).play(act("attack", NORTH, target=EAST, dice={NORTH: north, EAST: east}))


def decided(played: Table) -> Table:
    """Both pass."""
    first = str(played.state.the_combat.to_act)
    other = played.state.the_combat.opponent(first)
    return played.play(act("pass_combat", first), act("pass_combat", other))


def test_cm_701_merged_stars_are_one_space_for_attacks():
    played = table().play(act("hyperspace", NORTH, to="u1"), act("end_turn", NORTH), act("begin_turn", EAST))
    played.play(act("hyperspace", EAST, to="wa2"))
    sound(played.when(act("attack", EAST, target=NORTH, dice={NORTH: LOW, EAST: HIGH})))


def test_cm_702_standing_at_home_does_not_restore_control():
    played = table(controls={"ashkel": NORTH})
    played.play(act("move", NORTH, to="v1"), act("move", NORTH, to="ashkel"))
    played.when(act("transfer_cards", NORTH)).then_rejected("CM-341")
    sound(played.when(act("control_planet", NORTH)))
    assert played.state.the_turn.actions_left == 0


def test_cm_703_a_loser_left_there_may_control_again():
    played = decided(fight(LOW, HIGH, controls={"ashkel": NORTH}))
    played.play(act("choose_resolution", EAST, choice="spoils"), act("take_envelope", EAST, accept=False))
    sound(played.when(act("control_planet", NORTH)))


def test_cm_704_a_draw_costs_single_use_cards_and_the_attack():
    played = fight(LOW, HIGH, hands={NORTH: ["ion_cannon"]})
    played.play(act("play_combat_card", NORTH, card="ion_cannon"))
    sound(decided(played))
    played.then_includes(facts.CombatDecided("draw", {NORTH: 8, EAST: 8}))
    assert played.state.void == ("ion_cannon",)
    assert played.state.the_turn.attacked == (EAST,)


def test_cm_705_cancelled_single_use_cards_are_lost_too():
    played = fight(LOW, HIGH, hands={NORTH: ["ion_cannon"], EAST: ["mirror_shield"]})
    played.play(act("play_combat_card", NORTH, card="ion_cannon"), act("pass_combat", NORTH))
    played.play(act("play_combat_card", EAST, card="mirror_shield"))
    sound(decided(played))
    assert played.state.void == ("ion_cannon",)
    assert hand(played, EAST) == ("mirror_shield",)


def test_cm_706_the_last_action_may_be_an_attack():
    played = decided(fight(HIGH, LOW, controls={"ashkel": EAST}, at={}, actions_left=1))
    played.play(act("choose_resolution", NORTH, choice="spoils"))
    sound(played.when(act("take_envelope", NORTH, accept=True)))
    assert played.state.the_turn.actions_left == 0


def test_cm_707_a_controlling_attacker_keeps_or_offers():
    won = decided(fight(HIGH, LOW, controls={"ashkel": NORTH}))
    sound(won.when(act("choose_resolution", NORTH, choice="spoils")))
    assert (won.state.phase, won.state.planets["ashkel"].controller) == ("turn", NORTH)
    lost = decided(fight(LOW, HIGH, controls={"ashkel": NORTH}))
    lost.play(act("choose_resolution", EAST, choice="spoils"))
    assert lost.state.pending is not None
    assert (lost.state.pending.kind, lost.state.pending.seat) == ("take_envelope", EAST)


def test_cm_708_a_trap_met_after_combat_ends_the_turn_of_an_active_winner_only():
    trap: dict[str, tuple[str, str | None]] = {"guriwan": ("snare_trap", None)}
    active = decided(fight(HIGH, LOW, controls={"guriwan": EAST}, at={NORTH: "guriwan"}, face_up=trap))
    active.play(act("choose_resolution", NORTH, choice="spoils"))
    sound(active.when(act("take_envelope", NORTH, accept=True)))
    assert (active.state.phase, active.state.seats[NORTH].position) == ("between_turns", "ashkel")
    passive = decided(fight(LOW, HIGH, controls={"guriwan": NORTH}, at={EAST: "guriwan"}, face_up=trap))
    passive.play(act("choose_resolution", EAST, choice="spoils"))
    sound(passive.when(act("take_envelope", EAST, accept=True)))
    assert (passive.state.phase, passive.state.seats[EAST].position) == ("turn", "brontide")


def test_cm_708_the_own_trap_is_asked_for_within_the_combat():
    trap: dict[str, tuple[str, str | None]] = {"guriwan": ("snare_trap", EAST)}
    played = decided(fight(LOW, HIGH, controls={"guriwan": NORTH}, at={EAST: "guriwan"}, face_up=trap))
    played.play(act("choose_resolution", EAST, choice="banish", planet="cindral"))
    played.play(act("take_envelope", EAST, accept=True))
    sound(played.when(act("resolve_own_trap", EAST, choice="void")))
    assert played.state.planets["guriwan"].controller == EAST
    assert (played.state.phase, played.state.next) == ("between_turns", EAST)


SEVEN = ["hum_blade", "hum_blade", "ember_lash", "ember_lash", "tide_hammer", "tide_hammer", "mind_lens"]


def test_cm_710_a_full_hand_exchanges_one_for_one():
    played = table(hands={NORTH: SEVEN}, envelopes={"ashkel": ["ovoid"]}, controls={"ashkel": NORTH})
    sound(played.when(act("transfer_cards", NORTH, to_hand=["ovoid"], to_envelope=["mind_lens"])))


def test_cm_711_spoils_may_take_a_weapon_just_shown_the_gear_or_the_ovoid():
    hands = {EAST: ["hum_blade", "frost_shell", "ovoid"]}
    played = fight(HIGH, LOW, hands=hands).play(act("play_combat_card", EAST, card="hum_blade"))
    decided(played).play(act("choose_resolution", NORTH, choice="spoils"))
    for card in hands[EAST]:
        before = played.state
        sound(played.when(act("take_spoils", NORTH, card=card)))
        played.state = before


def test_cm_713_two_players_fight_once_a_turn():
    played = decided(fight(HIGH, HIGH))
    again = act("attack", NORTH, target=EAST, dice={NORTH: HIGH, EAST: LOW})
    played.when(again).then_rejected("CM-351")


def test_cm_714_who_has_no_toxic_planet_on_the_board_needs_no_gear():
    played = table(at={NORTH: "guriwan"})
    assert played.state.alien_of(NORTH).toxic != "guriwan"
    sound(played.when(act("control_planet", NORTH)))
