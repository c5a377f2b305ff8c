"""What stands on the buttons of Chaosmos and in its questions: what a seat decides by."""

from __future__ import annotations

from typing import Any

from domain.kernel import UNKNOWN, Viewer
from tests.games.chaosmos.table import EAST, NORTH, SOUTH, act, opened, table
from tests.games.chaosmos.test_1xx_setup import DUEL, chosen
from tests.games.chaosmos.test_530_manual import VAULTED, manual
from tests.support.games.chaosmos.told import asked, button, hints, question, telling
from tests.support.given import Table

HIGH, LOW = [4, 4], [1, 1]


def fight(north: list[Any], east: list[Any], **setting: Any) -> Table:
    """North has attacked east at north's home."""
    played = table(**{"at": {EAST: "ashkel"}, **setting})
    return played.play(act("attack", NORTH, target=EAST, dice={NORTH: north, EAST: east}))


def test_a_slot_of_the_board_takes_a_planet():
    begun = opened(2, **DUEL).when(act("remove_alien_pair", alien="ubrik"))
    lain = question(begun, "arrange_planets/", "planets").values
    assert (lain["r0"].label, lain["r0"].place) == ("Slot 1", "r0")
    assert (lain["guriwan"].label, lain["guriwan"].place) == ("Guriwan", None)


def test_a_prepared_hand_says_how_many_fit():
    begun = chosen(2)
    begun.when(act("deal_cards"), drawn=True)
    home = begun.state.alien_of(NORTH).home
    name = home.capitalize()
    size = len(begun.state.planets[home].face_down)
    assert button(begun, "prepare_hand/north").hint == (
        f"up to 7 of {size} cards in the envelope of {name}; at least one stays"
    )


def test_a_step_says_where_it_leads_and_what_awaits_there():
    played = table(3, at={EAST: "v1", NORTH: "ashkel"}, controls={"brontide": SOUTH})
    to = question(played, "move/north", "to").values
    assert (to["v1"].label, to["v1"].place) == ("Star 1", "v1")
    assert to["v1"].details == "to Brontide and Fennmire; East is there"
    assert to["c2"].label == "Star C3"
    at_star = table(3, at={EAST: "v1", NORTH: "ashkel"}, controls={"brontide": SOUTH}, active=EAST)
    assert hints(at_star, "move/east", "to") == {
        "Ashkel": "no flag; North is there",
        "Brontide": "your home; South controls it",
        "Fennmire": "no flag",
    }


def test_a_dead_end_says_where_it_leads_back_to():
    """Layout of the corners: the star lies beside Ob alone."""
    played = table(4, mode="standard", layout="corners", at={NORTH: "ob"})
    ends = [hint for hint in hints(played, "move/north", "to").values() if "only" in hint]
    assert ends == ["only back to Ob"]


def test_the_figures_of_an_attack_come_from_high_to_low_and_names_last():
    hand = ["gravity_net", "hum_blade", "guard_drone", "ion_cannon", "null_field", "dirge_horn"]
    played = table(at={EAST: "ashkel", NORTH: "ashkel"}, hands={NORTH: hand})
    hint = button(played, "attack/north").hint
    assert hint == "1 action; you have +6, +4, +3, +1, Gravity Net, Null Field"


def test_a_merged_space_lights_the_spot_that_lies_beside():
    """CM-302, CM-303: wormholes A are one space, and stand on the board twice."""
    beside = {
        planet: question(table(at={NORTH: planet}), "move/north", "to").values["u1"]
        for planet in ("guriwan", "jagladak")
    }
    assert {told.label for told in beside.values()} == {"Wormhole A"}
    assert len({told.place for told in beside.values()}) == 2


def test_a_toxic_planet_says_which_gear_is_held_or_missing():
    played = table(at={NORTH: "v1"}, hands={NORTH: ["spore_mask"]})
    assert hints(played, "move/north", "to")["Fennmire"] == "toxic; you have Spore Mask; no flag"
    assert hints(table(at={NORTH: "v1"}), "move/north", "to")["Fennmire"] == (
        "toxic; you lack Spore Mask; no flag"
    )
    there = table(at={NORTH: "fennmire"}, hands={NORTH: ["spore_mask"]})
    control = button(there, "control_planet/north")
    assert control.hint == "open the envelope of Fennmire; 1 action; you show Spore Mask; no flag"
    assert control.parameters["gear"].when == "never"


