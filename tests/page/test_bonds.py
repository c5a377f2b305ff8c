"""Bonds: the page and the kernel agree on which actions satisfy them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any, get_args

import msgspec

from domain.kernel import Among, Apart, Arriving, Balance, Beyond, Limited, Sent, Shared, Unless
from domain.kernel.offers import Bond
from domain.kernel.offers.domains import satisfied
from service.pages.assets import address
from tests.page.conftest import MakePhone

LISTS = (None, [], ["a"], ["b"], ["a", "a"], ["a", "b"], ["a", "b", "b"])
SENT = {"fort": (Sent("gun", "sloop", 3), Sent("bow", "brig", 2))}
ASKED: tuple[tuple[Bond, Mapping[str, tuple[Any, ...]]], ...] = (
    (Apart("x", "y", besides=("b",)), {"x": LISTS, "y": LISTS}),
    (Balance("x", "y", -1, 1), {"x": LISTS, "y": LISTS}),
    (Beyond("x", ("a", "b"), 1), {"x": (*LISTS, ["a", "a", "a"], ["c", "c"])}),
    (Shared(("x", "y"), ("a", "b", "b")), {"x": LISTS, "y": LISTS}),
    (Among("x", "y"), {"x": (None, "a", "b", "c"), "y": LISTS}),
    (Unless("x", "y", ("b",)), {"x": (None, "a"), "y": LISTS}),
    (Limited("x", "n", otherwise=2), {"x": LISTS, "n": (None, 0, 1, 2, 3)}),
    (
        Arriving("x", "y", SENT, {"fort": 1}),
        {
            "x": (None, {"sloop": 2}, {"sloop": 3}, {"brig": 1}, {"brig": 2}),
            "y": (None, {"fort": ["bow", "gun"]}),
        },
    ),
)
SATISFIED = """async ([path, asked]) => {
  const { satisfied } = await import(path);
  return asked.map(([bond, actions]) => actions.map((action) => satisfied(bond, action)));
}"""


def test_the_page_takes_what_the_kernel_takes(phone: MakePhone) -> None:
    asked = [
        (
            bond,
            [
                {name: value for name, value in zip(members, values, strict=True) if value is not None}
                for values in product(*members.values())
            ],
        )
        for bond, members in ASKED
    ]
    page = phone().page
    page.goto("/j")
    told = page.evaluate(SATISFIED, [address("table/state/bonds.js"), msgspec.to_builtins(asked)])
    for (bond, actions), found in zip(asked, told, strict=True):
        assert found == [satisfied(bond, action) for action in actions], bond
        assert set(found) == {True, False}, bond


def test_every_bond_is_asked_about() -> None:
    assert {type(bond) for bond, _ in ASKED} == set(get_args(get_args(Bond)[0]))
