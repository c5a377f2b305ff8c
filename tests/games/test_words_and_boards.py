"""What every game tells in words and draws: whole, about what is there, and never more than may be seen.

Games with rooms of their own tell everything in them; the others are told in plain words and lines.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from domain.game_template import GAME as TEMPLATE
from domain.games import REGISTRY
from domain.kernel import (
    PUBLIC,
    TRUTH,
    Chance,
    Game,
    Json,
    Naming,
    Offer,
    OfferWords,
    Viewer,
    offer_key,
    readable,
)
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.playing import without_outcomes
from domain.kernel.engine.views import entry_view, must_be_usable
from domain.kernel.game import decide, fold
from domain.kernel.rejection import against_the_rules
from domain.kernel.selfcheck.wording import ambiguous_labels, faults_of, telling_of
from domain.kernel.session.rendering import board_of, entry_in_words, offers_in_words
from domain.kernel.ui.words import Words, kind_of, text_of
from tests.games.test_bent_tables import bends
from tests.games.test_every_game import game_of_bots
from tests.support.games.playthroughs import facts_played
from tests.support.lanterns import LANTERNS
from tests.support.reef import REEF
from tests.support.twins import Moment, Source
from tests.support.two_worlds import source_of

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
                    assert list(ambiguous_labels(told)) == [], viewer
                    awaited = set(game.moment(state).active)
                    assert awaited <= told.asks.keys()
                    assert msgspec.json.encode((told.words, told.asks, told.board))


@every_game
def test_a_piece_stays_what_it_is_and_a_zone_where_it_is_for_the_whole_game(game: Game[Any]):
    source = source_of(game, game.seat_counts[-1])
    known: dict[str, tuple[str, str | None]] = {}
    ranks: dict[str, int] = {}
    for moment in moments_of(source):
        board = telling_of(game, moment.after, PUBLIC, source.naming, source.seats).board
        for zone in board.zones:
            assert ranks.setdefault(zone.id, zone.rank) == zone.rank, zone.id
            assert not zone.parties or ((zone.takes_screen and zone.rank < 0) or zone.places), zone.id
            for place in zone.places:
                for piece in place.pieces:
                    assert known.setdefault(piece.id, (piece.kind, piece.seat)) == (piece.kind, piece.seat)


@every_game
def test_every_entry_is_a_sentence_for_everybody(game: Game[Any]):
    source = source_of(game, game.seat_counts[0])
    for moment in source.moments:
        for viewer in viewers_of(source):
            shown = entry_view(game, moment.entry, viewer, moment.after)
            told = entry_in_words(game, msgspec.to_builtins(shown), source.naming, strict=True)
            for says in (told.says, *told.effects):
                assert text_of(says).endswith((".", "!", "?")), says
                assert "None" not in text_of(says)


@pytest.mark.parametrize("game", [game for game in GAMES if game.words], ids=lambda game: game.key)
def test_a_game_with_words_falls_back_on_plain_ones_nowhere(game: Game[Any]):
    assert game.words is not None
    tags = [game.secrecy.names(kinds) for kinds in (game.actions, game.facts)]
    assert game.words.actions.keys() == tags[0]
    assert game.words.facts.keys() == tags[1]
    assert game.words.said.keys() <= tags[0]
    assert {tag for said in game.words.said.values() for tag in said} <= tags[1]


@pytest.mark.parametrize("game", REGISTRY.values(), ids=lambda game: game.key)
def test_the_sentence_of_every_fact_is_read_in_a_test_or_a_recorded_game(game: Game[Any]):
    """In a table, next to its rule, or in the recorded games of `playthrough.txt` and `sentences.txt`."""
    read = set(facts_read_in(Path(__file__).parent / game.key))
    read |= {kind.__name__ for kind in facts_played(game.key)}
    unread = [kind.__name__ for kind in game.facts if kind.__name__ not in read]
    lines = [f'assert says(facts.{name}(…)) == "…."' for name in unread]
    assert unread == [], "\n".join(("add to a test of its rule:", *lines))


def facts_read_in(folder: Path) -> Iterator[str]:
    """The names of the classes that the tests make facts of and hold a whole sentence against."""
    trees = {path.name: ast.parse(path.read_text("utf-8")) for path in folder.glob("*.py")}
    helpers: dict[str, str] = {}
    for defined in (part for tree in trees.values() for part in tree.body):
        if isinstance(defined, ast.FunctionDef):
            helpers[defined.name] = helpers.get(defined.name, "") + ast.unparse(defined)
    for name, tree in trees.items():
        for node in ast.walk(tree) if name.startswith("test_") else ():
            match node:
                case ast.Tuple(elts=[ast.Call() as made, ast.Constant(value=str(text))]):
                    read = ast.unparse(made)
                case ast.Compare(left=left, ops=[ast.Eq()], comparators=[ast.Constant(value=str(text))]):
                    read = ast.unparse(left)
                case _:
                    continue
            if text.endswith((".", "!", "?")):
                made_by = (helpers.get(called, "") for called in re.findall(r"\b(\w+)\(", read))
                yield from re.findall(r"\bfacts\.(\w+)\(", " ".join((read, *made_by)))


@pytest.mark.parametrize("game", [game for game in GAMES if game.words], ids=lambda game: game.key)
def test_every_member_that_names_a_thing_says_of_which_kind(game: Game[Any]):
    source = source_of(game, game.seat_counts[-1])
    kinds: dict[str, set[str]] = {id: {name.kind} for id, name in source.naming.components.items()}
    for seat in source.naming.seats:
        kinds.setdefault(seat, set()).add("seat")
    for moment in source.moments:
        shown = entry_view(game, moment.entry, TRUTH, moment.after)
        messages = [(shown["action"]["type"], shown["action"])]
        messages += [(fact["fact"], fact) for fact in shown["facts"]]
        for tag, message in messages:
            for member, value in message.items():
                for kind, id in named_in(game.words, tag, member, value):
                    assert id not in kinds or kind in kinds[id], (tag, member, id)


def named_in(
    words: Words | None, tag: str, member: str, value: Any, above: str | None = None
) -> Iterator[tuple[str | None, str]]:
    """Every text in a value with the kind that it is of; of an object its values, and its keys where those
    are numbers. A member of an object is of its own kind, else of that of what holds it.
    """
    kind = kind_of(words, tag, member) or above
    if isinstance(value, str):
        yield kind, value
    elif isinstance(value, dict):
        for key, of in value.items():
            if isinstance(of, int):
                yield kind, key
            else:
                yield from named_in(words, tag, key, of, kind)
    elif isinstance(value, list | tuple):
        for of in value:
            yield from named_in(words, tag, member, of, above)


@pytest.mark.parametrize("key", REGISTRY)
def test_a_table_that_a_correction_bent_is_told_and_drawn(key: str):
    game, count = REGISTRY[key], REGISTRY[key].seat_counts[0]
    source, told_at_all = source_of(game, count), False
    for moment, fact in bends(game, count):
        bent = fold(game, game_of_bots(key, count, count)[moment].after, (fact,))
        try:
            must_be_usable(game, bent, source.seats)
        except Exception:
            continue  # no correction can leave it so
        told_at_all = True
        for viewer in (PUBLIC, TRUTH):
            assert telling_of(game, bent, viewer, source.naming, source.seats).board.seats
            shown = {"kind": "corrected", "facts": [game.fact_view(fact, viewer)], "reason": "it fell down"}
            told = entry_in_words(game, shown, source.naming)
            assert len(told.effects) == (shown["facts"] != [None])
            assert told.tone == "flag"
    assert told_at_all


@every_game
def test_what_was_recorded_against_the_rules_is_told(game: Game[Any]):
    source, codec, random = source_of(game, game.seat_counts[0]), codec_of(game), Random(5)
    told = 0
    for _ in range(300):
        state, played = random.choice(source.moments).after, random.choice(source.played)
        try:
            with against_the_rules() as broken:
                facts, _ = decide(game, state, codec.action(played.action), Chance())
        except Exception:
            continue  # nothing can be recorded of it
        shown = {"kind": "recorded", "action": game.action_view(codec.action(played.action), TRUTH)}
        shown |= {"facts": [game.fact_view(fact, TRUTH) for fact in facts], "by_hand": False}
        words = entry_in_words(game, shown | {"broken": [each.rule for each in broken]}, source.naming)
        assert text_of(words.says)
        assert words.tone == "flag" or not broken
        told += bool(broken)
    assert told


@every_game
def test_a_table_that_the_service_deals_for_is_told_of_no_outcome(game: Game[Any]):
    """Whoever is told what may be drawn, where nobody declares it, is told of cards in others' hands."""
    source = source_of(game, game.seat_counts[-1])
    for moment in moments_of(source):
        view = msgspec.to_builtins(game.view(moment.before, PUBLIC))
        offers = [without_outcomes(offer) for offer in offered(game, moment.before, source)]
        for key, words in offers_in_words(game, view, offers, source.naming).items():
            asked = {name for offer in offers if offer_key(offer) == key for name in offer.parameters}
            assert words.parameters.keys() <= asked, key


