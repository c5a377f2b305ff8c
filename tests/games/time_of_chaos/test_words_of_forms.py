"""What the things of A Time of Chaos are called, and what a free form of its actions and facts reads like."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from domain.games.time_of_chaos import GAME, actions, facts
from domain.games.time_of_chaos.components import demo_sets
from domain.games.time_of_chaos.state import Result
from domain.games.time_of_chaos.words import WORDS
from domain.games.time_of_chaos.words.names import card_name, cubes
from domain.kernel import Action, Fact, Name, SeatName
from domain.kernel.session.opening import load_components
from domain.kernel.session.rendering import fact_in_words, naming
from domain.kernel.ui.plain_words import member_word, message_word, value_words
from domain.kernel.ui.words import kind_of, text_of

SEATS = [{"seat": "red", "color": "red"}]


def own_set(*invented: str) -> Any:
    """A set that prints texts, a name of its own for a tile and none for an artifact.

    The name of a city is too long to be shown.
    """
    document: Any = copy.deepcopy(dict(demo_sets()["demo"]))
    document["invented"] = list(invented)
    document["cities"][0]["text"] = "Founded on a ford."
    document["cities"][2]["name"] = "Long" * 100
    document["tiles"][0] |= {"name": "The Old Ford", "text": "Mind the water."}
    del document["cards"][0]["name"]
    document["cards"][1] |= {"name": "Bronze Key", "text": "Opens nothing yet."}
    return document


def own_names(*invented: str) -> dict[str, Name]:
    """The names of that set."""
    return dict(WORDS.names(load_components(GAME, own_set(*invented))))


CALLED: list[tuple[str, Name]] = [
    ("A", Name("city", "Aldermoor", "Founded on a ford.")),
    ("B", Name("city", "Brightwater")),
    ("C", Name("city", "C")),
    ("past:C", Name("tile", "C in the past", of="past", place="past:C")),
    ("past:A", Name("tile", "The Old Ford", "Mind the water.", of="past", place="past:A")),
    ("present:A", Name("tile", "Aldermoor in the present", of="present", place="present:A")),
    ("future:I", Name("tile", "Ironvale in the future", of="future", place="future:I")),
    ("past", Name("era", "Past")),
    ("present", Name("era", "Present")),
    ("future", Name("era", "Future")),
    ("red", Name("color", "Red")),
    ("PN-A", Name("card", "PN-A", value="1", of="past", place="present:A")),
    ("PN-B", Name("card", "Bronze Key", "Opens nothing yet.", "2", of="past", place="present:B")),
    ("FP-G", Name("card", "Invented artifact FP-G", value="3", of="future", place="past:G")),
]


@pytest.mark.parametrize(("id", "name"), CALLED)
def test_what_a_set_prints_is_what_a_thing_is_called(id: str, name: Name):
    assert own_names()[id] == name


INVENTED: list[tuple[str, set[str]]] = [
    ("cities", {"city", "tile"}),
    ("cards", {"card"}),
    ("colors", {"color"}),
    ("demo_layout", set()),
]


@pytest.mark.parametrize(("part", "kinds"), INVENTED)
def test_what_a_set_invents_is_told_as_invented(part: str, kinds: set[str]):
    for name in own_names(part).values():
        assert name.invented == (name.kind in kinds)


def test_a_single_part_is_told_as_invented():
    names = own_names("cards/PN-A", "cities/B")
    assert {id for id, name in names.items() if name.invented} == {
        "PN-A",
        "B",
        "past:B",
        "present:B",
        "future:B",
    }


def test_an_artifact_that_the_set_lacks_has_nothing_but_its_id():
    called = naming(GAME, load_components(GAME, own_set()), SEATS)
    assert card_name(called, "lost") == Name("card", "lost")


def test_everything_of_a_set_has_a_name():
    kinds = [name.kind for name in own_names().values()]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "card": 54,
        "color": 4,
        "era": 3,
        "tile": 27,
        "city": 9,
    }


def test_an_artifact_with_the_id_of_a_tile_is_called_by_its_id():
    document = own_set()
    document["cards"][2]["id"] = "past:B"
    components = load_components(GAME, document)
    taken = {"fact": "card_taken", "seat": "red", "card": "past:B", "deck": "past", "via": "search"}
    told = fact_in_words(GAME, taken, naming(GAME, components, SEATS), strict=True)
    assert text_of(told.says) == "Red takes past:B into hand."
    assert WORDS.names(components)["past:B"].kind == "tile"


SEAT_NAMES: list[tuple[str, SeatName]] = [
    ("red", SeatName("Red", "red")),
    ("Blue", SeatName("Blue", "blue")),
    ("purple", SeatName("Purple", "purple")),
    ("teal", SeatName("Teal", None)),
]


@pytest.mark.parametrize(("color", "name"), SEAT_NAMES)
def test_a_seat_is_called_by_its_color_and_drawn_in_it_where_pages_know_it(color: str, name: SeatName):
    assert WORDS.seat({"seat": "north", "color": color}, {}) == name


def test_cubes_are_counted():
    assert [cubes(number) for number in (0, 1, 2)] == ["no cubes", "1 cube", "2 cubes"]


MESSAGES: dict[type[Action] | type[Fact], str] = {
    actions.LayOutTiles: "Lay out tiles",
    actions.DealDisplays: "Deal displays",
    actions.ChooseFirstPlayer: "Choose first player",
    actions.PlacePawn: "Place pawn",
    actions.SendDisorder: "Send disorder",
    actions.Grab: "Grab",
    actions.Search: "Search",
    actions.Deliver: "Deliver",
    actions.TimeTravel: "Time travel",
    actions.Travel: "Travel",
    actions.Restore: "Restore",
    actions.EndTurn: "End turn",
    actions.NameCard: "Name card",
    facts.TilesLaidOut: "Tiles laid out",
    facts.DisplaysDealt: "Displays dealt",
    facts.FirstPlayerChosen: "First player chosen",
    facts.PlacementBegan: "Pawn placement order",
    facts.PawnMoved: "Pawn moved",
    facts.TileFellAtSetup: "Tile flipped to chaos at setup",
    facts.CubePlaced: "Cube placed",
    facts.CubeReturned: "Cubes returned",
    facts.SourceBlocked: "No disorder sent: already in chaos",
    facts.SourceStarved: "No disorder sent: no cubes left",
    facts.ActionStepBegan: "Disorder sent",
    facts.ActionTaken: "Action used",
    facts.CardTaken: "Artifact taken",
    facts.CardNamed: "Face-down artifact named",
    facts.CardMoved: "Artifact put right",
    facts.PenaltyReturned: "Penalty given back",
    facts.ActionsLeftSet: "Actions left corrected",
    facts.DisplayRefilled: "Display refilled",
    facts.CardDelivered: "Artifact delivered",
    facts.CloakUsed: "Cloak exhausted",
    facts.CloakRefreshed: "Cloak refreshed",
    facts.TileFlipped: "Tile flipped to chaos",
    facts.TileRestored: "Tile restored",
    facts.PenaltyTaken: "Penalty taken",
    facts.EndTriggered: "Fourth delivery: end triggered",
    facts.TurnEnded: "Turn ended",
    facts.TurnBegan: "Turn began",
    facts.GameEnded: "Game ended",
}


def tag_of(message: type[Any]) -> str:
    """What the message is called in the code."""
    return str(message.__struct_config__.tag)


@pytest.mark.parametrize(("message", "title"), MESSAGES.items(), ids=map(tag_of, MESSAGES))
def test_a_message_has_a_title(message: type[Any], title: str):
    assert message_word(WORDS, tag_of(message)) == title


def test_each_message_is_read_here():
    """All but those that are called by their own names."""
    named = {kind for kind in (*actions.ACTIONS, *facts.FACTS) if tag_of(kind) in WORDS.forms}
    assert named <= {*MESSAGES}


MEMBERS: dict[str, str] = {
    "action": "Which action",
    "active": "Whose turn",
    "actions_used": "Actions used",
    "before": "Cubes before",
    "card": "Artifact",
    "cause": "Why",
    "chaos_tiles": "Chaos tiles with own cubes",
    "city": "City",
    "cloak": "Cloaked",
    "color": "Cube colour",
    "colors": "Cube colours",
    "count": "Number of cubes",
    "cube_on": "Where the cube goes",
    "deck": "Deck of",
    "displays": "Displays",
    "era": "To which era",
    "final": "Last turn",
    "final_turns": "Last turns for",
    "first_player": "First player",
    "giver": "From seat",
    "into": "To",
    "kept": "Colours that leave a cube",
    "layout": "Layout",
    "left": "Left",
    "origin": "From",
    "out_of": "From",
    "points": "Worth",
    "queue": "Order",
    "refill": "New on display",
    "result": "Result",
    "scores": "Score",
    "seat": "Seat",
    "secret": "Known only to its holder",
    "slot": "Display slot",
    "source": "Sent from",
    "sources": "Tiles that send a cube",
    "supplies": "Cubes left",
    "taker": "To seat",
    "tile": "Tile",
    "to": "To",
    "turn": "Turn",
    "via": "How",
    "winners": "Winners",
}


@pytest.mark.parametrize(("member", "label"), MEMBERS.items(), ids=MEMBERS)
def test_a_member_has_a_label(member: str, label: str):
    assert member_word(WORDS, "any", member) == label


def test_a_card_that_refills_a_display_is_a_new_one():
    assert member_word(WORDS, "display_refilled", "card") == "New artifact"


def test_each_member_is_read_here():
    messages: Sequence[type[Any]] = (*actions.ACTIONS, *facts.FACTS, Result)
    assert {*MEMBERS} == {name for message in messages for name in message.__struct_fields__}


CHOICES: list[tuple[str, str, dict[str, str]]] = [
    (
        "cube_placed",
        "cause",
        {
            "setup": "Setup",
            "send": "Sent disorder",
            "search": "Search",
            "deliver": "Delivery",
            "time_travel": "Time travel",
        },
    ),
    ("cube_returned", "cause", {"flip": "Tile flipped", "restore": "Tile restored"}),
    ("pawn_moved", "via", {"setup": "At setup", "travel": "Travel", "time_travel": "Time travel"}),
    ("card_taken", "via", {"grab": "Grabbed from the deck", "search": "Taken from the display"}),
    ("card_delivered", "via", {"grab": "Grabbed from the deck", "search": "Taken from the display"}),
    (
        "card_moved",
        "into",
        {"deck": "Deck", "display": "Display", "hand": "A hand", "delivered": "What a seat delivered"},
    ),
    ("time_travel", "cube_on", {"departure": "Departure tile", "arrival": "Arrival tile"}),
]


@pytest.mark.parametrize(("tag", "member", "values"), CHOICES)
def test_the_values_of_a_choice_have_labels(tag: str, member: str, values: dict[str, str]):
    assert value_words(WORDS, tag, member, [*values]) == values


LEFT_EMPTY: list[tuple[type[Any], str, str]] = [
    (actions.LayOutTiles, "layout", "Not known"),
    (actions.DealDisplays, "displays", "Not known"),
    (actions.ChooseFirstPlayer, "first_player", "Not known"),
    (actions.SendDisorder, "sources", "All eligible"),
    (actions.Grab, "card", "Not known"),
    (actions.Search, "refill", "None: the deck is empty"),
    (actions.TimeTravel, "cube_on", "None: cloaked"),
    (facts.PawnMoved, "origin", "Off the board"),
    (facts.CubePlaced, "source", "None"),
    (facts.DisplayRefilled, "card", "None: the deck is empty"),
    (facts.CardMoved, "giver", "Nobody"),
    (facts.CardMoved, "taker", "Nobody"),
]


@pytest.mark.parametrize(("message", "member", "label"), LEFT_EMPTY)
def test_what_may_be_left_empty_says_what_that_means(message: type[Any], member: str, label: str):
    assert value_words(WORDS, tag_of(message), member, [None]) == {"": label}


def test_whatever_may_be_left_empty_is_read_here():
    messages: Sequence[type[Any]] = (*actions.ACTIONS, *facts.FACTS)
    empty = {
        (message, field.name)
        for message in messages
        for field in msgspec.structs.fields(message)
        if type(None) in getattr(field.type, "__args__", ())
    }
    assert {(message, member) for message, member, _ in LEFT_EMPTY} == empty


KINDS: list[tuple[str, set[str]]] = [
    ("seat", {"seat", "queue", "first_player", "active", "final_turns", "result", "giver", "taker"}),
    ("tile", {"tile", "origin", "to", "source", "sources"}),
    ("city", {"city", "layout"}),
    ("card", {"card", "displays", "refill"}),
    ("era", {"era", "deck", "layout[]", "displays[]"}),
    ("color", {"color", "colors", "kept", "before"}),
    ("action", {"action"}),
]


@pytest.mark.parametrize(("kind", "members"), KINDS)
def test_a_member_names_things_of_one_kind(kind: str, members: set[str]):
    assert {member for member in WORDS.kinds if kind_of(WORDS, "any", member) == kind} == members


def test_members_name_things_of_no_other_kind():
    assert {*WORDS.kinds.values()} == {kind for kind, _ in KINDS}


def test_a_place_on_display_is_counted_from_one():
    assert {"slot"} == WORDS.positions
