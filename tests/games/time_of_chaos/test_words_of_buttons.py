"""What stands on the buttons of A Time of Chaos and in its questions, where no recorded game shows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from domain.games.time_of_chaos import GAME, facts
from domain.games.time_of_chaos.state import Result
from domain.games.time_of_chaos.words import OFFERS
from domain.games.time_of_chaos.words.offering import tile_words
from domain.kernel import (
    PUBLIC,
    TRUTH,
    UNKNOWN,
    Choice,
    Fact,
    Offer,
    OfferWords,
    Outcome,
    ParameterWords,
    ValueWords,
    Viewer,
)
from domain.kernel.selfcheck.wording import telling_of
from domain.kernel.session.rendering import naming, offers_in_words
from domain.kernel.ui.labels import chosen_words
from tests.games.time_of_chaos.table import DEMO, DISPLAYS, LAYOUT, ChaosTable
from tests.games.time_of_chaos.test_words import asked, names_of, telling
from tests.support.given import Table

Built: TypeAlias = Callable[[], ChaosTable]
"""Lays out a table."""
ALL_SEATS = ("red", "blue", "green", "yellow")


def standing(*seats: str, scope: str = "other_era", red: str = "past:A", blue: str = "past:B") -> ChaosTable:
    """Pawns stand in the past, and it is red's turn, in its action step."""
    return ChaosTable(*seats, scope=scope).laid_out().pawns(red=red, blue=blue).acting("red")


def sending() -> ChaosTable:
    """Pawns stand in the present, and it is red's turn, in its send step, with no tile in chaos."""
    return ChaosTable().laid_out().pawns(red="present:A", blue="present:B").turn_of("red")


def leaking(*sources: str, **supply: int) -> ChaosTable:
    """These tiles are in chaos with a cube of red."""
    table = sending()
    for source in sources:
        table.chaos(source, "red")
    return table.supply(**supply)


def bringing(*delivered: str, artifact: str = "NP-D") -> ChaosTable:
    """Red stands where the artifact in its hand belongs, and has delivered these."""
    return standing(red="past:D").grabbed("red", artifact).delivered("red", *delivered)


def over(table: ChaosTable) -> ChaosTable:
    """The game is over, and red has won."""
    figures = {"red": 4, "blue": 2}
    return table.given(facts.GameEnded(Result(figures, figures, figures, ("red",))))


def button(table: ChaosTable, key: str, viewer: Viewer = TRUTH) -> OfferWords:
    """The words of a button."""
    return telling(table, viewer).words[key]


def question(table: ChaosTable, key: str, parameter: str, viewer: Viewer = TRUTH) -> ParameterWords:
    """The words of a parameter of a button."""
    return button(table, key, viewer).parameters[parameter]


def hints(table: ChaosTable, key: str, parameter: str, viewer: Viewer = TRUTH) -> dict[str, str]:
    """The hint of each value by its label."""
    return {told.label: told.hint for told in question(table, key, parameter, viewer).values.values()}


LABELS_AND_HINTS: list[tuple[Built, str, str, str]] = [
    (
        lambda: standing().supply(red=0),
        "time_travel/red",
        "Time travel",
        "same city, another era, for the cloak",
    ),
    (
        lambda: standing(red="future:A").deck(future=["FP-G"]),
        "grab/red",
        "Grab",
        "draw the last card; no cube",
    ),
    (
        lambda: standing().unknown("red", "past"),
        "name_card/red",
        "Name a card",
        "name the one you drew face down from the past; uses no action",
    ),
    (
        lambda: standing().unknown("red", "future", "past", "future"),
        "name_card/red",
        "Name a card",
        "name the one you drew face down from the future and the past; uses no action",
    ),
    (
        lambda: standing().grabbed("red", "PN-D").unknown("red", "present"),
        "name_card/red",
        "Name a card",
        "name the one you drew face down from the present; uses no action",
    ),
    (
        lambda: standing().unknown("red", "past", "present", "future"),
        "name_card/red",
        "Name a card",
        "name the one you drew face down from the past, the present and the future; uses no action",
    ),
    (lambda: standing().supply(red=0), "search/red", "Search", "take one from the display, for the cloak"),
    (lambda: bringing().supply(red=0), "deliver/red", "Deliver", "deliver one here, for the cloak"),
]


