"""Offers of the worst tables that the rules allow stay small: all is open, nothing can be ruled out."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from domain.games.time_of_chaos import GAME
from domain.kernel import PUBLIC, TRUTH, Viewer
from domain.kernel.selfcheck.wording import telling_of
from tests.games.time_of_chaos.table import ChaosTable, in_play
from tests.games.time_of_chaos.test_words import names_of

SEATS = ("red", "blue", "green", "yellow")
MOST_BYTES = 2_000
MOST_BYTES_WITH_WORDS = 8_000


def nothing_laid_out() -> ChaosTable:
    return ChaosTable(*SEATS)


def every_pawn_to_place() -> ChaosTable:
    return ChaosTable(*SEATS).laid_out()


def more_leaks_than_cubes() -> ChaosTable:
    table = in_play(*SEATS)
    for city in "ABCDEFGHI":
        table.chaos(f"past:{city}", "red")
    return table.supply(red=1).turn_of("red")


def every_deed_open() -> ChaosTable:
    """Red may pay with cube or cloak, stands amid chaos, has two to deliver and cards drawn by others."""
    table = in_play(*SEATS).pawns(red="past:E").acting("red")
    table.grabbed("red", "NP-E", "FP-E").grabbed("blue", "PN-D", "PN-E").grabbed("green", "PN-F", "PN-G")
    return table.chaos("future:E", "blue", "green")


def nothing_known_of_a_hand() -> ChaosTable:
    """Red holds two cards drawn from whole decks, one of them of the past, where it stands."""
    table = in_play(*SEATS).pawns(red="past:E").acting("red")
    return table.grabbed("red", "NP-E", "FP-E").grabbed("blue", "PN-D", "PF-E")


def nothing_named() -> ChaosTable:
    """Every seat holds an unknown card of each whole deck; red may deliver."""
    table = in_play(*SEATS).pawns(red="past:E").acting("red")
    for seat in SEATS:
        table.unknown(seat, "past", "present", "future")
    return table


def test_the_offers_of_hands_that_nobody_named_stay_small():
    made = nothing_named()
    told = telling_of(GAME, made.state, TRUTH, names_of(made), made.seats)
    assert sum(offer.type == "name_card" for offer in told.offers) == len(SEATS)
    assert len(msgspec.json.encode(told.offers)) <= 3_000
    assert len(msgspec.json.encode((told.offers, told.words))) <= 24_000


@pytest.mark.parametrize(
    ("table", "most_offers"),
    [
        (nothing_laid_out, 3),
        (every_pawn_to_place, 1),
        (more_leaks_than_cubes, 1),
        (every_deed_open, 10),
        (nothing_known_of_a_hand, 10),
    ],
)
@pytest.mark.parametrize("viewer", [TRUTH, PUBLIC], ids=["all is seen", "nothing is seen"])
def test_the_offers_of_a_crowded_table_stay_small(
    table: Callable[[], ChaosTable], most_offers: int, viewer: Viewer
):
    made = table()
    told = telling_of(GAME, made.state, viewer, names_of(made), made.seats)
    size = len(msgspec.json.encode(told.offers))
    assert 0 < len(told.offers) <= most_offers
    assert size <= MOST_BYTES
    assert size + len(msgspec.json.encode(told.words)) <= MOST_BYTES_WITH_WORDS
