"""A board without a drawing: each star lies by the planets that it is beside (CM-305)."""

from __future__ import annotations

import math
from itertools import combinations, permutations

import pytest

from domain.games.chaosmos.board_sky import ring
from domain.games.chaosmos.drawing import Sky
from domain.kernel.ui.board import Disc

STARS = ("ankaa", "bellatrix", "capella", "deneb", "electra", "furud")


def around(
    stars: tuple[str, ...], slots: tuple[int, ...] = tuple(range(6))
) -> tuple[Sky, dict[str, set[str]]]:
    """As many planets as stars, and a star between each of them and the next; and what is beside it.

    slots: the order of the planets around the ring.
    """
    count = len(stars)
    after = (*slots[1:count], slots[0])
    beside = {star: {f"slot_{slots[nth]}", f"slot_{after[nth]}"} for nth, star in enumerate(stars)}
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


@pytest.mark.parametrize("slots", [(0, 2, 4, 1, 3, 5), (0, 3, 1, 4, 2, 5), (5, 0, 4, 1, 3, 2)])
def test_planets_that_share_a_star_lie_side_by_side_however_the_set_lists_them(slots: tuple[int, ...]):
    sky, beside = around(STARS, slots)
    lying = list(sky.slots.values())
    side_by_side = min(math.dist(one, other) for one, other in combinations(lying, 2))
    for one, other in beside.values():
        assert math.dist(sky.slots[one], sky.slots[other]) == pytest.approx(side_by_side, rel=0.01)


def test_nothing_lies_on_anything_else():
    sky, _ = around(STARS)
    places = [*sky.slots.values(), *(spot.at for spot in sky.spots.values())]
    radius = min(sky.radius.planet, sky.radius.star)
    assert min(math.dist(one, other) for one, other in combinations(places, 2)) > 2 * radius


def test_the_sky_is_a_disc_with_a_narrow_rim():
    sky, _ = around(STARS)
    rim, inner = (one.shape for one in sky.scenery)
    assert isinstance(rim, Disc)
    assert isinstance(inner, Disc)
    assert (rim.x, rim.y) == (inner.x, inner.y) == sky.clock
    assert (2 * (rim.radius + 1), rim.radius - inner.radius) == (sky.size[0], 11)
