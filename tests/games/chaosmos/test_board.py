"""The table of Chaosmos as a picture: all that counts for who has just switched the phone on."""

from __future__ import annotations

import msgspec
import pytest

from domain.games.chaosmos.board_sky import planet_place
from domain.kernel import TRUTH, UNKNOWN, Card, Disc, Name, Naming, Viewer
from tests.games.chaosmos.table import EAST, NORTH, SOUTH, act, opened, table
from tests.support.games.chaosmos.drawn import board, cards, lines, panel, pieces, place, zone, zones
from tests.support.given import Table

PLANETS = {"ashkel", "fennmire", "guriwan", "cindral", "tolwick", "jagladak", "brontide", "eddova"}
STARS = {"c0", "c1", "c2", "c3", "c4", "c5", "v1", "v2", "u1", "u2", "u3", "u4"}


def test_the_sky_has_its_planets_stars_and_wormholes():
    sky = zone(board(table()), "sky")
    assert {place.id for place in sky.places} == {"clock", *PLANETS, *STARS}
    assert {(link.start, link.end) for link in sky.links if link.kind == "blocked"} == {
        ("ashkel", "c0"),
        ("fennmire", "c0"),
        ("eddova", "v2"),
        ("cindral", "v2"),
    }
    assert {link.start for link in sky.links if link.kind == "tunnel"} == {f"c{nth}" for nth in range(6)}


def test_stars_bear_signs_that_merged_ones_share():
    drawn = board(table())
    short = {id: place(drawn, id).short for id in STARS}
    assert [short[f"c{nth}"] for nth in range(3)] == [short[f"c{nth}"] for nth in range(3, 6)]
    assert short["u1"] == short["u3"] == "A"
    assert len({*short.values()}) == 3 + 1 + 4
    assert max(map(len, short.values())) == 2


def test_a_star_tells_where_a_step_leads_and_where_asteroids_lie():
    drawn = board(table())
    assert place(drawn, "v1").note == "leads to Ashkel, Brontide and Fennmire"
    assert place(drawn, "v2").note == "leads to Tolwick; asteroids towards Cindral and Eddova"
    assert place(drawn, "c0").note == "leads to Cindral and Tolwick; asteroids towards Ashkel and Fennmire"


def test_before_planets_are_laid_out_their_slots_are_shown():
    begun = opened(2, mode="two_player", layout="duel")
    sky = zone(board(begun), "sky")
    assert sky.note == "planets not laid out yet"
    assert {place.id for place in sky.places} == {
        "clock",
        *(f"r{nth}" for nth in range(6)),
        "o1",
        "o2",
        *STARS,
    }
    begun.when(act("remove_alien_pair"), drawn=True).when(act("arrange_planets"), drawn=True).then_accepted()
    slots = begun.state.board.planet_at_slot
    laid_out = board(begun)
    assert place(laid_out, slots["o1"]).shape == next(place.shape for place in sky.places if place.id == "o1")
    assert zone(laid_out, "sky").note == "matching signs are one space"


def test_an_alien_is_the_same_piece_wherever_it_goes():
    there = pieces(board(table(at={NORTH: "v1"})))["figure:north"]
    assert (there[0], there[1].kind, there[1].label) == ("v1", "figure", "North’s Drusu")
    assert pieces(board(table(at={NORTH: "tolwick"})))["figure:north"] == ("tolwick", there[1])


def test_who_is_in_a_merged_space_has_a_sign_at_each_of_its_stars():
    shown = pieces(board(table(at={NORTH: "c0", EAST: "u1"})))
    assert shown["figure:north"][0] == "c0"
    assert (shown["echo:north:c3"][0], shown["echo:north:c3"][1].seat) == ("c3", NORTH)
    assert shown["figure:east"][0] == "u1"
    assert shown["echo:east:u3"][0] == "u3"
    assert {id for id in shown if id.startswith("echo")} == {"echo:north:c3", "echo:east:u3"}


def test_a_planet_shows_who_controls_it_whose_home_it_is_and_who_was_there_last():
    played = table(controls={"tolwick": NORTH}, no_take=["tolwick"])
    tolwick = place(board(played), "tolwick")
    assert (tolwick.owner, tolwick.marks) == (NORTH, ("lock",))
    assert tolwick.note == "North controls its envelope; a Vault keeps its cards in; toxic for East"
    assert [piece.id for piece in tolwick.pieces] == ["figure:north"]
    played.play(act("return_envelope", NORTH))
    after = place(board(played), "tolwick")
    assert (after.owner, after.marks) == (None, ())
    assert [piece.id for piece in after.pieces] == ["flag:north:tolwick", "figure:north"]
    assert [piece.id for piece in place(board(played), "ashkel").pieces] == ["home:north"]


