"""The log of A Time of Chaos: what a fact reads like by itself, in each way that no recorded game shows."""

from __future__ import annotations

import msgspec
import pytest

from domain.games.time_of_chaos import GAME, facts
from domain.games.time_of_chaos.state import Result
from domain.kernel import PUBLIC, TRUTH, UNKNOWN, Fact, Run, Told, Viewer
from domain.kernel.session.rendering import fact_in_words, naming
from domain.kernel.ui.words import text_of
from tests.games.time_of_chaos.table import DEMO, DISPLAYS, LAYOUT

SEATS = ("red", "blue", "green", "yellow")
NAMES = naming(GAME, DEMO, [{"seat": seat, "color": seat} for seat in SEATS])


def told(fact: Fact, viewer: Viewer = TRUTH) -> Told:
    """The fact as it is served to the viewer, in words."""
    return fact_in_words(GAME, msgspec.to_builtins(GAME.fact_view(fact, viewer)), NAMES, strict=True)


def result(*winners: str, **scores: int) -> Result:
    """The end of a game with these scores and winners."""
    return Result(scores, dict.fromkeys(scores, 1), dict.fromkeys(scores, 6), winners)


SETUP: list[tuple[Fact, str]] = [
    (facts.TilesLaidOut(LAYOUT), "The tiles of the three eras are laid out."),
    (facts.DisplaysDealt(DISPLAYS), "Three artifacts are dealt to each display."),
    (facts.FirstPlayerChosen("red"), "Red is the first player."),
    (facts.FirstPlayerChosen("yellow"), "Yellow is the first player."),
    (facts.PawnMoved("red", None, "present:A", "setup"), "Red moves to Aldermoor in the present."),
]


@pytest.mark.parametrize(("fact", "sentence"), SETUP)
def test_the_setup_reads_so(fact: Fact, sentence: str):
    assert text_of(told(fact).says) == sentence


PAWNS_AND_CUBES: list[tuple[Fact, str]] = [
    (facts.PawnMoved("blue", "past:A", "past:D", "travel"), "Blue moves to Dunmere in the past."),
    (
        facts.PawnMoved("blue", "past:A", "future:A", "time_travel"),
        "Blue moves to Aldermoor in the future.",
    ),
    (facts.CubePlaced("red", "red", "past:C", "send"), "Red places a cube on Cinderhold in the past."),
    (
        facts.CubeReturned("red", "red", "future:H", 0, "flip"),
        "Red takes back no cubes from Highspire in the future.",
    ),
    (
        facts.SourceStarved("blue", "past:A", "blue"),
        "Aldermoor in the past sends no disorder: Blue has no cubes left.",
    ),
]


@pytest.mark.parametrize(("fact", "sentence"), PAWNS_AND_CUBES)
def test_pawns_and_cubes_come_and_go(fact: Fact, sentence: str):
    assert text_of(told(fact).says) == sentence


CARDS: list[tuple[Fact, str]] = [
    (
        facts.CardTaken("red", "PN-A", "past", "grab"),
        "Red takes Invented artifact PN-A into hand.",
    ),
    (
        facts.CardTaken("blue", "NP-A", "present", "search"),
        "Blue takes Invented artifact NP-A into hand.",
    ),
    (facts.CardTaken("red", UNKNOWN, "past", "grab"), "Red takes an artifact of the past into hand."),
    (facts.CardTaken("red", UNKNOWN, "future", "grab"), "Red takes an artifact of the future into hand."),
    (facts.CardNamed("red", "PN-A"), "Red drew Invented artifact PN-A face down."),
    (facts.DisplayRefilled("present", 2), "The present deck is empty. The display is not refilled."),
    (
        facts.CardDelivered("red", "PN-A", 1, "grab"),
        "Red delivers Invented artifact PN-A: +1 ★.",
    ),
    (
        facts.CardDelivered("blue", "NP-B", 3, "search"),
        "Blue delivers Invented artifact NP-B: +3 ★.",
    ),
    (facts.CloakUsed("red", "search"), "Red’s cloaking token is exhausted."),
]
PUT_RIGHT: list[tuple[Fact, str]] = [
    (
        facts.CardMoved("PN-A", "display", "hand", taker="red"),
        "Invented artifact PN-A moves from its display to Red’s hand.",
    ),
    (
        facts.CardMoved("PN-A", "delivered", "display", giver="red"),
        "Invented artifact PN-A moves from what Red delivered to its display.",
    ),
    (facts.PenaltyReturned("red"), "Red gives back a penalty: +1 ★."),
    (facts.ActionsLeftSet("red", 1), "Red has 1 action left."),
    (facts.ActionsLeftSet("red", 0), "Red has no actions left."),
]


