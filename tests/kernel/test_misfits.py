"""A fact that does not fit is told by its member, never by the name of an exception."""

from __future__ import annotations

import pytest

from domain.kernel.messages import HELP, misfit

SEATS = ("red", "blue")
GAIN = {"fact": "gained", "seat": "red", "gains": {"water": 2}, "place": "north"}


@pytest.mark.parametrize(
    ("fact", "error", "pointer", "sentence"),
    [
        (GAIN | {"seat": "green"}, ValueError(), "/facts/0/seat", "there is no seat `green` at this table"),
        (GAIN, KeyError("north"), "/facts/0/place", "`place` names `north`, which this table does not have"),
        (GAIN, KeyError("water"), "/facts/0/gains/water", "`gains` names `water`, which this table does not"),
        (GAIN, KeyError("gems"), "/facts/0/gains", "`gains` must also name `gems`"),
        (
            GAIN,
            ValueError("not in list"),
            "/facts/0",
            "one of `seat`, `gains`, `place` names something that does not exist",
        ),
        ({"fact": "ended"}, AssertionError(), "/facts/0", "cannot follow from the table as it stands"),
    ],
)
def test_the_sentence_names_the_member_at_fault(
    fact: dict[str, object], error: Exception, pointer: str, sentence: str
) -> None:
    found = misfit(fact, 0, error, SEATS)
    assert found.pointer == pointer
    assert sentence in found.message
    assert found.message.startswith(f"Fact 1 (`{fact['fact']}`)")
    assert HELP in found.message or "only red, blue" in found.message
    assert "Error" not in found.message