def test_a_seat_is_warned_of_the_planet_that_is_toxic_for_it():
    played = table()
    assert place(board(played, Viewer(EAST)), "tolwick").marks == ("triangle-alert",)
    assert place(board(played, Viewer(NORTH)), "tolwick").marks == ()
    assert place(board(played), "tolwick").marks == ()


def test_the_clock_tells_what_is_left_and_whose_turns_those_are():
    drawn = board(table(3, clock=5, active=EAST))
    assert drawn.title == "Turn 1, clock 5"
    assert (place(drawn, "clock").name, place(drawn, "clock").short) == ("Clock 5", "5")
    shown = zone(drawn, "clock")
    assert shown.note == "5 of 36 left; South has the last turn"
    (track,) = shown.tracks
    assert (track.least, track.most) == (0, 5)
    assert [track.steps[str(mark.at)] for mark in track.marks] == ["5", "4", "3", "2", "1", "0"]
    assert [mark.seat for mark in track.marks] == [EAST, SOUTH, NORTH, EAST, SOUTH, None]


def test_between_turns_it_is_told_who_comes_next():
    drawn = board(table(active=None))
    assert lines(zone(drawn, "now"))["Next turn"] == "North"
    assert [mark.seat for mark in zone(drawn, "clock").tracks[0].marks][:2] == [NORTH, EAST]
    assert [panel.active for panel in drawn.seats] == [True, False]


def test_a_turn_tells_its_actions_and_who_was_attacked():
    played = table(at={EAST: "ashkel"}, actions_left=2)
    dice = {NORTH: (4, 3), EAST: (1, 2)}
    played.play(act("attack", NORTH, target=EAST, dice=dice))
    drawn = board(played)
    assert lines(zone(drawn, "now"))["Actions left"] == "1 of 3"
    assert lines(panel(drawn, NORTH))["Attacked this turn"] == "East"


def test_a_figure_that_the_opponent_bears_says_so_in_a_combat():
    played = table(at={EAST: "ashkel"}, hands={NORTH: ["gravity_net"]})
    played.play(act("attack", NORTH, target=EAST, dice={NORTH: (1, 1), EAST: (2, 2)}))
    played.play(act("play_combat_card", NORTH, card="gravity_net"))
    assert lines(zone(board(played), "combat"))["1. North"] == "Gravity Net −2 to the opponent"


def combat(*, native: bool = False) -> Table:
    hands = {NORTH: ["ember_lash"], EAST: ["tide_hammer", "null_field", "guard_drone"]}
    played = table(at={EAST: "ashkel"}, hands=hands, native_weapons=native)
    return played.play(act("attack", NORTH, target=EAST, dice={NORTH: (4, "mirror"), EAST: (1, 2)}))


def test_a_combat_shows_both_sides_before_everything_else():
    drawn = board(combat())
    shown = zone(drawn, "combat")
    assert (shown.title, shown.note) == ("Combat at Ashkel", "North attacks East")
    assert shown.rank < 0
    assert lines(shown) == {
        "North": "8: dice 4 and mirror",
        "East": "3: dice 1 and 2",
        "Next": "East plays a card or passes",
    }
    assert [panel.active for panel in drawn.seats] == [False, True]


def test_cards_of_a_combat_lie_in_the_order_of_play():
    played = combat().play(act("play_combat_card", EAST, card="tide_hammer"), act("pass_combat", EAST))
    shown = zone(board(played), "combat")
    assert lines(shown)["East"] == "6: dice 1 and 2, cards +3"
    assert lines(shown)["Next"] == "North plays a card, or passes and the scores are compared"
    assert lines(shown)["1. East"] == "Tide Hammer +3"
    played.play(
        act("play_combat_card", NORTH, card="ember_lash"), act("play_combat_card", EAST, card="null_field")
    )
    shown = zone(board(played), "combat")
    assert list(lines(shown))[-3:] == ["1. East", "2. North", "3. East"]
    assert lines(shown)["2. North"] == "Ember Lash is cancelled"
    assert lines(shown)["3. East"] == "Null Field"
    assert lines(shown)["North"] == "8: dice 4 and mirror"


