"""What the log of Chaosmos calls seats, stars and wormholes, in the demo set and in sets that name them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.games.chaosmos import GAME, facts
from domain.kernel import TRUTH, Name, Naming, Run, SeatName
from domain.kernel.session.rendering import fact_in_words, naming
from domain.kernel.ui.words import text_of
from tests.games.chaosmos.table import NORTH, act, components
from tests.support.games.chaosmos.told import NAMES
from tests.support.games.reading import recorded_entry

FIRST_GAME = {
    "Star C1": ("c0", "c3"),
    "Star C2": ("c1", "c4"),
    "Star C3": ("c2", "c5"),
    "Star 1": ("v1",),
    "Star 2": ("v2",),
    "Star 3": ("u2",),
    "Star 4": ("u4",),
    "Wormhole A": ("u1", "u3", "wa1", "wa2"),
}
"""CM-302 … CM-304: what is one space has one name, across the clock and through wormholes too."""
CORNERS = {
    **{
        f"Star {number}": (star,) for number, star in enumerate(("a1", "a2", "a3", "b1", "b2", "d1", "d2"), 1)
    },
    **{f"Star {number}": (star,) for number, star in enumerate(("d3", "e1", "e2"), 8)},
    "Wormhole A": ("f1", "f4", "wa1", "wa2"),
    "Wormhole B": ("f2", "f3", "wb1", "wb2"),
}
SPACES = [(id, name) for names in (FIRST_GAME, CORNERS) for name, ids in names.items() for id in ids]


def steps(space: str, called: Naming = NAMES) -> str:
    """What a step to the space reads like."""
    view = msgspec.to_builtins(GAME.fact_view(facts.Moved(NORTH, "ashkel", space, "move"), TRUTH))
    return text_of(fact_in_words(GAME, view, called, strict=True).says)


@pytest.mark.parametrize(("space", "name"), SPACES)
def test_a_step_names_the_space(space: str, name: str):
    assert steps(space) == f"North moves to {name}."


@pytest.mark.parametrize("kind", ["move", "hyperspace"])
def test_a_step_leads_to_the_space_itself_by_whatever_member_it_was_entered(kind: str):
    moved = facts.Moved(NORTH, "ashkel", "c1", "move")
    said = recorded_entry(GAME, act(kind, NORTH, to="c4"), [moved], TRUTH, NAMES).says[-2]
    assert said == Run("Star C2", place="c1")


def of_a_set(first: dict[str, dict[str, str]], duel: dict[str, dict[str, str]]) -> Naming:
    """The demo set, whose first two layouts name some of their stars and wormholes."""

    def change(tree: dict[str, Any]) -> None:
        for layout, own in zip(tree["layouts"], (first, duel), strict=False):
            for place in (*layout["stars"], *layout["wormholes"]):
                place.update(own.get(place["id"], {}))

    return naming(GAME, components(change), [{"seat": NORTH}])


def test_a_star_that_the_set_names_bears_its_name_and_so_does_what_it_is_merged_with():
    own = {"c0": {"name": "Twin Lights"}, "v1": {"name": "Beacon"}, "wa1": {"name": "Old Gate"}}
    called = of_a_set(own, own)
    assert steps("c0", called) == steps("c3", called) == "North moves to Twin Lights."
    assert steps("v1", called) == "North moves to Beacon."
    assert steps("v2", called) == "North moves to Star 2."
    assert steps("c1", called) == "North moves to Star C2."
    assert steps("wa1", called) == "North moves to Old Gate or Wormhole A."
    assert steps("wa2", called) == "North moves to Wormhole A."


def test_a_star_that_layouts_name_differently_bears_all_its_names():
    called = of_a_set({"v1": {"name": "Beacon"}}, {"v1": {"name": "Lantern"}})
    assert steps("v1", called) == "North moves to Beacon or Lantern."


def test_stars_that_layouts_number_differently_get_numbers_of_their_own():
    def change(tree: dict[str, Any]) -> None:
        stars = tree["layouts"][1]["stars"]
        stars[6], stars[7] = stars[7], stars[6]

    called = naming(GAME, components(change), [{"seat": NORTH}])
    places = {place for place, _ in SPACES}
    assert steps("v1", called) == f"North moves to Star {len(places) + 1}."
    assert steps("v2", called) == f"North moves to Star {len(places) + 2}."
    assert steps("u2", called) == "North moves to Star 3."


def test_a_star_of_a_single_layout_has_the_number_that_it_has_there():
    called = naming(GAME, components(lambda tree: tree["layouts"].pop()), [{"seat": NORTH}])
    assert steps("a1", called) == "North moves to Star 1."


def test_what_a_set_says_of_a_star_is_told_of_it():
    called = of_a_set({"v2": {"text": "Bright."}}, {"v1": {"text": "Dim."}, "v2": {"text": "Not so bright."}})
    told = called.components
    assert (told["v1"].text, told["v2"].text, told["c0"].text) == ("Dim.", "Bright.", "")


@pytest.mark.parametrize(
    ("seat", "name"),
    [
        ("north", SeatName("North")),
        ("red", SeatName("Red", "red")),
        ("orange", SeatName("Orange", "orange")),
        ("seat-2", SeatName("Seat 2")),
    ],
)
def test_a_seat_is_called_by_its_id_and_has_the_colour_that_it_is_called_by(seat: str, name: SeatName):
    assert naming(GAME, components(lambda tree: None), [{"seat": seat}]).seats[seat] == name


def test_layouts_slots_and_toxic_planets_have_names_of_their_own_kind():
    assert NAMES.components["corners_random"] == Name("layout", "Corners random")
    assert NAMES.components["r1"] == Name("slot", "Slot 2")
    assert NAMES.components["ashkel"].text == "Home of Drusu, toxic for Quessil"
    assert NAMES.components["toxic:drusu"] == Name("toxic", "Fennmire", of="drusu", place="fennmire")


@pytest.mark.parametrize("what", ["cards", "planets", "aliens"])
def test_what_the_publisher_has_not_attested_is_marked(what: str):
    called = naming(
        GAME, components(lambda tree: tree.update(invented=[f"{what}: all: of them"])), []
    ).components
    marked = {"cards": called["ovoid"], "planets": called["ashkel"], "aliens": called["drusu"]}
    assert [kind for kind, name in marked.items() if name.invented] == [what]
