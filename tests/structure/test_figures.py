"""How far a reader has to go for one thing: nothing may go further than it does today.

A figure that becomes smaller takes its bound along.
"""

from __future__ import annotations

from tests.support.structure.figures import ambiguous_classes, figures

BOUNDS = {
    "modules with one importer": 56,
    "files a fact stands in, median": 5,
    "files a fact stands in, most": 12,
}


def test_each_public_class_has_a_name_of_its_own() -> None:
    assert ambiguous_classes() == []


def test_no_figure_is_past_its_bound() -> None:
    found = figures()
    assert found.keys() == BOUNDS.keys()
    assert {name: number for name, number in found.items() if number > BOUNDS[name]} == {}
