"""Every recorded game reads as it was read last: a change of words or boards is read before it is kept."""

from __future__ import annotations

import pytest

from domain.games import REGISTRY
from tests.support.games.playthroughs import FOR_PAGES, noted, pages, sentences, sentences_of

READ = "see tests/support/games/playthroughs.py: write the texts at both commits, read what differs"
KEPT = [key for key in REGISTRY if key in FOR_PAGES]
"""An author of a new game notes its texts once the words are settled."""


@pytest.mark.parametrize("key", KEPT)
def test_what_the_playthrough_lacks_reads_as_it_was_read_last(key: str):
    """`python -m tests.support.games.playthroughs` writes the text again."""
    assert sentences(key) == sentences_of(key).read_text("utf-8")


@pytest.mark.parametrize("key", KEPT)
def test_pages_get_what_they_got_last(key: str):
    assert pages(key) == noted()[key], READ