def test_infinity_settles_a_combat_and_the_winner_is_asked():
    played = table(at={EAST: "ashkel"})
    played.play(act("attack", NORTH, target=EAST, dice={NORTH: (4, "infinity"), EAST: (1, 2)}))
    assert lines(zone(board(played), "combat")) == {
        "North": "dice 4 and infinity",
        "East": "dice 1 and 2: 3",
        "Won by": "North",
        "Next": "North takes spoils or banishes the loser",
    }


def test_the_loser_s_hand_is_shown_to_the_winner_alone():
    played = table(at={EAST: "ashkel"}, hands={EAST: ["hypertube", "hypertube"]})
    played.play(act("attack", NORTH, target=EAST, dice={NORTH: (4, "infinity"), EAST: (1, 2)}))
    played.play(act("choose_resolution", NORTH, choice="spoils"))
    shown = zone(board(played, Viewer(NORTH)), "shown")
    assert (shown.of, shown.title) == (NORTH, "East’s hand")
    assert cards(shown) == [("shown:east:hypertube:1", "Hypertube"), ("shown:east:hypertube:2", "Hypertube")]
    assert "shown" not in zones(board(played)) | zones(board(played, Viewer(EAST)))


def test_a_hand_lies_before_its_holder_alone_and_nobody_else_sees_how_many_cards():
    played = table(hands={NORTH: ["ovoid", "ion_cannon"], EAST: ["hypertube"]})
    mine, all_see = panel(board(played, Viewer(NORTH)), NORTH), panel(board(played), NORTH)
    assert cards(mine) == [("hand:north:ion_cannon:1", "Ion Cannon"), ("hand:north:ovoid:1", "Ovoid")]
    assert lines(mine)["Cards in hand"] == "2 of 7"
    assert (all_see.cards, "Cards in hand" in lines(all_see)) == ((), False)
    assert panel(board(played, Viewer(NORTH)), EAST).cards == ()
    assert cards(panel(board(played, TRUTH), EAST)) == [("hand:east:hypertube:1", "Hypertube")]


def test_a_card_tells_what_it_does_and_a_weapon_what_its_figure_does_not():
    hand = ["ion_cannon", "pulse_blaster", "ember_lash", "guard_drone", "mirror_shield", "gravity_net"]
    told = {
        card.label: (card.value, card.text)
        for card in panel(board(table(hands={NORTH: hand}), Viewer(NORTH)), NORTH).cards
    }
    assert told["Pulse Blaster"] == ("+2", "")
    assert told["Ion Cannon"] == ("+6", "single-use")
    assert told["Ember Lash"] == ("+3", "native to Drusu")
    assert told["Guard Drone"] == ("+1", "defense")
    assert told["Gravity Net"] == ("−2", "off the opponent’s score")
    assert told["Mirror Shield"][1].startswith("combat, defense: cancels")


def test_a_card_that_nobody_named_lies_face_down_before_its_holder():
    played = table(hands={NORTH: [UNKNOWN]}, unseen=["hypertube"])
    assert panel(board(played, Viewer(NORTH)), NORTH).cards == (Card(None, "an unnamed card", back=True),)


def test_an_envelope_lies_open_to_its_controller_alone():
    played = table(
        controls={"tolwick": NORTH},
        envelopes={"tolwick": ["hypertube", "ovoid"]},
        face_up={"tolwick": ("iron_vault", NORTH)},
    )
    shown = zone(board(played, Viewer(NORTH)), "envelope:tolwick")
    assert (shown.title, shown.of) == ("Envelope of Tolwick", NORTH)
    assert shown.note == "2 cards face down; your own Iron Vault is face up"
    assert cards(shown) == [
        ("face-up:tolwick:iron_vault", "Iron Vault"),
        ("envelope:tolwick:hypertube:1", "Hypertube"),
        ("envelope:tolwick:ovoid:1", "Ovoid"),
    ]
    assert "envelope:tolwick" not in zones(board(played)) | zones(board(played, Viewer(EAST)))
    assert "box" not in zones(board(played, Viewer(NORTH)))
    assert "Tolwick" not in lines(zone(board(played, TRUTH), "box"))
    assert len(lines(zone(board(played, TRUTH), "box"))) == len(PLANETS) - 1


