"""What people put down wrong at the table is put right by gestures, or a sentence says why that cannot be."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest

from domain.games import REGISTRY
from domain.kernel import (
    SUPPLY,
    TRUTH,
    CountLine,
    DealCard,
    Gesture,
    MovePiece,
    Naming,
    SetMark,
    TurnOver,
    Viewer,
)
from domain.kernel.session import CannotMend, Session, UnitOfWork
from domain.kernel.session.rendering import fact_in_words, naming_of
from domain.kernel.ui.words import text_of
from tests.support.recorded import STAMP, library, opened


class Moment(NamedTuple):
    """A recorded game, and how many of its actions have been recorded."""

    game: str
    recorded: str
    actions: int


CHAOS = Moment("time_of_chaos", "demo-3p-002", 60)
ORDER = Moment("order_vs_chaos", "demo-3p-002", 150)
FIGHT = Moment("order_vs_chaos", "bots-2p-014", 132)
SPACE = Moment("chaosmos", "demo-3p-first-002", 90)
TURN = Moment("chaosmos", "demo-3p-first-002", 91)

Slip = tuple[Moment, Sequence[Gesture], str]
"""When it is found, what hands do about it, and what the correction says then."""


def moved(piece: str, source: str, goal: str, count: int = 1) -> MovePiece:
    return MovePiece(piece, count, source, goal)


PUT_RIGHT: list[Slip] = [
    (CHAOS, [moved("pawn:red", "future:F", "future:B")], "Red moves to Brightwater in the future."),
    (
        CHAOS,
        [moved("cubes:past:B:red", "past:B", "past:A")],
        "Red takes back 1 cube from Brightwater in the past. Red places a cube on Aldermoor in the past.",
    ),
    (
        CHAOS,
        [moved("cubes:past:F:red", "past:F", SUPPLY), TurnOver("past:F", "order")],
        "Red takes back 1 cube from Fallowfield in the past. Fallowfield in the past flips back to order.",
    ),
    (CHAOS, [TurnOver("cloak:blue", "ready")], "Blue’s cloaking token is refreshed."),
    (CHAOS, [CountLine("penalties:red", -1)], "Red gives back a penalty: +1 ★."),
    (CHAOS, [CountLine("actions", -1)], "Red has 2 actions left."),
    (
        CHAOS,
        [DealCard("NP-A", "present", "red"), DealCard("NP-E", "deck:present", "present")],
        "Red takes Invented artifact NP-A into hand. "
        "Invented artifact NP-E joins the display of the present.",
    ),
    (
        CHAOS,
        [DealCard("NF-F", "delivered:red", "delivered:green")],
        "Invented artifact NF-F moves from what Red delivered to what Green delivered.",
    ),
    (ORDER, [moved("pawn:blue", "vienna", "munich")], "Blue is moved to Munich."),
    (ORDER, [CountLine("health:blue", -3)], "Blue loses 3 health."),
    (ORDER, [moved("monster:bern:tengu", "bern", "supply")], "The Tengu in Bern is discarded."),
    (ORDER, [moved("monster:bern:tengu", "bern", "lyon")], "The Tengu moves from Bern to Lyon."),
    (ORDER, [moved("tokens:milan", "milan", "rome")], "1 token in Milan goes to Rome."),
    (ORDER, [SetMark("doom", "Order", 5)], "Order doom rises to 5 of 13."),
    (ORDER, [DealCard("uzi_2", "black", "blue")], "Uzi goes from Black to Blue."),
    (
        ORDER,
        [CountLine("xp:blue:armor", -1), CountLine("xp:blue:", 1)],
        "Blue has 0 XP to spend and 2 on armor, 2 on attack and 2 on health. "
        "Blue has 1 XP to spend and 2 on armor, 2 on attack and 2 on health.",
    ),
    (
        ORDER,
        [TurnOver("rome", "face down"), moved("rift_4a", "locations:down", "rome")],
        "Rift 1 in Rome is turned face down again. Rome is revealed: Rift 4.",
    ),
    (
        ORDER,
        [moved("rift_5b", "locations:removed", "paris"), CountLine("deeds:blue:rifts_closed", -1)],
        "Rift 5 lies face up in Paris. Blue has closed 2 rifts. Order doom falls to 3 of 13.",
    ),
    (FIGHT, [CountLine("unit_health:monster:los_angeles", -1)], "The monster loses 1 health."),
    (FIGHT, [CountLine("chits:hero:white", 1)], "White gains 1 chit."),
    (
        SPACE,
        [moved("figure:south", "brontide", "ashkel"), moved("token:ashkel", "envelopes", "front:south")],
        "South’s envelope of Brontide returns to the box. South is placed on Ashkel. "
        "South has the envelope of Ashkel in front of it.",
    ),
    (SPACE, [CountLine("hypertokens:north", -1)], "North gives up 1 hypertoken."),
    (SPACE, [CountLine("clock", 2)], "The clock goes up by 2 to 20."),
    (
        SPACE,
        [DealCard("pool:hum_blade:1", "pool", "void"), DealCard("hand:north:coal_fist:1", "north", "pool")],
        "Hum Blade moves from the Cosmic Pool to the Void. "
        "Coal Fist moves from North’s hand to the Cosmic Pool.",
    ),
    (
        SPACE,
        [TurnOver("envelope:brontide:warden_trap:1", "face up")],
        "South places Warden Trap, which was inside, face up on the envelope of Brontide.",
    ),
    (TURN, [CountLine("actions", -1)], "North has 2 actions left."),
]

SAYS_WHY: list[Slip] = [
    (CHAOS, [moved("pawn:red", "future:F", SUPPLY)], "A pawn always stands on a tile"),
    (CHAOS, [moved("cubes:red", "supply:red", "past:F")], "holds one cube of each colour at most"),
    (CHAOS, [DealCard("PF-G", "past", "future")], "cannot lie in the display of the future"),
    (CHAOS, [CountLine("penalties:blue", 50)], "11 turns ended"),
    (ORDER, [moved("pawn:blue", "vienna", "eu_breach")], "cannot stand before the arch enemy"),
    (ORDER, [moved("monster:supply:tengu", "supply", "lyon", 3)], "Only 2 figures of Tengu"),
    (ORDER, [CountLine("health:black", -8)], "take its figure off the map"),
    (ORDER, [CountLine("doom:chaos", 8)], "record what brings it there"),
    (ORDER, [DealCard("uzi_2", "black", "yellow")], "Heroes of Chaos have no items"),
    (SPACE, [moved("figure:south", "brontide", "clock")], "An alien always stands on a planet"),
    (SPACE, [DealCard("hand:north:coal_fist:1", "north", "east")], "East holds 7 cards already"),
    (SPACE, [CountLine("clock", -18)], "At 0 the game ends"),
]

UNSEEN: list[tuple[Moment, str, Sequence[Gesture], Sequence[Gesture]]] = [
    (
        CHAOS,
        "green",
        [DealCard("FN-F", SUPPLY, "future")],
        [DealCard("FN-B", SUPPLY, "future")],
    ),
    (
        SPACE,
        "north",
        [DealCard("hand:east:ember_lash:1", "east", "void")],
        [DealCard("hand:east:coal_fist:1", "east", "void")],
    ),
    (
        SPACE,
        "north",
        [DealCard("hand:north:coal_fist:1", "north", "east")],
        [DealCard("hand:north:null_field:1", "north", "east")],
    ),
]
"""Of each pair one names what is hidden as it is, and one as it is not: the seat must not learn which."""


@cache
def session_at(moment: Moment) -> Session:
    recorded = next(path for path in library(moment.game) if path.stem == moment.recorded)
    opening, *actions = map(json.loads, recorded.read_text("utf-8").splitlines())
    session, work = opened(REGISTRY[moment.game], opening)
    for action in actions[: moment.actions]:
        work.record(action, STAMP, None)
    work.commit()
    return session


def table_at(moment: Moment) -> tuple[UnitOfWork, Naming]:
    session = session_at(moment)
    return UnitOfWork(session, lambda first, last: iter(())), naming_of(session)


def in_words(game: Any, facts: Sequence[Any], names: Naming) -> str:
    return " ".join(text_of(fact_in_words(game, fact, names, strict=True).says) for fact in facts)


@pytest.mark.parametrize(("moment", "gestures", "says"), PUT_RIGHT, ids=lambda told: str(told)[:40])
def test_a_slip_is_put_right(moment: Moment, gestures: Sequence[Gesture], says: str) -> None:
    work, names = table_at(moment)
    facts = work.facts_of(gestures, TRUTH, names)
    work.correct(facts, "so it lies on the table", STAMP)
    assert in_words(work.game, facts, names) == says
    assert work.broken() == []
    assert work.obstacles() == ()


@pytest.mark.parametrize(("moment", "gestures", "why"), SAYS_WHY, ids=lambda told: str(told)[:40])
def test_what_cannot_be_says_why(moment: Moment, gestures: Sequence[Gesture], why: str) -> None:
    work, names = table_at(moment)
    with pytest.raises(CannotMend, match=why):
        work.facts_of(gestures, TRUTH, names)


@pytest.mark.parametrize(("moment", "seat", "as_it_is", "as_it_is_not"), UNSEEN)
def test_a_gesture_does_not_tell_what_its_seat_does_not_see(
    moment: Moment, seat: str, as_it_is: Sequence[Gesture], as_it_is_not: Sequence[Gesture]
) -> None:
    work, names = table_at(moment)
    told = []
    for gestures in (as_it_is, as_it_is_not):
        with pytest.raises(CannotMend) as refused:
            work.facts_of(gestures, Viewer(seat), names)
        told.append(str(refused.value))
    assert told[0] == told[1]