def test_an_offer_whose_words_fail_leaves_the_others_theirs():
    game = REGISTRY["time_of_chaos"]
    assert game.words is not None
    source = source_of(game, 2)
    state = next(moment.before for moment in source.moments if len(offered(game, moment.before, source)) > 1)
    offers = offered(game, state, source)
    view = msgspec.to_builtins(game.view(state, PUBLIC))
    good = offers_in_words(game, view, offers, source.naming)
    failing, *others = good

    def fails(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
        raise LookupError(failing)

    words = replace(game.words, offers={**game.words.offers, failing.partition("/")[0]: fails})
    told = offers_in_words(replace(game, words=words), view, offers, source.naming)
    assert told[failing].label == readable(failing.partition("/")[0])
    assert {key: told[key].label for key in others} == {key: good[key].label for key in others}


def offered(game: Game[Any], state: Any, source: Source) -> list[Offer]:
    return [offer for seat in (None, *source.seats) for offer in game.offers(state, seat, PUBLIC)]


def test_a_room_that_fails_leaves_a_plain_table_and_a_plain_log():
    """A result that a correction told without a seat: no answer of the service may fail on it."""
    game = REGISTRY["time_of_chaos"]
    source = source_of(game, 2)
    fact = {"fact": "game_ended", "result": {"scores": {}, "chaos_tiles": {}, "supplies": {}, "winners": []}}
    ended = codec_of(game).corrected([fact])
    after = fold(game, source.moments[20].after, ended)
    view = msgspec.to_builtins(game.view(after, PUBLIC))
    standing, moment = msgspec.to_builtins((game.standing(after), game.moment(after)))
    drawn = board_of(game, view, standing, moment, None, source.naming)
    assert [panel.label for panel in drawn.seats] == [source.naming.seat(seat).text for seat in source.seats]
    shown = {"kind": "corrected", "facts": [fact], "reason": "we stop here"}
    assert entry_in_words(game, shown, source.naming).effects
    with pytest.raises(LookupError):
        telling_of(game, after, PUBLIC, source.naming, source.seats)