def test_a_seat_shows_what_it_has_and_what_its_alien_needs():
    played = table(controls={"tolwick": NORTH})
    spent = msgspec.structs.replace(played.state.seats[NORTH], hypertokens=0)
    played.given_state(seats={**played.state.seats, NORTH: spent})
    north = panel(board(played), NORTH)
    assert lines(north) == {
        "Hypertokens": "0",
        "Controls": "Tolwick",
        "Position": "Tolwick",
        "Alien": "Drusu",
        "Home": "Ashkel",
        "Toxic": "Fennmire, unless Spore Mask is shown",
    }


def test_open_cards_lie_in_pool_void_and_game_box():
    pool = ["hypertube", "hypertube", "ion_cannon", "mind_lens", "deep_scope", "iron_vault"]
    drawn = board(table(pool=pool).given_state(void=("snare_trap", "snare_trap", "courier_pod")))
    assert cards(zone(drawn, "pool"))[:3] == [
        ("pool:deep_scope:1", "Deep Scope"),
        ("pool:hypertube:1", "Hypertube"),
        ("pool:hypertube:2", "Hypertube"),
    ]
    assert cards(zone(drawn, "void")) == [(None, "2 × Snare Trap"), (None, "Courier Pod")]
    assert zone(drawn, "void").note == "3 cards, out of play"
    assert zone(drawn, "pool").note == "one trade per turn, at home"
    assert zone(drawn, "pool").folded


def test_a_trade_of_this_turn_is_told():
    played = table(hands={NORTH: ["hypertube"]}, pool=["ion_cannon", *["pulse_blaster"] * 4, "iron_vault"])
    played.play(act("trade_cosmic_pool", NORTH, give="hypertube", take="ion_cannon"))
    assert zone(board(played), "pool").note == "traded this turn"


def test_setup_tells_who_is_awaited_and_shows_each_seat_its_aliens():
    begun = opened(3, mode="standard", layout="corners")
    assert "Aliens not in play" not in lines(zone(board(begun), "now"))
    dealt = {"north": ["drusu", "gazmae"], "east": ["vroon", "ob_"], "south": ["ilthar", "quessil"]}
    dealt["east"][1] = "haghouhen"
    begun.play(act("deal_aliens", aliens=dealt), act("choose_alien", NORTH, alien="gazmae"))
    drawn = board(begun)
    assert drawn.title == "Setup"
    assert [panel.active for panel in drawn.seats] == [False, True, True]
    assert lines(zone(drawn, "now"))["Aliens chosen"] == "North"
    mine = zone(board(begun, Viewer(NORTH)), "aliens:north")
    assert cards(mine) == [("alien:north:drusu", "Drusu"), ("alien:north:gazmae", "Gazmae")]
    assert (mine.of, mine.note) == (NORTH, "Gazmae is chosen")
    assert not any(
        id.startswith("aliens") for id in zones(drawn) | zones(board(begun, Viewer(EAST))) - {"aliens:east"}
    )


def test_cm_812_setup_tells_which_aliens_are_left_out():
    begun = opened(2, mode="two_player", layout="duel").play(act("remove_alien_pair", alien="ubrik"))
    told = lines(zone(board(begun), "now"))["Aliens not in play"]
    assert told.split(" and ") == ["Haghouhen", "Ubrik"]


@pytest.mark.parametrize(
    ("winner", "told"),
    [(EAST, "East, with the Ovoid in hand"), (None, "nobody: the Ovoid is in no hand")],
)
def test_the_end_tells_who_won(winner: str | None, told: str):
    hands = {} if winner is None else {winner: ["ovoid"]}
    drawn = board(table(clock=1, hands=hands).play(act("end_turn", NORTH)))
    assert drawn.title == "The game is over"
    assert lines(zone(drawn, "now")) == {
        "Winner": told,
        "Clock reached 0 by": "a turn that ended",
    }
    assert [panel.winner for panel in drawn.seats] == [False, winner == EAST]
    assert [panel.active for panel in drawn.seats] == [False, False]
    assert "clock" not in zones(drawn)
    assert place(drawn, "clock").tone == "closed"


def test_a_long_name_of_a_planet_is_cut_on_the_map():
    called = Naming({"ashkel": Name("planet", "Ashkelonia")}, {})
    drawn = planet_place({"planets": {}, "seats": {}}, "ashkel", Disc(0, 0, 1), "land", called)
    assert (drawn.name, drawn.short) == ("Ashkelonia", "Ashkelon")
