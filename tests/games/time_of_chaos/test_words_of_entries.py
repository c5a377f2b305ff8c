"""The log of A Time of Chaos: what each recorded action reads like, with all that follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import pytest

from domain.games.time_of_chaos import GAME, facts
from domain.games.time_of_chaos.words.entries import ACTIONS
from domain.kernel import PUBLIC, TRUTH, UNKNOWN, Fact, Name, Naming, Run, Viewer
from domain.kernel.session.rendering import naming
from domain.kernel.ui.words import text_of
from tests.games.time_of_chaos.table import DEMO, DISPLAYS, LAYOUT, act, table_act
from tests.support.games.reading import recorded_entry

Row: TypeAlias = tuple[dict[str, Any], Sequence[Fact], str]
"""An action, the facts that came of it, and its sentence."""
Entry: TypeAlias = tuple[dict[str, Any], Sequence[Fact], Sequence[str]]
"""An action, the facts that came of it, its sentence, and one for each fact that it does not say itself."""

NAMES = naming(GAME, DEMO, [{"seat": seat, "color": seat} for seat in ("red", "blue", "green", "yellow")])


def lines(
    action: dict[str, Any], happened: Sequence[Fact], viewer: Viewer = TRUTH, names: Naming = NAMES
) -> list[str]:
    """The sentence of the action, and of each fact that it does not say itself."""
    words = recorded_entry(GAME, action, happened, viewer, names)
    return [text_of(words.says), *map(text_of, words.effects)]


def used(action: str, *, cloak: bool = False) -> list[Fact]:
    """What red pays: one of its actions, and perhaps its cloak."""
    return [facts.ActionTaken("red", action), *([facts.CloakUsed("red", action)] if cloak else [])]


def taken(card: str, deck: str = "past") -> Fact:
    """A card that red draws."""
    return facts.CardTaken("red", card, deck, "grab")


LAYS: list[Fact] = [facts.TilesLaidOut(LAYOUT)]
DEALS: list[Fact] = [facts.DisplaysDealt(DISPLAYS)]
SEARCHED: list[Fact] = [facts.CardTaken("red", "PF-B", "past", "search")]
DELIVERED: list[Fact] = [facts.CardDelivered("red", "NP-D", 2, "search")]

SETUP: list[Row] = [
    (table_act("lay_out_tiles", layout=LAYOUT), LAYS, "The tiles of the three eras are laid out."),
    (table_act("lay_out_tiles"), LAYS, "The tiles of the three eras are laid out."),
    (table_act("deal_displays", displays=DISPLAYS), DEALS, "Three artifacts are dealt to each display."),
    (table_act("deal_displays"), DEALS, "Three artifacts are dealt to each display."),
    (
        table_act("choose_first_player", first_player="blue"),
        [facts.FirstPlayerChosen("blue")],
        "Blue is the first player.",
    ),
    (table_act("choose_first_player"), [facts.FirstPlayerChosen("red")], "Red is the first player."),
    (
        act("place_pawn", "red", tile="present:A"),
        [facts.PawnMoved("red", None, "present:A", "setup")],
        "Red starts in Aldermoor.",
    ),
]

SEND_AND_END: list[Row] = [
    (act("send_disorder", "red"), [facts.ActionStepBegan("red")], "Red sends no disorder."),
    (act("end_turn", "red"), [facts.TurnEnded("red", 0)], "Red ends the turn without an action."),
    (act("end_turn", "red"), [facts.TurnEnded("red", 1)], "Red ends the turn after 1 of 3 actions."),
    (act("end_turn", "red"), [facts.TurnEnded("red", 2)], "Red ends the turn after 2 of 3 actions."),
    (act("end_turn", "blue"), [facts.TurnEnded("blue", 3)], "Blue ends the turn."),
]

DEEDS: list[Row] = [
    (
        act("travel", "red", city="D"),
        [*used("travel"), facts.PawnMoved("red", "past:A", "past:D", "travel")],
        "Red travels to Dunmere.",
    ),
    (
        act("time_travel", "red", era="future", cube_on="arrival"),
        [*used("time_travel"), facts.PawnMoved("red", "past:A", "future:A", "time_travel")],
        "Red time travels to Aldermoor in the future.",
    ),
    (
        act("time_travel", "red", era="present", cloak=True),
        [*used("time_travel", cloak=True), facts.PawnMoved("red", "past:A", "present:A", "time_travel")],
        "Red time travels to Aldermoor in the present, cloaked.",
    ),
    (
        act("grab", "red", card="PN-D"),
        [*used("grab"), taken("PN-D")],
        "Red draws Invented artifact PN-D (1 ★, to Dunmere in the present) from the past deck.",
    ),
    (
        act("grab", "red"),
        [*used("grab"), taken("FP-G", "future")],
        "Red draws Invented artifact FP-G (3 ★, to Greyharbor in the past) from the future deck.",
    ),
    (
        act("grab", "red", card=UNKNOWN),
        [*used("grab"), taken(UNKNOWN, "present")],
        "Red draws an unknown artifact from the present deck.",
    ),
    (
        act("name_card", "red", card="PN-D"),
        [facts.CardNamed("red", "PN-D")],
        "Red names an artifact in hand: Invented artifact PN-D (1 ★, to Dunmere in the present).",
    ),
    (
        act("search", "red", card="PF-B", refill="PN-D"),
        [*used("search"), *SEARCHED],
        ("Red takes Invented artifact PF-B (3 ★, to Brightwater in the future) from the past display."),
    ),
    (
        act("search", "red", card="PF-B", cloak=True),
        [*used("search", cloak=True), *SEARCHED],
        (
            "Red takes Invented artifact PF-B (3 ★, to Brightwater in the future) "
            "from the past display, cloaked."
        ),
    ),
    (
        act("deliver", "red", card="NP-D"),
        [*used("deliver"), *DELIVERED],
        "Red delivers Invented artifact NP-D: +2 ★.",
    ),
    (
        act("deliver", "red", card="NP-D", cloak=True),
        [*used("deliver", cloak=True), *DELIVERED],
        "Red delivers Invented artifact NP-D, cloaked: +2 ★.",
    ),
    (
        act("deliver", "red", card="NP-E"),
        [
            *used("deliver"),
            facts.CardNamed("red", "NP-E"),
            facts.CardDelivered("red", "NP-E", 3, "grab"),
        ],
        "Red delivers Invented artifact NP-E: +3 ★.",
    ),
    (
        act("restore", "red", tile="past:A"),
        [*used("restore"), facts.TileRestored("past:A", (), "red")],
        "Red restores Aldermoor in the past.",
    ),
]


@pytest.mark.parametrize(("action", "happened", "sentence"), [*SETUP, *SEND_AND_END, *DEEDS])
def test_an_action_is_one_sentence_that_says_what_it_is(
    action: dict[str, Any], happened: Sequence[Fact], sentence: str
):
    assert lines(action, happened) == [sentence]


def test_each_action_is_read_here():
    assert {action["type"] for action, _, _ in (*SETUP, *SEND_AND_END, *DEEDS)} == {*ACTIONS}


FOLLOWED: list[Entry] = [
    (
        table_act("choose_first_player", first_player="red"),
        [facts.FirstPlayerChosen("red"), facts.PlacementBegan(("blue", "red"))],
        ["Red is the first player.", "Pawns are placed in this order: Blue and Red."],
    ),
    (
        table_act("lay_out_tiles"),
        [*LAYS, facts.PlacementBegan(("blue", "red"))],
        [
            "The tiles of the three eras are laid out.",
            "Pawns are placed in this order: Blue and Red.",
        ],
    ),
    (
        table_act("deal_displays"),
        [*DEALS, facts.PlacementBegan(("blue", "red"))],
        [
            "Three artifacts are dealt to each display.",
            "Pawns are placed in this order: Blue and Red.",
        ],
    ),
    (
        act("place_pawn", "red", tile="present:A"),
        [
            facts.PawnMoved("red", None, "present:A", "setup"),
            facts.CubePlaced("red", "red", "past:A", "setup"),
            facts.TileFellAtSetup("past:A", "red"),
            facts.CubePlaced("red", "red", "future:A", "setup"),
            facts.TurnBegan("red", 1),
        ],
        [
            "Red starts in Aldermoor.",
            "Red places a cube on Aldermoor in the past.",
            "Aldermoor in the past flips to chaos.",
            "Red places a cube on Aldermoor in the future.",
            "Red’s turn begins.",
        ],
    ),
    (
        act("send_disorder", "red"),
        [
            facts.SourceBlocked("red", "past:B", "red"),
            facts.CubePlaced("red", "red", "present:A", "send", "past:A"),
            facts.ActionStepBegan("red"),
        ],
        [
            "Red sends disorder.",
            "Brightwater in the past sends no disorder: its present is already in chaos.",
            "Disorder spreads from Aldermoor in the past into the present.",
        ],
    ),
    (
        act("send_disorder", "red"),
        [
            facts.SourceBlocked("red", "past:B", "red"),
            facts.SourceStarved("red", "past:A", "red"),
            facts.ActionStepBegan("red"),
        ],
        [
            "Red sends no disorder.",
            "Brightwater in the past sends no disorder: its present is already in chaos.",
            "Aldermoor in the past sends no disorder: Red has no cubes left.",
        ],
    ),
    (
        act("time_travel", "red", era="future", cube_on="departure"),
        [
            *used("time_travel"),
            facts.PawnMoved("red", "past:A", "future:A", "time_travel"),
            facts.CubePlaced("red", "red", "past:A", "time_travel"),
        ],
        [
            "Red time travels to Aldermoor in the future.",
            "Red places a cube on Aldermoor in the past.",
        ],
    ),
    (
        act("search", "red", card="PF-B", refill="PN-D"),
        [
            *used("search"),
            *SEARCHED,
            facts.DisplayRefilled("past", 1, "PN-D"),
            facts.CubePlaced("red", "red", "past:A", "search"),
        ],
        [
            "Red takes Invented artifact PF-B (3 ★, to Brightwater in the future) from the past display.",
            "Invented artifact PN-D joins the display of the past.",
            "Red places a cube on Aldermoor in the past.",
        ],
    ),
    (
        act("search", "red", card="PF-B", cloak=True),
        [*used("search", cloak=True), *SEARCHED, facts.DisplayRefilled("past", 1)],
        [
            "Red takes Invented artifact PF-B (3 ★, to Brightwater in the future) "
            "from the past display, cloaked.",
            "The past deck is empty. The display is not refilled.",
        ],
    ),
    (
        act("deliver", "red", card="NP-E", cloak=True),
        [
            *used("deliver", cloak=True),
            facts.CardDelivered("red", "NP-E", 3, "search"),
            facts.CloakRefreshed("red"),
            facts.CloakRefreshed("blue"),
            facts.EndTriggered("red", 7, ("blue",)),
        ],
        [
            "Red delivers Invented artifact NP-E, cloaked: +3 ★.",
            "Red’s cloaking token is refreshed.",
            "Blue’s cloaking token is refreshed.",
            "Red’s fourth delivery triggers the end of the game. One more turn: Blue.",
        ],
    ),
    (
        act("restore", "red", tile="past:A"),
        [
            *used("restore"),
            facts.CubeReturned("blue", "blue", "past:A", 1, "restore"),
            facts.TileRestored("past:A", ("blue",), "red"),
        ],
        ["Red restores Aldermoor in the past.", "Blue takes back 1 cube from Aldermoor in the past."],
    ),
    (
        act("end_turn", "red"),
        [
            facts.CubeReturned("red", "red", "past:D", 1, "flip"),
            facts.TileFlipped("past:D", {"red": 1, "blue": 2}, ("blue",), "red"),
            facts.PenaltyTaken("blue"),
            facts.TurnEnded("red", 3),
            facts.TurnBegan("blue", 2),
        ],
        [
            "Red ends the turn.",
            "Red takes back 1 cube from Dunmere in the past.",
            "Dunmere in the past flips to chaos. One cube of Blue stays.",
            "Blue takes a penalty: −1 ★.",
            "Blue’s turn begins.",
        ],
    ),
]


@pytest.mark.parametrize(("action", "happened", "read"), FOLLOWED)
def test_what_follows_from_an_action_is_told_after_it(
    action: dict[str, Any], happened: Sequence[Fact], read: Sequence[str]
):
    assert lines(action, happened) == read


TO_OTHERS: list[Row] = [
    (
        act("grab", "red", card="PN-D"),
        [*used("grab"), taken("PN-D")],
        "Red draws an artifact from the past deck.",
    ),
    (
        act("grab", "red", card=UNKNOWN),
        [*used("grab"), taken(UNKNOWN, "present")],
        "Red draws an artifact from the present deck.",
    ),
    (
        act("name_card", "red", card="PN-D"),
        [facts.CardNamed("red", "PN-D")],
        "Red names an artifact in hand.",
    ),
    (
        act("search", "red", card="PF-B"),
        [*used("search"), *SEARCHED],
        ("Red takes Invented artifact PF-B (3 ★, to Brightwater in the future) from the past display."),
    ),
    (
        act("deliver", "red", card="NP-E"),
        [
            *used("deliver"),
            facts.CardNamed("red", "NP-E"),
            facts.CardDelivered("red", "NP-E", 3, "grab"),
        ],
        "Red delivers Invented artifact NP-E: +3 ★.",
    ),
]


@pytest.mark.parametrize(("action", "happened", "sentence"), TO_OTHERS)
@pytest.mark.parametrize("viewer", [PUBLIC, Viewer("blue")], ids=["all", "blue"])
def test_a_grabbed_card_is_not_named_to_who_may_not_know_it(
    action: dict[str, Any], happened: Sequence[Fact], sentence: str, viewer: Viewer
):
    assert lines(action, happened, viewer) == [sentence]


@pytest.mark.parametrize(("action", "happened", "sentence"), DEEDS)
def test_who_acts_reads_all_of_it(action: dict[str, Any], happened: Sequence[Fact], sentence: str):
    assert lines(action, happened, Viewer("red")) == [sentence]


OTHER_SETS: list[tuple[Name | None, str]] = [
    (None, "Red draws relic from the past deck."),
    (Name("card", "Bronze Key"), "Red draws Bronze Key from the past deck."),
    (Name("card", "Bronze Key", value="2"), "Red draws Bronze Key (2 ★) from the past deck."),
    (
        Name("card", "Bronze Key", place="past:A"),
        "Red draws Bronze Key (to Aldermoor in the past) from the past deck.",
    ),
    (Name("city", "Bronze Key", value="2"), "Red draws relic from the past deck."),
]


@pytest.mark.parametrize(("relic", "sentence"), OTHER_SETS)
def test_an_artifact_says_what_is_known_of_it(relic: Name | None, sentence: str):
    of_set = {**NAMES.components, **({} if relic is None else {"relic": relic})}
    grab = act("grab", "red", card="relic")
    assert lines(grab, [taken("relic")], TRUTH, Naming(of_set, NAMES.seats)) == [sentence]


TONES: list[tuple[dict[str, Any], Sequence[Fact], str]] = [
    (act("place_pawn", "red", tile="present:A"), FOLLOWED[3][1], "chaos"),
    (act("deliver", "red", card="NP-D"), [*used("deliver"), *DELIVERED], "score"),
    (act("end_turn", "red"), FOLLOWED[-1][1], "chaos"),
    (act("end_turn", "red"), [facts.TurnEnded("red", 3)], "plain"),
    (act("restore", "red", tile="past:A"), [facts.TileRestored("past:A", (), "red")], "plain"),
]


@pytest.mark.parametrize(("action", "happened", "tone"), TONES)
def test_an_entry_sounds_like_what_it_brings(action: dict[str, Any], happened: Sequence[Fact], tone: str):
    assert recorded_entry(GAME, action, happened, PUBLIC, NAMES).tone == tone


RED, BLUE = NAMES.seat("red"), NAMES.seat("blue")
DUNMERE = Run("Dunmere", place="past:D")
ALDERMOOR = Run("Aldermoor in the past", place="past:A")
ARTIFACT = Run("Invented artifact PN-D", piece="PN-D")
LEADS: dict[str, tuple[Run, ...]] = {
    "lay_out_tiles": (),
    "deal_displays": (),
    "choose_first_player": (BLUE,),
    "place_pawn": (RED, Run("Aldermoor", place="present:A")),
    "send_disorder": (RED,),
    "end_turn": (RED,),
    "travel": (RED, DUNMERE),
    "time_travel": (RED, Run("Aldermoor in the future", place="future:A")),
    "grab": (RED, ARTIFACT),
    "name_card": (RED, ARTIFACT),
    "search": (RED, Run("Invented artifact PF-B", piece="PF-B")),
    "deliver": (RED, Run("Invented artifact NP-D", piece="NP-D")),
    "restore": (RED, ALDERMOOR),
}


@pytest.mark.parametrize("kind", ACTIONS)
def test_seats_tiles_and_artifacts_of_an_action_lead_to_their_own(kind: str):
    action, happened, _ = next(row for row in (*SETUP, *SEND_AND_END, *DEEDS) if row[0]["type"] == kind)
    says = recorded_entry(GAME, action, happened, TRUTH, NAMES).says
    assert tuple(run for run in says if isinstance(run, Run)) == LEADS[kind]