@pytest.mark.parametrize(("built", "key", "label", "hint"), LABELS_AND_HINTS)
def test_a_button_says_what_it_does_and_costs(built: Built, key: str, label: str, hint: str):
    words = button(built(), key)
    assert (words.label, words.hint) == (label, hint)


SENDING: list[tuple[Built, str]] = [
    (
        lambda: leaking("past:A", "present:D", "future:G"),
        "Aldermoor in the past to the present; Dunmere in the present to the future; "
        "Greyharbor in the future to the past",
    ),
    (lambda: leaking("past:A", "present:A"), "Aldermoor in the present to the future"),
    (lambda: leaking("past:A", red=0), "no cubes left to send"),
    (lambda: leaking("past:A", red=1), "Aldermoor in the past to the present"),
    (lambda: leaking("past:A", "past:D", red=1), "1 cube left for 2 tiles: choose"),
    (lambda: leaking("past:A", "past:D", "past:E", red=2), "2 cubes left for 3 tiles: choose"),
    (
        lambda: leaking("past:A", "past:D", red=2),
        "Aldermoor in the past to the present; Dunmere in the past to the present",
    ),
    (lambda: sending().supply(red=0), "nothing to send this turn"),
]


@pytest.mark.parametrize(("built", "hint"), SENDING)
def test_disorder_says_where_it_leaks_to(built: Built, hint: str):
    words = button(built(), "send_disorder/red")
    assert (words.label, words.hint) == ("Send disorder", hint)


ENDING: list[tuple[Built, str]] = [
    (lambda: standing().cubes("past:D", red=2), "no tile flips to chaos; 3 actions unused"),
    (
        lambda: standing().cubes("past:D", red=2, blue=2),
        "Dunmere in the past flips to chaos; −1 for Red and Blue; 3 actions unused",
    ),
    (
        lambda: standing().cubes("past:D", red=3).cubes("future:I", blue=4),
        (
            "Dunmere in the past and Ironvale in the future flip to chaos; −1 for Red and Blue; "
            "3 actions unused"
        ),
    ),
    (
        lambda: standing().cubes("past:D", red=3).chaos("past:E", "red", "blue").cubes("past:E", blue=1),
        "Dunmere in the past flips to chaos; −1 for Red; 3 actions unused",
    ),
    (
        lambda: standing(*ALL_SEATS).cubes("past:D", yellow=1, red=1, green=1),
        "Dunmere in the past flips to chaos; −1 for Red, Green and Yellow; 3 actions unused",
    ),
    (
        lambda: standing().triggered_by("red", "blue"),
        "no tile flips to chaos; 3 actions unused",
    ),
]


@pytest.mark.parametrize(("built", "hint"), ENDING)
def test_the_end_of_a_turn_says_what_falls_and_whom_it_costs(built: Built, hint: str):
    words = button(built(), "end_turn/red")
    assert (words.label, words.hint) == ("End turn", hint)


LOOKS: list[tuple[Built, str, tuple[str, str, int, bool]]] = [
    (ChaosTable, "lay_out_tiles/", ("layout-grid", "actions", 0, False)),
    (ChaosTable, "deal_displays/", ("layers", "actions", 1, False)),
    (ChaosTable, "choose_first_player/", ("flag", "actions", 2, False)),
    (lambda: ChaosTable().laid_out(), "place_pawn/blue", ("map-pin", "actions", 0, False)),
    (sending, "send_disorder/red", ("waves", "actions", 0, False)),
    (bringing, "deliver/red", ("package-check", "actions", 5, False)),
    (standing, "travel/red", ("footprints", "actions", 10, False)),
    (lambda: standing().chaos("future:A", "red"), "restore/red", ("sparkles", "actions", 15, False)),
    (standing, "time_travel/red", ("hourglass", "actions", 20, False)),
    (standing, "search/red", ("search", "actions", 30, False)),
    (standing, "grab/red", ("hand-grab", "actions", 40, False)),
    (
        lambda: standing().unknown("red", "past"),
        "name_card/red",
        ("gallery-horizontal-end", "actions", 45, False),
    ),
    (standing, "end_turn/red", ("corner-down-left", "end", 90, True)),
]