def test_an_attack_says_whom_and_with_what():
    played = table(
        3, at={EAST: "ashkel", NORTH: "ashkel"}, hands={NORTH: ["ion_cannon", "null_field", "mind_lens"]}
    )
    assert button(played, "attack/north").hint == "1 action; you have +6, Null Field"
    target = question(played, "attack/north", "target").values["east"]
    assert (target.label, target.hint, target.piece) == ("East", "Gazmae", "figure:east")
    held = table(at={NORTH: "brontide"}, controls={"brontide": EAST})
    assert hints(held, "attack/north", "target")["East"] == (
        "Gazmae; controls Brontide; the winner may take its envelope"
    )
    assert button(held, "attack/north").hint == "1 action; you have no combat cards"
    faces = hints(held, "attack/north", "dice")
    assert faces["Mirror"] == "counts as the other die"


def test_a_combat_card_says_what_it_makes_of_both_scores():
    played = fight(HIGH, LOW, hands={EAST: ["ion_cannon", "gravity_net"], NORTH: ["null_field"]})
    assert asked(played) == {EAST: "plays a combat card or passes, 2 against 8"}
    assert button(played, "play_combat_card/east").hint == "you have 2, North 8"
    assert hints(played, "play_combat_card/east", "card") == {
        "Gravity Net": "2 to 6; you act again; weapon",
        "Ion Cannon": "8 to 8; you act again; weapon, single-use",
    }
    played.play(act("play_combat_card", EAST, card="gravity_net"))
    played.play(act("play_combat_card", EAST, card="ion_cannon"))
    assert asked(played) == {NORTH: "plays a combat card or passes, 6 against 8"}
    assert hints(played, "play_combat_card/north", "card")["Null Field"].startswith(
        "8 to 2; defense, single-use: cancels every weapon"
    )


def test_the_winner_sees_what_spoils_and_banishment_bring():
    played = fight(LOW, HIGH, controls={"ashkel": NORTH}, hands={NORTH: ["mind_lens"]})
    played.play(act("pass_combat", NORTH), act("pass_combat", EAST))
    assert asked(played) == {EAST: "has won: takes spoils or banishes North"}
    won = button(played, "choose_resolution/east")
    assert won.hint == "you beat North; then you may take the envelope of Ashkel"
    assert hints(played, "choose_resolution/east", "choice") == {
        "Take spoils": "see North’s hand and take a card",
        "Banish": "North to a planet, which ends the turn",
    }
    exile = hints(played, "choose_resolution/east", "planet")
    assert exile["Ashkel"] == "North’s home; North stays here"
    assert exile["Fennmire"] == "toxic for North"
    played.play(act("choose_resolution", EAST, choice="spoils"))
    assert asked(played) == {EAST: "takes a card from North’s hand"}
    assert question(played, "take_spoils/east", "card").values["mind_lens"].piece is not None
    played.play(act("take_spoils", EAST, card="mind_lens"))
    assert asked(played) == {EAST: "may take the envelope of Ashkel for free"}
    assert button(played, "take_envelope/east").hint.startswith("of Ashkel, for free")
    assert hints(played, "take_envelope/east", "accept") == {"Take it": "", "Leave it in the box": ""}


def test_cm_470_a_loser_s_envelope_on_a_toxic_planet_is_taken_with_gear_or_left():
    played = fight(
        LOW, HIGH, at={EAST: "tolwick"}, controls={"tolwick": NORTH}, hands={EAST: ["frost_shell"]}
    )
    played.play(act("pass_combat", NORTH), act("pass_combat", EAST))
    played.play(act("choose_resolution", EAST, choice="spoils"))
    assert button(played, "take_envelope/east").variants == {
        "accept,gear": "take it",
        "accept": "leave it",
    }


