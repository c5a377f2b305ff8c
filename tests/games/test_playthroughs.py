"""Every recorded game reads as it was read last: a change of words or boards is read before it is kept."""

from __future__ import annotations

import pytest

from tests.games.playthroughs import digest_of, noted, recorded_games

READ = "see tests/games/playthroughs.py: write the texts at both commits, read what differs, note the digests"


def test_every_recorded_game_is_noted():
    assert noted().keys() == recorded_games().keys()


@pytest.mark.parametrize("name", recorded_games())
def test_a_recorded_game_reads_as_it_was_read_last(name: str):
    assert digest_of(name) == noted()[name], READ
