"""A commitment covers a whole body, and some of its members can be shown without telling of the others."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from domain.kernel.components import canonical
from domain.kernel.engine.entries import committed, digest_of, opened
from tests.support.verifying import verifier

BODY: dict[str, Any] = {
    "kind": "recorded",
    "session": "s",
    "number": 2,
    "at": "2026-01-01T00:00:00.000Z",
    "by": {"role": "seat", "seat": "red"},
    "salt": "5f" * 16,
    "envelope": 2,
    "action": {"type": "take", "seat": "red", "card": "moon"},
    "facts": [{"fact": "taken", "seat": "red", "card": "moon"}, {"fact": "spent", "seat": "red", "n": 1}],
}
BEFORE = "ab" * 32


def test_the_digest_is_the_one_of_the_documents_verifier():
    assert digest_of(BEFORE, canonical(BODY)) == verifier()["digest"](BEFORE, BODY)


def test_the_first_envelope_keeps_its_digest_over_the_bytes():
    first = {name: value for name, value in BODY.items() if name != "envelope"}
    assert digest_of(BEFORE, canonical(first)) == verifier()["digest"](BEFORE, first)
    assert digest_of(BEFORE, canonical(first)) != digest_of(BEFORE, canonical(BODY))


def swap_facts(body: dict[str, Any]) -> None:
    body["facts"].reverse()


def double_a_fact(body: dict[str, Any]) -> None:
    body["facts"].append(body["facts"][0])


def name_another_card(body: dict[str, Any]) -> None:
    body["action"]["card"] = "sun"


def move_a_member(body: dict[str, Any]) -> None:
    body["card"] = body["action"].pop("card")


def salt_otherwise(body: dict[str, Any]) -> None:
    body["salt"] = "60" * 16


@pytest.mark.parametrize(
    "change", [swap_facts, double_a_fact, name_another_card, move_a_member, salt_otherwise]
)
def test_it_covers_every_member_and_the_order_of_facts(change: Callable[[dict[str, Any]], None]):
    other = deepcopy(BODY)
    change(other)
    assert committed(other).root != committed(BODY).root


def test_what_is_shown_leads_to_the_same_root():
    bag, root = committed(BODY), verifier()["root"]
    for shown in ({}, {"at": None}, {"action": {"seat": None}, "facts": {1: None}}, {"facts": None}):
        tree = opened(bag, shown)
        assert root(tree) == bag.root
        assert BODY["salt"] not in str(tree)
    tree = opened(bag, {"action": {"seat": None}, "facts": {0: {"fact": None}, 1: None}})
    told = verifier()["shown"](tree)
    assert told["action"] == {"seat": "red"}
    assert sorted(map(str, told["facts"])) == [
        "{'fact': 'spent', 'seat': 'red', 'n': 1}",
        "{'fact': 'taken'}",
    ]
    assert "moon" not in str(tree)


def test_a_tree_does_not_tell_how_many_facts_or_members_there_are():
    """Each fact that is shown comes with as many hashes, at most, whatever else there is."""

    def leaves(count: int) -> int:
        facts = [{"fact": "spent", "n": number} for number in range(count)]
        return len(committed(BODY | {"facts": facts}).parts[4].bag.leaves)  # type: ignore[union-attr]

    assert committed(BODY).parts[4].name == "facts"
    assert {leaves(count) for count in (0, 1, 7, 31)} == {32}
    plain, more = committed(BODY), committed(BODY | {"action_id": "a", "request": "b", "moved_at": "c"})
    assert len(plain.leaves) == len(more.leaves) == 32


def test_a_member_that_was_changed_in_the_file_is_found():
    tree = opened(committed(BODY), {"action": {"card": None}})
    changed = eval(str(tree).replace("moon", "star"))
    assert verifier()["root"](changed) != committed(BODY).root
