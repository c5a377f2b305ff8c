"""The club in small, and proof that it notices what is counted otherwise."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.long import club
from tests.support.long.campaign import Wanted
from tests.support.long.club import Book, Claim, Counted, Log

FEW = Wanted(evenings=10, people=5, kills=2)
OPENED = {"kind": "opened", "seats": [{"seat": "red", "side": "order"}, {"seat": "blue", "side": "chaos"}]}
VOID, COUNTS = {"kind": "void"}, {"kind": "counts"}


def test_a_club_counts_what_its_logs_say_whatever_is_put_right(folder: Path) -> None:
    figures, faults = club.run(FEW, folder)
    assert faults == []
    assert figures["sessions, seats counted"].startswith("10, ")
    assert sum(int(killed.split()[0]) for killed in figures["kills"].split(", ")) == FEW.kills


def log(*facts: dict[str, Any], more: tuple[dict[str, Any], ...] = ()) -> Log:
    return Log("one", "reef", [OPENED, {"kind": "recorded", "facts": [*facts]}, *more])


RESULT = {"fact": "game_ended", "result": {"winners": ["red"], "scores": {"red": 5, "blue": 4}}}
TAKEN = {"fact": "penalty_taken", "seat": "red"}


@pytest.mark.parametrize(
    ("facts", "winners"),
    [
        (({"fact": "game_ended", "winners": ["red", "ai"]},), ["red", "ai"]),
        (({"fact": "game_ended", "winner": "blue"},), ["blue"]),
        (({"fact": "game_ended", "winner": None},), []),
        (({"fact": "game_won", "side": "chaos"},), ["blue"]),
        ((TAKEN, RESULT), ["red"]),
        ((RESULT, TAKEN, TAKEN), ["blue"]),
    ],
)
def test_who_has_won_is_read_from_the_facts(facts: tuple[dict[str, Any], ...], winners: list[str]) -> None:
    assert club.winners_of(log(*facts)) == winners


def test_persons_are_counted_by_id_and_by_any_spelling() -> None:
    book = Book()
    book.ids, book.names = {"ann": "ann", "phone": "ann", "bob": "bob"}, {club.folded("Señor  V"): "bob"}
    book.claims = {("one", "red"): Claim("phone", "Señor V"), ("one", "blue"): Claim(None, "SEN\u0303OR v")}
    logs = [log(RESULT), log(RESULT, more=(VOID,)), log(RESULT, more=(VOID, COUNTS))]
    both = {("reef", "ann", "bob"): (2, 2.0), ("reef", "bob", "ann"): (2, 0.0)}
    alone = {("reef", "ann"): (2, 2.0), ("reef", "bob"): (2, 0.0)}
    assert club.counted(logs, book) == Counted({"reef": 2}, alone, both)
    book.erase("bob")
    assert club.counted(logs, book) == Counted({"reef": 2}, {("reef", "ann"): (2, 2.0)}, {})


def test_a_figure_that_differs_is_told() -> None:
    by_hand = Counted({"reef": 2}, {("reef", "ann"): (2, 1.5)}, {})
    assert list(club.differences(by_hand, by_hand)) == []
    near = club.rounded(Counted({"reef": 2}, {("reef", "ann"): (2, 1.4999)}, {}), by_hand)
    assert list(club.differences(by_hand, near)) == []
    for wrong in ((2, 1.0), (1, 1.5)):
        told = club.rounded(Counted({"reef": 2}, {("reef", "ann"): wrong}, {}), by_hand)
        (fault,) = club.differences(by_hand, told)
        assert "played: 1 of 1 figures differ" in fault
    (fault,) = club.differences(by_hand, Counted({"reef": 3}, by_hand.played, {}))
    assert fault.startswith("sessions: ")
