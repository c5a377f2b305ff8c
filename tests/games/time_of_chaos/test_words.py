"""A Time of Chaos in words: what stands on buttons and in the log, in the game's own terms."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.time_of_chaos import GAME, facts
from domain.games.time_of_chaos.components import demo_sets
from domain.kernel import PUBLIC, TRUTH, UNKNOWN, ComponentSet, OfferWords, Viewer
from domain.kernel.engine.playing import play
from domain.kernel.selfcheck.wording import RenderedMoment, telling_of
from domain.kernel.session.opening import load_components
from domain.kernel.session.rendering import entry_in_words, naming
from domain.kernel.ui.words import EntryWords, text_of
from tests.games.time_of_chaos.table import ChaosTable
from tests.support.games.reading import MARK, must_hold_no_code, recorded_entry
from tests.support.games.time_of_chaos.playthrough import TEXT, told

BELONGS = "Deliver this artifact to Dunmere in the past: move your pawn there first."


def names_of(table: ChaosTable) -> Any:
    return naming(GAME, table.components, [{"seat": seat, "color": seat} for seat in table.seats])


def telling(table: ChaosTable, viewer: Viewer = TRUTH) -> RenderedMoment:
    return telling_of(GAME, table.state, viewer, names_of(table), table.seats)


def button(table: ChaosTable, key: str) -> OfferWords:
    return telling(table).words[key]


def asked(table: ChaosTable) -> dict[str, str]:
    return {seat: text_of(says) for seat, says in telling(table).asks.items()}


def entry(table: ChaosTable, action: dict[str, Any], viewer: Viewer = PUBLIC) -> EntryWords:
    """What an action reads like that has just been recorded, with its facts."""
    return recorded_entry(GAME, action, table.facts, viewer, names_of(table))


def test_a_recorded_game_reads_as_it_was_read_last():
    """`python -m tests.support.games.time_of_chaos.playthrough` writes the text anew."""
    assert told() == TEXT.read_text("utf-8")


def marked_set() -> ComponentSet:
    """The demo set with other ids, which can be told from every word."""
    document: Any = copy.deepcopy(demo_sets()["demo"])
    cities = {city["id"]: f"{MARK}{city['id']}" for city in document["cities"]}
    del document["demo_layout"]
    document["invented"].remove("demo_layout")
    for city in document["cities"]:
        city["id"] = cities[city["id"]]
    for tile in document["tiles"]:
        tile["city"] = cities[tile["city"]]
        tile["id"] = f"{tile['era']}:{tile['city']}"
    for card in document["cards"]:
        card["id"] = f"{MARK}{card['id']}"
        card["destination"]["city"] = cities[card["destination"]["city"]]
    return load_components(GAME, document)


@pytest.mark.parametrize("scope", ["other_era", "own_tile"])
def test_no_id_and_no_none_is_ever_read(scope: str):
    table = ChaosTable("red", "blue", "green", scope=scope, components=marked_set())
    called, seats = names_of(table), table.seats
    for step in play(GAME, table.state, seats, Random(3), most_actions=400):
        for viewer in (PUBLIC, *map(Viewer, seats)):
            at = telling_of(GAME, step.after, viewer, called, seats)
            read = recorded_entry(GAME, step.action, step.facts, viewer, called)
            must_hold_no_code(at.words, at.asks, at.board, read)


@pytest.mark.parametrize(
    ("part", "kinds"),
    [("cards", {"card"}), ("cities", {"city", "tile"}), ("colors", {"color"})],
)
def test_what_a_set_invents_is_told_as_invented_and_nothing_else(part: str, kinds: set[str]) -> None:
    document = copy.deepcopy(dict(demo_sets()["demo"]))
    document["invented"] = [part]
    told = GAME.words.names(load_components(GAME, document)).values()
    assert {name.kind for name in told if name.invented} == kinds
    assert {name.kind for name in told if not name.invented}.isdisjoint(kinds)


def test_a_drawn_artifact_is_named_to_its_holder_alone():
    table = ChaosTable().laid_out().pawns(red="past:A", blue="past:B").acting("red")
    action = {"type": "grab", "seat": "red", "card": "PN-D"}
    table.when(action)
    assert text_of(entry(table, action).says) == "Red draws an artifact from the past deck."
    assert text_of(entry(table, action, Viewer("blue")).says) == text_of(entry(table, action).says)
    assert text_of(entry(table, action, Viewer("red")).says) == (
        "Red draws Invented artifact PN-D (1 ★, to Dunmere in the present) from the past deck."
    )


def test_a_card_that_nobody_saw_reads_so_and_is_named_by_a_button():
    table = ChaosTable().laid_out().pawns(red="past:A", blue="past:B").acting("red")
    values = button(table, "grab/red").parameters["card"].values
    assert list(values)[-1] == UNKNOWN
    assert (values[UNKNOWN].label, values[UNKNOWN].hint) == (
        "Not seen",
        "keep it face down and name it later",
    )
    grab = {"type": "grab", "seat": "red", "card": UNKNOWN}
    table.when(grab)
    deck = "from the past deck."
    assert text_of(entry(table, grab).says) == f"Red draws an artifact {deck}"
    assert text_of(entry(table, grab, Viewer("red")).says) == f"Red draws an unknown artifact {deck}"
    verb = button(table, "name_card/red")
    assert (verb.label, verb.hint) == (
        "Name a card",
        "name the one you drew face down from the past; uses no action",
    )
    assert verb.parameters["card"].values["PN-D"].hint == "1 ★, to Dunmere in the present"
    assert "name_card/red" not in telling(table, Viewer("blue")).words
    naming = {"type": "name_card", "seat": "red", "card": "PN-D"}
    table.when(naming)
    for viewer, says in (
        (PUBLIC, "Red names an artifact in hand."),
        (
            Viewer("red"),
            "Red names an artifact in hand: Invented artifact PN-D (1 ★, to Dunmere in the present).",
        ),
    ):
        told = entry(table, naming, viewer)
        assert (text_of(told.says), told.effects) == (says, ())


def test_a_delivery_says_that_it_names_what_was_drawn_face_down():
    table = ChaosTable().laid_out().pawns(red="past:E", blue="past:B").acting("red")
    table.grabbed("red", "FP-E").unknown("red", "present")
    artifacts = button(table, "deliver/red").parameters["card"].values
    assert artifacts["FP-E"].hint == "+1 ★"
    assert artifacts["NP-E"].hint == "+3 ★; your face-down card from the present; refreshes cloaks"
    deliver = {"type": "deliver", "seat": "red", "card": "NP-E"}
    told = entry(table.when(deliver), deliver, Viewer("red"))
    assert text_of(told.says) == "Red delivers Invented artifact NP-E: +3 ★."
    assert not any("face down" in text_of(effect) for effect in told.effects)


def test_a_correction_tells_what_an_action_would_have_said():
    shown = {
        "kind": "corrected",
        "facts": [msgspec.to_builtins(facts.PawnMoved("red", "past:A", "past:D", "travel"))],
        "reason": "the pawn stood elsewhere",
    }
    told = entry_in_words(GAME, shown, names_of(ChaosTable()))
    assert [text_of(told.says), *map(text_of, told.effects)] == [
        "Corrected: the pawn stood elsewhere",
        "Red moves to Dunmere in the past.",
    ]


def test_a_refusal_names_things_as_people_do():
    table = ChaosTable().laid_out().pawns(red="past:A", blue="past:B").acting("red").grabbed("red", "FP-D")
    for action, message in (
        (
            {"type": "deliver", "card": "FP-D"},
            BELONGS,
        ),
        ({"type": "travel", "city": "I"}, "That city is not adjacent to Aldermoor in the past."),
        ({"type": "restore", "tile": "future:A"}, "Aldermoor in the future is already in order."),
        ({"type": "restore", "tile": "nowhere"}, "You cannot restore that tile from here."),
        ({"type": "send_disorder"}, "You have already sent disorder this turn."),
    ):
        refused = table.when({"seat": "red", **action}).rejection
        assert refused is not None
        assert refused.message == message