def test_an_envelope_says_what_fits():
    played = table(
        controls={"ashkel": NORTH}, hands={NORTH: ["hum_blade"]}, envelopes={"ashkel": ["ovoid", "mind_lens"]}
    )
    access = button(played, "transfer_cards/north")
    assert access.hint == "2 inside, 1 of 7 in hand; free"
    assert access.parameters["to_hand"].when == access.parameters["to_envelope"].when == "always"
    assert access.parameters["to_hand"].values["ovoid"].piece is not None
    assert access.parameters["to_envelope"].values["hum_blade"].piece is not None
    assert "transfer_cards/north" not in telling(played, Viewer(EAST)).words


def test_a_vault_gives_nothing_out():
    played = table(
        controls={"guriwan": NORTH}, face_up=VAULTED, no_take=("guriwan",), hands={NORTH: ["hum_blade"]}
    )
    access = button(played, "transfer_cards/north")
    assert access.hint == "1 inside, 1 of 7 in hand; you cannot take cards out; free"
    assert access.parameters["to_hand"].when == "never"


def test_a_card_says_what_it_costs_and_does():
    tools = ["mind_lens", "hypertube", "temporal_displacer", "deep_scope"]
    played = table(hands={NORTH: [*tools, "ovoid"]}, clock=3, controls={"brontide": EAST})
    assert button(played, "play_card/north").hint == "Deep Scope, Hypertube, Mind Lens and 1 more"
    cards = question(played, "play_card/north", "card").values
    displacer = cards["temporal_displacer"]
    assert (displacer.hint, displacer.details) == ("tool", "action, single-use: take 1 to 8 off the clock")
    assert "ovoid" not in cards
    amounts = hints(played, "play_card/north", "amount")
    assert (amounts["2"], amounts["3"]) == ("the clock goes to 1", "the game is over")
    assert hints(played, "play_card/north", "planet")["Brontide"] == "East controls it"
    assert "Ovoid" in hints(played, "play_card/north", "sent_card")


def test_the_last_turn_says_who_has_the_ovoid_to_its_holder_alone():
    for hand, says in (
        (["ovoid"], "; the Ovoid is in your hand"),
        (["hum_blade"], "; the Ovoid is not in your hand"),
        ([UNKNOWN], ""),
    ):
        played = table(clock=1, actions_left=0, hands={NORTH: hand}, unseen=["mind_lens"] if not says else ())
        assert asked(played) == {NORTH: "has no actions left and may end the turn; the last turn"}
        hint = button(played, "end_turn/north", Viewer(NORTH)).hint
        assert hint == f"clock 1 → 0: the game ends{says}"


def test_unnamed_cards_are_named_by_a_button_and_the_ovoid_is_shown():
    played = table(clock=1, hands={NORTH: [UNKNOWN]}, unseen=["ovoid"])
    assert list(hints(played, "name_cards/north", "place")) == ["In hand"]
    assert "name_cards/north" not in telling(played, Viewer(EAST)).words
    played.play(act("end_turn", NORTH))
    assert asked(played) == {"": "The clock is at 0: show the Ovoid if it is in your hand"}
    assert hints(played, "show_ovoid/", "holder") == {"North": "wins", "Nobody": "everyone loses"}
    first = min(telling(played).words.items(), key=lambda named: named[1].rank)
    assert first[0] == "show_ovoid/"


def test_an_unnamed_card_can_move_unseen():
    played = table(
        controls={"ashkel": NORTH},
        hands={NORTH: [UNKNOWN]},
        unseen=["ovoid"],
        envelopes={"ashkel": ["hum_blade"]},
    )
    back = question(played, "transfer_cards/north", "to_envelope").values[UNKNOWN]
    assert (back.label, back.piece) == ("Unseen", None)


def test_a_text_by_hand_is_told_in_words():
    played = table(box=manual(), hands={NORTH: ["mind_lens"]})
    told = question(played, "play_card/north", "deltas").values
    assert told["move_card"].label == "Move a card"
    assert told["hand:east"].label == "East’s hand"
    assert told["envelope:guriwan"].label == "Inside Guriwan"
    assert told["-3"].label == "−3"
    assert list(hints(played, "use_ability/north", "ability")) == ["Walks through walls."]