@pytest.mark.parametrize(("built", "key", "looks"), LOOKS)
def test_a_button_has_its_symbol_and_its_place(built: Built, key: str, looks: tuple[str, str, int, bool]):
    words = button(built(), key)
    assert (words.icon, words.group, words.rank, words.ends) == looks


def test_each_button_is_looked_at_here():
    assert {key.partition("/")[0] for _, key, _ in LOOKS} == {*OFFERS}


QUESTIONS: list[tuple[Built, str, str, str, str]] = [
    (sending, "send_disorder/red", "sources", "Which tiles send a cube?", "never"),
    (lambda: leaking("past:A"), "send_disorder/red", "sources", "Which tiles send a cube?", "never"),
    (lambda: leaking("past:A", red=0), "send_disorder/red", "sources", "Which tiles send a cube?", "never"),
    (lambda: leaking("past:A", red=1), "send_disorder/red", "sources", "Which tiles send a cube?", "never"),
    (
        lambda: leaking("past:A", "past:D", red=1),
        "send_disorder/red",
        "sources",
        "Which tile sends a cube?",
        "always",
    ),
    (
        lambda: leaking("past:A", "past:D", "past:E", red=2),
        "send_disorder/red",
        "sources",
        "Which 2 tiles send a cube?",
        "always",
    ),
    (standing, "time_travel/red", "cloak", "Use the cloak?", "never"),
    (
        lambda: standing().unknown("red", "past"),
        "name_card/red",
        "card",
        "Which artifact is it?",
        "always",
    ),
    (standing, "search/red", "cloak", "Use the cloak?", "never"),
    (bringing, "deliver/red", "cloak", "Use the cloak?", "never"),
]


@pytest.mark.parametrize(("built", "key", "parameter", "asks", "when"), QUESTIONS)
def test_what_a_button_asks(built: Built, key: str, parameter: str, asks: str, when: str):
    words = question(built(), key, parameter)
    assert (words.asks, words.when) == (asks, when)


def test_the_cloak_is_told_of_by_a_value():
    for table, key in (
        (standing(), "time_travel/red"),
        (standing(), "search/red"),
        (bringing(), "deliver/red"),
    ):
        assert question(table, key, "cloak").values == {"true": ValueWords("With the cloak")}


def test_a_display_without_a_deck_asks_for_nothing_that_fills_the_gap():
    assert "refill" not in button(standing().deck(past=[]), "search/red").parameters


PAID: list[tuple[Built, str, dict[str, str]]] = [
    (
        lambda: standing().cubes("past:A", blue=1),
        "search/red",
        {
            "card,refill": "place a cube, 11 left; makes 2 cubes there",
            "card,cloak,refill": "use the cloak",
        },
    ),
    (lambda: standing().exhausted("red"), "search/red", {}),
]


@pytest.mark.parametrize(("built", "key", "variants"), PAID)
def test_what_is_paid_with_a_cube_or_with_the_cloak_says_so(built: Built, key: str, variants: dict[str, str]):
    assert button(built(), key).variants == variants


def test_an_action_without_a_cube_has_no_variants():
    table = standing().chaos("future:A", "red").unknown("red", "past")
    for key in ("travel/red", "grab/red", "restore/red", "name_card/red", "end_turn/red"):
        assert button(table, key).variants == {}