@pytest.mark.parametrize(("fact", "sentence"), PUT_RIGHT)
def test_what_was_put_right_reads_so(fact: Fact, sentence: str):
    assert text_of(told(fact).says) == sentence


@pytest.mark.parametrize(("fact", "sentence"), CARDS)
def test_artifacts_and_cloaks_read_so(fact: Fact, sentence: str):
    assert text_of(told(fact).says) == sentence


TURNS_AND_END: list[tuple[Fact, str]] = [
    (facts.ActionStepBegan("red"), "Red has three actions."),
    (facts.ActionTaken("red", "travel"), "Red uses an action."),
    (
        facts.TileFlipped("past:D", {"red": 2, "blue": 2}, ("red", "blue"), "blue"),
        "Dunmere in the past flips to chaos. One cube each of Red and Blue stays.",
    ),
    (
        facts.TileFlipped("future:I", {"red": 1, "blue": 1, "green": 1}, ("red", "blue", "green"), "red"),
        "Ironvale in the future flips to chaos. One cube each of Red, Blue and Green stays.",
    ),
    (facts.TileRestored("past:A", ("red", "blue"), "green"), "Aldermoor in the past flips back to order."),
    (facts.TileRestored("future:A", (), "red"), "Aldermoor in the future flips back to order."),
    (facts.EndTriggered("red", 7, ()), "Red’s fourth delivery triggers the end of the game."),
    (facts.TurnEnded("red", 2), "Red ends the turn."),
    (
        facts.GameEnded(result("red", "blue", "green", red=0, blue=0, green=0)),
        "The game is over: Red, Blue and Green share the win with 0 ★.",
    ),
    (facts.GameEnded(result("blue", red=-3, blue=-1)), "The game is over: Blue wins with −1 ★."),
]


@pytest.mark.parametrize(("fact", "sentence"), TURNS_AND_END)
def test_turns_and_the_end_read_so(fact: Fact, sentence: str):
    assert text_of(told(fact).says) == sentence


TO_OTHERS: list[tuple[Fact, str]] = [
    (facts.CardTaken("red", "PN-A", "past", "grab"), "Red takes an artifact of the past into hand."),
    (facts.CardTaken("red", UNKNOWN, "past", "grab"), "Red takes an artifact of the past into hand."),
    (
        facts.CardTaken("red", "PN-A", "past", "search"),
        "Red takes Invented artifact PN-A into hand.",
    ),
    (facts.CardDelivered("red", "PN-A", 1, "grab"), "Red delivers Invented artifact PN-A: +1 ★."),
    (
        facts.CardMoved("PN-A", "hand", "deck", giver="red", secret=True),
        "An artifact moves from Red’s hand to the deck.",
    ),
]


@pytest.mark.parametrize(("fact", "sentence"), TO_OTHERS)
@pytest.mark.parametrize("viewer", [PUBLIC, Viewer("blue")], ids=["all", "blue"])
def test_a_grabbed_card_is_not_named_to_who_may_not_know_it(fact: Fact, sentence: str, viewer: Viewer):
    assert text_of(told(fact, viewer).says) == sentence


@pytest.mark.parametrize(("fact", "sentence"), CARDS)
def test_who_takes_and_names_a_card_is_told_it(fact: Fact, sentence: str):
    holders = [Viewer(seat) for seat in SEATS if getattr(fact, "seat", seat) == seat]
    assert {text_of(told(fact, holder).says) for holder in holders} == {sentence}


def test_the_naming_of_a_card_is_told_to_its_seat_alone():
    named = facts.CardNamed("red", "PN-A")
    assert GAME.fact_view(named, PUBLIC) is GAME.fact_view(named, Viewer("blue")) is None


def test_a_delivery_whose_card_is_not_told_is_one_of_an_artifact():
    shown = {"fact": "card_delivered", "seat": "red", "points": 2, "via": "grab"}
    words = fact_in_words(GAME, shown, NAMES, strict=True)
    assert text_of(words.says) == "Red delivers an artifact: +2 ★."
    assert words.tone == "score"


def test_an_artifact_and_a_tile_that_the_set_lacks_are_called_by_their_ids():
    taken = facts.CardTaken("red", "lost", "past", "search")
    assert text_of(told(taken).says) == "Red takes lost into hand."
    fallen = facts.TileFellAtSetup("past:lost", "red")
    assert text_of(told(fallen).says) == "past:lost flips to chaos."


