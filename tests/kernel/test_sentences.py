"""Sentences in runs: what joins them."""

from __future__ import annotations

from domain.kernel import Run
from domain.kernel.words import one_stop, text_of

CAPITAL = Run("Washington D.C.", place="washington")


def test_a_name_that_ends_with_a_stop_ends_the_sentence():
    assert one_stop(("Blue moves to ", CAPITAL, ".")) == ("Blue moves to ", CAPITAL)
    assert text_of(one_stop(("Blue moves to ", CAPITAL, ". The rift closes."))) == (
        "Blue moves to Washington D.C. The rift closes."
    )
    assert text_of(one_stop(("1 token comes to Washington D.C..",))) == "1 token comes to Washington D.C."


def test_other_sentences_stay_as_they_are():
    for says in (("Blue waits …",), ("Blue waits...",), ("Blue moves to ", Run("Rome"), ".")):
        assert one_stop(says) == says