GOALS: list[tuple[Built, str]] = [
    (lambda: standing().cubes("past:D", red=4), "4 cubes, about to flip"),
    (
        lambda: standing(*ALL_SEATS, blue="past:D").pawns(green="past:D"),
        "no cubes; Blue and Green are there",
    ),
    (
        lambda: standing(*ALL_SEATS, blue="past:D").pawns(green="past:D", yellow="past:D"),
        "no cubes; Blue, Green and Yellow are there",
    ),
    (
        lambda: standing().grabbed("red", "NP-D", "NP-E", "FP-D"),
        ("no cubes; deliver Invented artifact NP-D there, 2 ★; deliver Invented artifact FP-D there, 3 ★"),
    ),
    (lambda: standing().grabbed("red", "PN-D", "PF-D"), "no cubes"),
    (lambda: standing().grabbed("blue", "NP-D"), "no cubes"),
    (lambda: standing().unknown("red", "present"), "no cubes"),
    (
        lambda: standing(blue="past:D").chaos("past:D", "red").grabbed("red", "NP-D"),
        "in chaos; Blue is there; deliver Invented artifact NP-D there, 2 ★",
    ),
]


@pytest.mark.parametrize(("built", "hint"), GOALS)
def test_a_step_says_what_awaits_there(built: Built, hint: str):
    cities = question(built(), "travel/red", "city").values
    assert list(cities) == ["D", "B"]
    assert cities["D"] == ValueWords("Dunmere", hint, place="past:D")


def test_who_acts_is_not_told_of_its_own_pawn():
    table = standing(*ALL_SEATS, blue="past:A")
    assert tile_words(table.seen(), "past:A", "red", names_of(table)) == "no cubes; Blue is there"
    assert tile_words(table.seen(), "past:A", "green", names_of(table)) == "no cubes; Red and Blue are there"


def test_an_artifact_that_is_hidden_is_not_told_with_a_step():
    table = standing().grabbed("red", "NP-D").searched("red", "PN-A", "PN-D")
    assert hints(table, "travel/red", "city", Viewer("red"))["Dunmere"] == (
        "no cubes; deliver Invented artifact NP-D there, 2 ★"
    )
    for viewer in (PUBLIC, Viewer("blue")):
        assert hints(table, "travel/red", "city", viewer)["Dunmere"] == "no cubes"


def test_an_artifact_that_was_searched_is_told_to_all_with_an_era():
    table = standing().searched("red", "PN-A", "PN-D")
    for viewer in (PUBLIC, Viewer("blue"), Viewer("red")):
        assert hints(table, "time_travel/red", "era", viewer) == {
            "The present": "no cubes; deliver Invented artifact PN-A there, 1 ★",
            "The future": "no cubes",
        }


def test_a_time_travel_says_what_awaits_in_each_era():
    table = standing(blue="future:A").cubes("present:A", blue=2)
    eras = question(table, "time_travel/red", "era").values
    assert eras == {
        "present": ValueWords("The present", "2 cubes", place="present:A"),
        "future": ValueWords("The future", "no cubes; Blue is there", place="future:A"),
    }


def test_a_cube_goes_to_either_end_of_a_time_travel():
    table = standing().cubes("past:A", red=1).cubes("future:A", blue=2)
    assert question(table, "time_travel/red", "cube_on").values == {
        "departure": ValueWords(
            "On Aldermoor in the past, where you start", "makes 2 cubes there", place="past:A"
        ),
        "arrival": ValueWords("On Aldermoor, where you arrive"),
    }
    button_now = button(table, "time_travel/red")
    for era, makes in (
        ("present", "makes 1 cube there"),
        ("future", "makes 3 cubes there: flips to chaos at end of turn"),
    ):
        chosen = chosen_words(button_now, {"era": era}).parameters["cube_on"].values
        arrival = f"On Aldermoor in the {era}, where you arrive"
        assert chosen["arrival"] == ValueWords(arrival, makes, place=f"{era}:A")