def test_an_artifact_is_not_called_by_the_name_of_something_else():
    taken = facts.CardTaken("red", "past:A", "past", "search")
    assert text_of(told(taken).says) == "Red takes past:A into hand."


TONES: list[tuple[Fact, str]] = [
    (facts.TileFellAtSetup("past:A", "red"), "chaos"),
    (facts.TileFlipped("past:A", {"red": 3}, ("red",), "red"), "chaos"),
    (facts.PenaltyTaken("red"), "chaos"),
    (facts.CardDelivered("red", "PN-A", 1, "grab"), "score"),
    (facts.EndTriggered("red", 7, ("blue",)), "score"),
    (facts.GameEnded(result("red", red=7)), "score"),
]


@pytest.mark.parametrize(("fact", "tone"), TONES)
def test_what_turns_a_game_has_a_tone(fact: Fact, tone: str):
    assert told(fact).tone == tone


def test_everything_else_sounds_as_always():
    loud = {type(fact) for fact, _ in TONES}
    quiet = [fact for fact, _ in LEADS if type(fact) not in loud]
    assert {told(fact).tone for fact in quiet} == {"plain"}


RED, BLUE, GREEN = (NAMES.seat(seat) for seat in ("red", "blue", "green"))
PAST = Run("Aldermoor in the past", place="past:A")
FUTURE = Run("Aldermoor in the future", place="future:A")
RELIC = Run("Invented artifact PN-A", piece="PN-A")
LEADS: list[tuple[Fact, tuple[Run, ...]]] = [
    (facts.TilesLaidOut(LAYOUT), ()),
    (facts.DisplaysDealt(DISPLAYS), ()),
    (facts.FirstPlayerChosen("red"), (RED,)),
    (facts.PlacementBegan(("blue", "red")), (BLUE, RED)),
    (facts.PawnMoved("red", "past:A", "future:A", "time_travel"), (RED, FUTURE)),
    (facts.TileFellAtSetup("past:A", "red"), (PAST,)),
    (facts.CubePlaced("red", "red", "past:A", "search"), (RED, PAST)),
    (facts.CubePlaced("red", "red", "past:A", "send", "future:A"), (FUTURE,)),
    (facts.CubeReturned("blue", "blue", "past:A", 2, "flip"), (BLUE, PAST)),
    (facts.SourceBlocked("red", "past:A", "red"), (PAST,)),
    (facts.SourceStarved("red", "past:A", "red"), (PAST, RED)),
    (facts.ActionStepBegan("red"), (RED,)),
    (facts.ActionTaken("red", "travel"), (RED,)),
    (facts.CardTaken("red", "PN-A", "past", "grab"), (RED, RELIC)),
    (facts.CardTaken("red", UNKNOWN, "past", "grab"), (RED,)),
    (facts.CardNamed("red", "PN-A"), (RED, RELIC)),
    (facts.CardMoved("PN-A", "hand", "delivered", "red", "blue"), (RELIC, RED, BLUE)),
    (facts.DisplayRefilled("past", 1, "PN-A"), (RELIC,)),
    (facts.DisplayRefilled("past", 1), ()),
    (facts.CardDelivered("red", "PN-A", 1, "grab"), (RED, RELIC)),
    (facts.CloakUsed("red", "search"), (RED,)),
    (facts.CloakRefreshed("red"), (RED,)),
    (facts.TileFlipped("past:A", {"red": 3}, ("red",), "red"), (PAST,)),
    (facts.TileRestored("past:A", ("red",), "red"), (PAST,)),
    (facts.PenaltyTaken("red"), (RED,)),
    (facts.PenaltyReturned("red"), (RED,)),
    (facts.ActionsLeftSet("red", 2), (RED,)),
    (facts.EndTriggered("red", 7, ("blue", "green")), (RED, BLUE, GREEN)),
    (facts.TurnEnded("red", 2), (RED,)),
    (facts.TurnBegan("red", 1), (RED,)),
    (facts.GameEnded(result("red", "blue", red=7, blue=7)), (RED, BLUE)),
]


@pytest.mark.parametrize(("fact", "runs"), LEADS)
def test_seats_tiles_and_artifacts_of_a_sentence_lead_to_their_own(fact: Fact, runs: tuple[Run, ...]):
    assert tuple(run for run in told(fact).says if isinstance(run, Run)) == runs


def test_each_fact_is_followed_here():
    assert {type(fact) for fact, _ in LEADS} == {*facts.FACTS}
