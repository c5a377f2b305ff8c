"""Chance: declared outcomes are checked, drawn ones can be recomputed by a stranger."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from domain.kernel import Chance, Rejected
from domain.kernel.chance import commitment, keyed_draws

SECRET = bytes(range(32))


def by_hand(secret: bytes, session: str, number: int, n: int) -> int:
    """The draw as docs/chance.md specifies it, for values that need no second attempt."""
    message = b"tablelog/draw/1\0" + session.encode() + b"\0" + str(number).encode() + b"\0" + b"0"
    return int.from_bytes(hmac.new(secret, message, hashlib.sha256).digest(), "big") % n


def test_a_draw_is_what_the_documentation_says():
    below = keyed_draws(SECRET, "a-session")
    assert [below(6, number) for number in range(40)] == [
        by_hand(SECRET, "a-session", n, 6) for n in range(40)
    ]


def test_draws_differ_by_session_secret_and_number_and_are_even():
    below = keyed_draws(SECRET, "a-session")
    draws = [below(6, number) for number in range(6000)]
    assert all(850 < count < 1150 for count in Counter(draws).values())
    assert draws[:50] != [keyed_draws(SECRET, "another")(6, number) for number in range(50)]
    assert draws[:50] != [keyed_draws(bytes(32), "a-session")(6, number) for number in range(50)]


def test_the_commitment_is_the_hash_of_the_secret():
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


def test_a_declared_outcome_must_be_possible():
    chance = Chance()
    assert chance.pick("b", ("a", "b"), field="card", rule="RF-1", message="no") == "b"
    with pytest.raises(Rejected, match="RF-1") as refused:
        chance.pick("z", ("a", "b"), field="card", rule="RF-1", message="no", hidden=True)
    assert refused.value.probes
    assert refused.value.field == "card"


def test_a_declared_sample_respects_how_often_a_thing_is_there():
    chance = Chance()
    assert chance.several(["a", "a"], ("a", "a", "b"), 2, field="f", rule="RF-1", message="no") == ("a", "a")
    for impossible in (["b", "b"], ["a"], ["a", "b", "a"]):
        with pytest.raises(Rejected):
            chance.several(impossible, ("a", "a", "b"), 2, field="f", rule="RF-1", message="no")


def test_declared_dice_need_their_number_and_existing_faces():
    chance = Chance()
    assert chance.dice([6, 1], 2, range(1, 7), field="dice", rule="RF-1", message="no") == (6, 1)
    for impossible in ([6], [0, 1], [1, 2, 3]):
        with pytest.raises(Rejected):
            chance.dice(impossible, 2, range(1, 7), field="dice", rule="RF-1", message="no")


def test_a_missing_outcome_is_refused_where_nothing_is_drawn():
    with pytest.raises(Rejected, match="RF-7") as refused:
        Chance().pick(None, ("a",), field="card", rule="RF-7", message="no")
    assert refused.value.field == "card"


def test_drawing_counts_the_draws_on_the_live_line_and_notes_their_source():
    chance = Chance(keyed_draws(SECRET, "s"), first_draw=10)
    dice = chance.dice(None, 3, range(1, 7), field="dice", rule="RF-1", message="no")
    card = chance.pick(None, ("a", "b"), field="card", rule="RF-1", message="no")
    assert dice == tuple(by_hand(SECRET, "s", n, 6) + 1 for n in (10, 11, 12))
    assert card == ("a", "b")[by_hand(SECRET, "s", 13, 2)]
    assert [(o.field, o.source, o.first_draw, o.draws) for o in chance.outcomes] == [
        ("dice", "drawn", 10, 3),
        ("card", "drawn", 13, 1),
    ]
    assert chance.drawn == {"dice": dice, "card": card}


def test_a_drawn_sample_puts_nothing_back():
    chance = Chance(keyed_draws(SECRET, "s"))
    drawn = chance.shuffle(None, tuple("abcdef"), field="order", rule="RF-1", message="no")
    assert sorted(drawn) == list("abcdef")
