"""How far a reader has to go for one thing: nothing may go further than it does today.

A figure that becomes smaller takes its bound along.
"""

from __future__ import annotations

from tests.structure.figures import figures

BOUNDS = {
    "modules with one importer": 118,
    "class names of more than one class": 37,
    "files a fact stands in, median": 5,
    "files a fact stands in, most": 13,
}


def test_no_figure_is_past_its_bound() -> None:
    found = figures()
    assert found.keys() == BOUNDS.keys()
    assert {name: number for name, number in found.items() if number > BOUNDS[name]} == {}