def test_a_time_travel_to_the_only_other_era_names_its_tile():
    table = standing().chaos("present:A", "blue").cubes("future:A", red=1)
    assert question(table, "time_travel/red", "cube_on").values == {
        "departure": ValueWords(
            "On Aldermoor in the past, where you start", "makes 1 cube there", place="past:A"
        ),
        "arrival": ValueWords(
            "On Aldermoor in the future, where you arrive", "makes 2 cubes there", place="future:A"
        ),
    }
    assert list(hints(table, "time_travel/red", "era")) == ["The future"]


def test_a_drawn_card_is_any_of_the_deck_or_one_that_nobody_saw():
    table = standing().deck(past=["PN-D", "PF-G"])
    assert question(table, "grab/red", "card").values == {
        "PN-D": ValueWords("Invented artifact PN-D", "1 ★, to Dunmere in the present"),
        "PF-G": ValueWords("Invented artifact PF-G", "2 ★, to Greyharbor in the future"),
        UNKNOWN: ValueWords("Not seen", "keep it face down and name it later"),
    }


def test_a_drawn_card_that_somebody_must_have_seen_is_one_of_the_deck():
    offer = Offer("grab", "red", {"card": Outcome(Choice(("PN-D", "PF-G")))})
    table = standing()
    (words,) = offers_in_words(GAME, table.seen(), [offer], names_of(table), strict=True).values()
    assert words.parameters["card"].values == {
        "PN-D": ValueWords("Invented artifact PN-D", "1 ★, to Dunmere in the present"),
        "PF-G": ValueWords("Invented artifact PF-G", "2 ★, to Greyharbor in the future"),
    }


def test_a_named_card_is_one_that_the_unknown_one_may_be():
    table = standing(red="future:A").unknown("red", "past").deck(past=["PN-D", "PF-G"])
    assert question(table, "name_card/red", "card", Viewer("red")).values == {
        "PN-D": ValueWords("Invented artifact PN-D", "1 ★, to Dunmere in the present"),
        "PF-G": ValueWords("Invented artifact PF-G", "2 ★, to Greyharbor in the future"),
    }


def test_a_card_is_named_by_who_knows_the_hand_alone():
    table = standing().unknown("red", "past")
    for viewer in (PUBLIC, Viewer("blue")):
        assert "name_card/red" not in telling(table, viewer).words


def test_a_display_lies_open_and_what_fills_its_gap_does_not():
    table = standing().deck(past=["PN-D"])
    assert question(table, "search/red", "card").values == {
        "PN-A": ValueWords("Invented artifact PN-A", "1 ★, to Aldermoor in the present", piece="PN-A"),
        "PF-B": ValueWords("Invented artifact PF-B", "3 ★, to Brightwater in the future", piece="PF-B"),
        "PN-C": ValueWords("Invented artifact PN-C", "3 ★, to Cinderhold in the present", piece="PN-C"),
    }
    assert question(table, "search/red", "refill").values == {
        "PN-D": ValueWords("Invented artifact PN-D", "1 ★, to Dunmere in the present")
    }


GAINS: list[tuple[Built, str]] = [
    (lambda: bringing().exhausted("blue"), "+2 ★"),
    (lambda: bringing("PN-H", "PN-G"), "+2 ★"),
    (lambda: bringing("PN-H", "PN-G", "PN-E", "PN-F"), "+2 ★"),
    (lambda: bringing("PN-H", "PN-G", "PN-E").triggered_by("blue"), "+2 ★"),
]


@pytest.mark.parametrize(("built", "hint"), GAINS)
def test_a_delivery_says_what_it_brings(built: Built, hint: str):
    assert question(built(), "deliver/red", "card").values == {
        "NP-D": ValueWords("Invented artifact NP-D", hint, piece="NP-D")
    }


REFRESHING: list[tuple[Built, str]] = [
    (lambda: bringing(artifact="FP-D").exhausted("blue"), "+3 ★; refreshes every exhausted cloak"),
    (
        lambda: bringing("PN-H", "PN-G", "PN-E", artifact="FP-D"),
        "+3 ★; refreshes cloaks; your fourth: triggers the last turns",
    ),
]


