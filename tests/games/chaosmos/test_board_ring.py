"""A board without a drawing: each star lies by the planets that it is beside (CM-305)."""

from __future__ import annotations

import math
from itertools import combinations, permutations

import pytest

from domain.games.chaosmos.board_ring import ring
from domain.games.chaosmos.drawing import Sky

STARS = ("ankaa", "bellatrix", "capella", "deneb", "electra", "furud")


def around(stars: tuple[str, ...]) -> tuple[Sky, dict[str, set[str]]]:
    """As many planets as stars, and a star between each of them and the next; and what is beside it."""
    count = len(stars)
    beside = {star: {f"slot_{nth}", f"slot_{(nth + 1) % count}"} for nth, star in enumerate(stars)}
    planets = {f"slot_{nth}": f"planet_{nth}" for nth in range(count)}
    view = {
        "planet_at_slot": planets,
        "spaces": {planet: [slot] for slot, planet in planets.items()} | {star: [star] for star in stars},
        "ways": {star: [planets[slot] for slot in slots] for star, slots in beside.items()},
    }
    return ring(view), beside


@pytest.mark.parametrize("stars", [*permutations(STARS[:4]), STARS, (*STARS[::2], *STARS[1::2])])
def test_the_planet_that_a_star_is_nearest_to_is_one_that_it_is_beside(stars: tuple[str, ...]):
    sky, beside = around(stars)
    for star, slots in beside.items():
        distance = {slot: math.dist(at, sky.spots[star].at) for slot, at in sky.slots.items()}
        assert min(distance, key=distance.__getitem__) in slots, star


def test_nothing_lies_on_anything_else():
    sky, _ = around(STARS)
    places = [*sky.slots.values(), *(spot.at for spot in sky.spots.values())]
    radius = min(sky.radius.planet, sky.radius.star)
    assert min(math.dist(one, other) for one, other in combinations(places, 2)) > 2 * radius
