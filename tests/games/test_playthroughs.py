"""Every recorded game reads as it was read last: a change of words or boards is read before it is kept."""

from __future__ import annotations

import pytest

from tests.games.playthroughs import digest_of, noted, texts

READ = "see tests/games/playthroughs.py: write the texts at both commits, read what differs, note the digests"


def test_of_a_game_that_is_noted_every_recorded_one_is():
    """Whoever makes a game notes it once its words are settled."""
    titles = {name.partition("/")[0] for name in noted()}
    assert noted().keys() == {name for name in texts() if name.partition("/")[0] in titles}


@pytest.mark.parametrize("name", noted())
def test_a_recorded_game_reads_as_it_was_read_last(name: str):
    assert digest_of(name) == noted()[name], READ
