"""Few words in the panel: at most 40 of a question whose answers are on the board, at most 80 otherwise."""

from __future__ import annotations

import pytest

from domain.games import REGISTRY
from domain.kernel.ui.words import ValueWords
from tests.support.games.few_words import all_panels, button_texts

EVERY = 7
"""At so many actions of the recorded games and of a game of bots; a command counts at all of them."""
LONGER = {"chaos_order": 2, "chaosmos": 0, "first_light": 2, "order_vs_chaos": 1, "time_of_chaos": 0}
"""Panels with more words that are left, by title. Shorten them; never raise a number."""


@pytest.mark.parametrize("key", REGISTRY)
def test_a_question_has_few_words(key: str):
    """If this fails, `python -m tests.support.games.few_words` prints the longest panel of each kind."""
    panels = list(all_panels(key, EVERY))
    longer = [panel for panel in panels if panel.words > panel.most]
    assert len(longer) <= LONGER.get(key, 0), "\n".join(" | ".join(panel.texts) for panel in longer)
    assert len(panels) > (100 if key in LONGER else 0)


def test_details_count_where_the_page_shows_them_at_once():
    card = ValueWords("Ion Cannon", "weapon +6", details="single-use", piece="hand:north:ion_cannon")
    few, many = [card] * 6, [card] * 7
    assert button_texts(few, on_board=True) == ["Ion Cannon weapon +6 single-use"] * 6
    assert button_texts(many, on_board=True) == ["Details", *["Ion Cannon weapon +6"] * 7]
    assert button_texts([ValueWords("Move")] * 100, on_board=False) == ["Move"] * 100
