"""A zone is drawn once for what it shows, and anew where any of that is another."""

import copy
from typing import Any

import pytest

from domain.games.first_light import GAME
from domain.games.first_light.board_planet import drawn_once
from domain.games.first_light.drawing import drawings, read_drawing
from domain.games.first_light.words.names import names
from domain.kernel import Naming, SeatName, Zone
from domain.kernel.session.opening import load_components

NAMES = names(load_components(GAME, GAME.demo_sets()["demo"]))
SEATS = {"red": SeatName("Red", "red"), "blue": SeatName("Blue", "blue")}


class Drawn:
    """How often a zone was drawn."""

    def __init__(self):
        self.times = 0
        self.zone = drawn_once(self._draw)

    def _draw(self, shown, naming, rank, folded):
        self.times += 1
        return Zone("dice", naming.seat("red").text, "list", rank, note=str(shown), folded=folded)


def test_a_drawing_that_is_read_again_is_the_same_one():
    """Else no zone of a set with a drawing of its own would be found again."""
    other = copy.deepcopy(dict(drawings()["demo"]))
    other["planet"]["radius"] += 1
    assert read_drawing(other) is read_drawing(copy.deepcopy(other))
    assert read_drawing(other) is not read_drawing(None)
    assert read_drawing(other).planet.radius == read_drawing(None).planet.radius + 1


def test_things_of_another_set_are_told_as_it_has_them():
    document: Any = copy.deepcopy(dict(GAME.demo_sets()["demo"]))
    item = document["items"][0]
    points = item["points"]
    item["points"] += 1
    zone = drawn_once(lambda shown, naming: Zone("item", naming.components[shown].value, "list"))
    sets = (NAMES, names(load_components(GAME, document)))
    told = [zone(item["id"], Naming(called, SEATS)).title for called in sets]
    assert told == [str(points), str(points + 1)]


def test_what_is_the_same_is_drawn_once():
    drawn = Drawn()
    first = drawn.zone({"dice": [1, 6]}, Naming(NAMES, SEATS), 5, False)
    again = drawn.zone({"dice": [1, 6]}, Naming(NAMES, dict(SEATS)), 5, False)
    assert drawn.times == 1
    assert again == first == Zone("dice", "Red", "list", 5, note="{'dice': [1, 6]}")


@pytest.mark.parametrize(
    ("shown", "seats", "rank", "folded"),
    [
        ({"dice": [6, 1]}, SEATS, 5, False),
        ({"dice": [1, 6]}, SEATS | {"red": SeatName("Crimson", "red")}, 5, False),
        ({"dice": [1, 6]}, SEATS, 6, False),
        ({"dice": [1, 6]}, SEATS, 5, True),
    ],
)
def test_what_differs_is_drawn_anew(shown, seats, rank, folded):
    drawn = Drawn()
    drawn.zone({"dice": [1, 6]}, Naming(NAMES, SEATS), 5, False)
    zone = drawn.zone(shown, Naming(NAMES, seats), rank, folded)
    assert drawn.times == 2
    assert (zone.title, zone.note, zone.rank, zone.folded) == (seats["red"].label, str(shown), rank, folded)