@pytest.mark.parametrize(("built", "hint"), REFRESHING)
def test_a_delivery_worth_three_says_that_cloaks_are_ready_again(built: Built, hint: str):
    assert hints(built(), "deliver/red", "card") == {"Invented artifact FP-D": hint}


def test_a_delivery_names_what_was_drawn_face_down():
    table = (
        standing(red="past:D")
        .grabbed("red", "NP-D")
        .unknown("red", "future")
        .delivered("red", "PN-H", "PN-G", "PN-E")
    )
    assert question(table, "deliver/red", "card", Viewer("red")).values == {
        "NP-D": ValueWords(
            "Invented artifact NP-D", "+2 ★; your fourth: triggers the last turns", piece="NP-D"
        ),
        "FP-D": ValueWords(
            "Invented artifact FP-D",
            "+3 ★; your face-down card from the future; refreshes cloaks; "
            "your fourth: triggers the last turns",
        ),
    }


def test_a_known_card_of_a_deck_is_not_taken_for_the_unknown_one():
    table = standing(red="past:D").grabbed("red", "NP-D").unknown("red", "present")
    assert hints(table, "deliver/red", "card", Viewer("red")) == {"Invented artifact NP-D": "+2 ★"}


@pytest.mark.parametrize("viewer", [PUBLIC, Viewer("blue")], ids=["all", "blue"])
def test_others_cannot_tell_a_card_that_is_held_from_one_that_may_be(viewer: Viewer):
    for held in ("FP-D", "FP-G", UNKNOWN):
        table = standing(red="past:D").given(facts.CardTaken("red", held, "future", "grab"))
        assert question(table, "deliver/red", "card", viewer).values == {
            "FP-D": ValueWords("Invented artifact FP-D", "+3 ★; refreshes cloaks")
        }


HOME: list[tuple[Built, str]] = [
    (lambda: standing().given(facts.TileFellAtSetup("future:A", "red")), "no cubes there"),
    (lambda: standing().chaos("future:A", "blue", "red"), "returns the cubes of Red and Blue"),
    (
        lambda: standing(*ALL_SEATS).chaos("future:A", "yellow", "red", "green"),
        "returns the cubes of Red, Green and Yellow",
    ),
]


@pytest.mark.parametrize(("built", "hint"), HOME)
def test_a_restored_tile_sends_its_cubes_home(built: Built, hint: str):
    assert question(built(), "restore/red", "tile").values == {
        "future:A": ValueWords("Aldermoor in the future", hint, place="future:A")
    }


def test_each_tile_in_reach_can_be_restored():
    table = standing().chaos("present:A", "blue").chaos("future:A", "red").chaos("past:A", "red")
    assert hints(table, "restore/red", "tile") == {
        "Aldermoor in the present": "returns the cube of Blue",
        "Aldermoor in the future": "returns the cube of Red",
    }


def test_a_source_says_what_its_cube_makes_of_the_other_era():
    table = leaking("past:A", "past:D", "future:E", red=2).cubes("present:D", blue=2).cubes("past:E", blue=1)
    assert question(table, "send_disorder/red", "sources").values == {
        "past:A": ValueWords(
            "Aldermoor in the past",
            "a cube on Aldermoor in the present; makes 1 cube there",
            place="past:A",
        ),
        "past:D": ValueWords(
            "Dunmere in the past",
            "a cube on Dunmere in the present; makes 3 cubes there: flips to chaos at end of turn",
            place="past:D",
        ),
        "future:E": ValueWords(
            "Eastgate in the future",
            "a cube on Eastgate in the past; makes 2 cubes there",
            place="future:E",
        ),
    }


def test_what_is_laid_and_dealt_in_the_setup_is_called_by_name():
    layout = question(ChaosTable(), "lay_out_tiles/", "layout").values
    assert layout == {
        "past": ValueWords("Past"),
        "present": ValueWords("Present"),
        "future": ValueWords("Future"),
        **{city["id"]: ValueWords(city["name"]) for city in DEMO.document["cities"]},
    }
    displays = question(ChaosTable(), "deal_displays/", "displays").values
    assert {*displays} == {"past", "present", "future", *(card["id"] for card in DEMO.document["cards"])}
    assert displays["past"] == ValueWords("Past")
    assert displays["NF-B"] == ValueWords("Invented artifact NF-B", "1 ★, to Brightwater in the future")


