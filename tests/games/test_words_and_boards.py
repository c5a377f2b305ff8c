"""What every game tells in words and draws: whole, about what is there, and never more than may be seen.

Games with rooms of their own tell everything in them; the others are told in plain words and lines.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.game_template import GAME as TEMPLATE
from domain.games import REGISTRY
from domain.kernel import PUBLIC, TRUTH, Game, Viewer
from domain.kernel.telling import entry_in_words
from domain.kernel.views import entry_view
from domain.kernel.well_told import faults_of, telling_of
from domain.kernel.words import text_of
from tests.lanterns import LANTERNS
from tests.reef import REEF
from tests.twins import Moment, Source
from tests.two_worlds import source_of

GAMES: tuple[Game[Any], ...] = (TEMPLATE, REEF, LANTERNS, *REGISTRY.values())
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
LOOKED_AT = 60
"""Moments of one game at most; they lie evenly in it."""


def moments_of(source: Source) -> tuple[Moment, ...]:
    every = -(-len(source.moments) // LOOKED_AT)
    return (*source.moments[::every], source.moments[-1])


def viewers_of(source: Source) -> tuple[Viewer, ...]:
    return (PUBLIC, TRUTH, *map(Viewer, source.seats))


@every_game
def test_every_button_value_and_place_is_told_at_every_moment(game: Game[Any]):
    for count in game.seat_counts:
        source = source_of(game, count)
        for moment in moments_of(source):
            for viewer in viewers_of(source):
                for state in (moment.before, moment.after):
                    told = telling_of(game, state, viewer, source.naming, source.seats)
                    assert list(faults_of(game, told)) == [], viewer
                    awaited = set(game.moment(state).active)
                    assert awaited <= told.asks.keys()
                    assert msgspec.json.encode((told.words, told.asks, told.board))


@every_game
def test_a_piece_stays_what_it_is_for_the_whole_game(game: Game[Any]):
    source = source_of(game, game.seat_counts[-1])
    known: dict[str, tuple[str, str | None]] = {}
    for moment in moments_of(source):
        board = telling_of(game, moment.after, PUBLIC, source.naming, source.seats).board
        for zone in board.zones:
            for place in zone.places:
                for piece in place.pieces:
                    assert known.setdefault(piece.id, (piece.kind, piece.seat)) == (piece.kind, piece.seat)


@every_game
def test_every_entry_is_a_sentence_for_everybody(game: Game[Any]):
    source = source_of(game, game.seat_counts[0])
    for moment in source.moments:
        for viewer in viewers_of(source):
            shown = entry_view(game, moment.entry, viewer, moment.after)
            told = entry_in_words(game, msgspec.to_builtins(shown), source.naming)
            for says in (told.says, *told.effects):
                assert text_of(says).endswith((".", "!", "?")), says
                assert "None" not in text_of(says)


@pytest.mark.parametrize("game", [game for game in GAMES if game.words], ids=lambda game: game.key)
def test_a_game_with_words_falls_back_on_plain_ones_nowhere(game: Game[Any]):
    assert game.words is not None
    tags = [{str(kind.__struct_config__.tag) for kind in kinds} for kinds in (game.actions, game.facts)]
    assert game.words.actions.keys() == tags[0]
    assert game.words.facts.keys() == tags[1]
    assert game.words.said.keys() <= tags[0]
    assert {tag for said in game.words.said.values() for tag in said} <= tags[1]
