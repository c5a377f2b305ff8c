"""The log of A Time of Chaos: what actions and what follows read like where no recorded game shows it."""

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
from tests.support.games.playthroughs import actions_played
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


SEARCHED: list[Fact] = [facts.CardTaken("red", "PF-B", "past", "search")]
DELIVERED: list[Fact] = [facts.CardDelivered("red", "NP-D", 2, "search")]

DEEDS: list[Row] = [
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
]


@pytest.mark.parametrize(("action", "happened", "sentence"), DEEDS)
def test_an_action_is_one_sentence_that_says_what_it_is(
    action: dict[str, Any], happened: Sequence[Fact], sentence: str
):
    assert lines(action, happened) == [sentence]


def test_each_action_is_read_here_or_in_a_recorded_game():
    assert {action["type"] for action, _, _ in DEEDS} | actions_played("time_of_chaos") == {*ACTIONS}


FOLLOWED: list[Entry] = [
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
        act("search", "red", card="PF-B", cloak=True),
        [*used("search", cloak=True), *SEARCHED, facts.DisplayRefilled("past", 1)],
        [
            "Red takes Invented artifact PF-B (3 ★, to Brightwater in the future) "
            "from the past display, cloaked.",
            "The past deck is empty. The display is not refilled.",
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
        act("grab", "red", card=UNKNOWN),
        [*used("grab"), taken(UNKNOWN, "present")],
        "Red draws an artifact from the present deck.",
    ),
    (
        act("name_card", "red", card="PN-D"),
        [facts.CardNamed("red", "PN-D")],
        "Red names an artifact in hand.",
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
    (
        act("place_pawn", "red", tile="present:A"),
        [facts.CubePlaced("red", "red", "past:A", "setup"), facts.TileFellAtSetup("past:A", "red")],
        "chaos",
    ),
    (act("deliver", "red", card="NP-D"), [*used("deliver"), *DELIVERED], "score"),
    (act("end_turn", "red"), [facts.PenaltyTaken("blue"), facts.TurnEnded("red", 3)], "chaos"),
    (act("end_turn", "red"), [facts.TurnEnded("red", 3)], "plain"),
    (act("restore", "red", tile="past:A"), [facts.TileRestored("past:A", (), "red")], "plain"),
]


@pytest.mark.parametrize(("action", "happened", "tone"), TONES)
def test_an_entry_sounds_like_what_it_brings(action: dict[str, Any], happened: Sequence[Fact], tone: str):
    assert recorded_entry(GAME, action, happened, PUBLIC, NAMES).tone == tone


RED, BLUE = NAMES.seat("red"), NAMES.seat("blue")
ARTIFACT = Run("Invented artifact PN-D", piece="PN-D")
LEADS: list[tuple[dict[str, Any], Sequence[Fact], tuple[Run, ...]]] = [
    (table_act("lay_out_tiles", layout=LAYOUT), [facts.TilesLaidOut(LAYOUT)], ()),
    (table_act("deal_displays", displays=DISPLAYS), [facts.DisplaysDealt(DISPLAYS)], ()),
    (
        table_act("choose_first_player", first_player="blue"),
        [facts.FirstPlayerChosen("blue")],
        (BLUE,),
    ),
    (
        act("place_pawn", "red", tile="present:A"),
        [facts.PawnMoved("red", None, "present:A", "setup")],
        (RED, Run("Aldermoor", place="present:A")),
    ),
    (act("send_disorder", "red"), [facts.ActionStepBegan("red")], (RED,)),
    (act("end_turn", "red"), [facts.TurnEnded("red", 0)], (RED,)),
    (
        act("travel", "red", city="D"),
        [*used("travel"), facts.PawnMoved("red", "past:A", "past:D", "travel")],
        (RED, Run("Dunmere", place="past:D")),
    ),
    (
        act("time_travel", "red", era="future", cube_on="arrival"),
        [*used("time_travel"), facts.PawnMoved("red", "past:A", "future:A", "time_travel")],
        (RED, Run("Aldermoor in the future", place="future:A")),
    ),
    (act("grab", "red", card="PN-D"), [*used("grab"), taken("PN-D")], (RED, ARTIFACT)),
    (act("name_card", "red", card="PN-D"), [facts.CardNamed("red", "PN-D")], (RED, ARTIFACT)),
    (
        act("search", "red", card="PF-B", refill="PN-D"),
        [*used("search"), *SEARCHED],
        (RED, Run("Invented artifact PF-B", piece="PF-B")),
    ),
    (
        act("deliver", "red", card="NP-D"),
        [*used("deliver"), *DELIVERED],
        (RED, Run("Invented artifact NP-D", piece="NP-D")),
    ),
    (
        act("restore", "red", tile="past:A"),
        [*used("restore"), facts.TileRestored("past:A", (), "red")],
        (RED, Run("Aldermoor in the past", place="past:A")),
    ),
]


@pytest.mark.parametrize(("action", "happened", "runs"), LEADS)
def test_seats_tiles_and_artifacts_of_an_action_lead_to_their_own(
    action: dict[str, Any], happened: Sequence[Fact], runs: tuple[Run, ...]
):
    says = recorded_entry(GAME, action, happened, TRUTH, NAMES).says
    assert tuple(run for run in says if isinstance(run, Run)) == runs


def test_each_action_is_followed_here():
    assert {action["type"] for action, _, _ in LEADS} == {*ACTIONS}