def test_any_seat_may_begin():
    table = ChaosTable(*ALL_SEATS)
    assert question(table, "choose_first_player/", "first_player").values == {
        "red": ValueWords("Red"),
        "blue": ValueWords("Blue"),
        "green": ValueWords("Green"),
        "yellow": ValueWords("Yellow"),
    }


def test_a_pawn_begins_in_a_city_of_the_present():
    table = ChaosTable().laid_out().pawns(blue="present:B")
    cities = question(table, "place_pawn/red", "tile").values
    assert "present:B" not in cities
    assert cities["present:A"] == ValueWords("Aldermoor", place="present:A")
    assert cities["present:I"] == ValueWords("Ironvale", place="present:I")


LAID, DEALT, CHOSEN = (
    facts.TilesLaidOut(LAYOUT),
    facts.DisplaysDealt(DISPLAYS),
    facts.FirstPlayerChosen("red"),
)
ASKED_IN_SETUP: list[tuple[tuple[Fact, ...], str]] = [
    ((DEALT,), "Lay out the tiles and choose the first player"),
    ((CHOSEN,), "Lay out the tiles and deal the displays"),
    ((LAID, CHOSEN), "Deal the displays"),
    ((DEALT, CHOSEN), "Lay out the tiles"),
]


@pytest.mark.parametrize(("happened", "told"), ASKED_IN_SETUP)
def test_the_table_is_asked_for_what_is_missing_in_the_setup(happened: tuple[Fact, ...], told: str):
    assert asked(ChaosTable().given(*happened)) == {"": told}


ASKED: list[tuple[Built, dict[str, str]]] = [
    (
        lambda: ChaosTable(*ALL_SEATS).laid_out().pawns(yellow="present:A", green="present:B"),
        {"blue": "places a pawn"},
    ),
    (
        lambda: standing().acting("red", used=3).chaos("past:A", "red"),
        {"red": "ends the turn: no actions left"},
    ),
    (lambda: standing().chaos("past:B", "red"), {"red": "3 of 3 actions left"}),
    (lambda: over(standing()), {}),
]


@pytest.mark.parametrize(("built", "told"), ASKED)
def test_who_is_awaited_is_asked_what_is_left_to_do(built: Built, told: dict[str, str]):
    assert asked(built()) == told


def test_a_seat_that_is_not_called_by_its_color_is_known_by_it():
    """Cubes are known by their colours, and seats by what the opening calls them."""
    seats = [{"seat": "north", "color": "red"}, {"seat": "south", "color": "blue"}]
    table = Table(GAME, seats, {"restore_scope": "other_era"}, components=DEMO).given(
        facts.TilesLaidOut(LAYOUT),
        facts.DisplaysDealt(DISPLAYS),
        facts.PawnMoved("north", None, "past:A", "setup"),
        facts.PawnMoved("south", None, "past:D", "setup"),
        facts.TurnBegan("north", 1),
        facts.ActionStepBegan("north"),
        facts.CubePlaced("south", "blue", "future:A", "setup"),
        facts.TileFellAtSetup("future:A", "south"),
        *(facts.CubePlaced("south", "blue", "past:I", "search") for _ in range(3)),
    )
    words = telling_of(GAME, table.state, TRUTH, naming(GAME, DEMO, seats), table.seats).words
    restored = words["restore/north"].parameters["tile"].values["future:A"]
    assert restored.hint == "returns the cube of Blue"
    assert words["end_turn/north"].hint == (
        "Ironvale in the past flips to chaos; −1 for Blue; 3 actions unused"
    )
    assert words["travel/north"].parameters["city"].values["D"].hint == "no cubes; Blue is there"
