"""Whether a game is put together as the kernel needs it: one message for each mistake, which names it.

First what can be seen without playing, then a short trial game (`trial`). A game that passes can still have
wrong rules; what it promises beyond this is tested by `tests/games/test_every_game.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from msgspec import Struct

from domain.kernel.engine.entries import Codec
from domain.kernel.game import Game
from domain.kernel.messages import Action, Fact, PublicAction, PublicFact, PublicSeatAction, SeatAction
from domain.kernel.secrecy import NOTHING_SAID, OPEN
from domain.kernel.selfcheck.play import trial_fault
from domain.kernel.statistics import PLAYING_TIME
from domain.kernel.ui.plain_words import readable

KEY = re.compile(r"[a-z][a-z0-9_]*")
PREFIX = re.compile(r"[A-Z]{2,}")
SERIES_KEY = re.compile(r"[a-z][a-z0-9-]*")


class Unsound(Exception):
    """The game cannot be played as it is declared; `faults` says what to fix, one sentence per mistake."""

    def __init__(self, game: str, faults: Sequence[str]) -> None:
        super().__init__(f"The game {game} is not sound. " + " ".join(faults))
        self.game = game
        self.faults = tuple(faults)


_TRIED: list[Game[Any]] = []
"""Games whose trial found nothing. It takes most of a second, and comes out the same each time."""


def check_game(game: Game[Any]) -> None:
    """Raises `Unsound`."""
    faults = tuple(structural_faults(game))
    if not faults and not any(game is tried for tried in _TRIED):
        if (fault := trial_fault(game)) is not None:
            faults = (fault,)
        else:
            _TRIED.append(game)
    if faults:
        raise Unsound(game.key, faults)


def structural_faults(game: Game[Any]) -> Iterator[str]:
    """Yield one sentence per mistake in the game's tables."""
    yield from _names(game)
    messages = [*_messages(game, Action, "actions"), *_messages(game, Fact, "facts")]
    yield from messages
    yield from _changes(game)
    yield from _statements(game)
    yield from _measures(game)
    if not messages:
        yield from _codec(game)
        yield from _words(game)


def _names(game: Game[Any]) -> Iterator[str]:
    if not KEY.fullmatch(game.key):
        yield f"Its key {game.key!r} is not made of small letters, digits and underscores."
    if not PREFIX.fullmatch(game.prefix):
        yield f"The prefix of its rule ids, {game.prefix!r}, is not made of capital letters."
    if game.rules_version < 1:
        yield "Its rules_version counts from 1."
    if not game.seat_counts or list(game.seat_counts) != sorted({*game.seat_counts}):
        yield "Its seat_counts are not the numbers of seats in rising order."
    if "seat" not in game.seat_type.__struct_fields__:
        yield f"{game.seat_type.__name__} has no member `seat`."
    if game.team is not None and game.team not in game.seat_type.__struct_fields__:
        yield f"{game.seat_type.__name__} has no member `{game.team}`, which `team` names."


def _messages(game: Game[Any], base: type[Struct], table: str) -> Iterator[str]:
    """Yield actions or facts that have no tag of their own or are missing in the table of their kind."""
    kinds: tuple[type[Struct], ...] = getattr(game, table)
    named: dict[str, type[Struct]] = {}
    below = dict.fromkeys(_kinds_below(base))
    left_out = (kind for kind in below if _is_of(game, kind) and kind not in kinds)
    for kind in (*kinds, *left_out):
        name = kind.__name__
        if not issubclass(kind, base):
            yield f"{name} is listed in `{table}` but is not of the type {base.__name__}."
        elif kind.__struct_config__.tag == name:
            wire_name = re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
            yield f'{name} has no tag: write the name that it is stored under, tag="{wire_name}".'
        elif kind not in kinds:
            yield f"{name} is missing in the table `{table}`."
        elif (tag := str(kind.__struct_config__.tag)) in named:
            yield f"{name} and {named[tag].__name__} have the same tag, {tag}."
        else:
            named[tag] = kind


def _kinds_below(base: type[Struct]) -> Iterator[type[Struct]]:
    """The structs that inherit from this one, and those among their parents that have a tag of their own."""
    for kind in base.__subclasses__():
        yield from _kinds_below(kind)
        if not kind.__subclasses__() or kind.__struct_config__.tag != kind.__name__:
            yield kind


def _is_of(game: Game[Any], kind: type[Struct]) -> bool:
    """Whether the struct was written in the game's own package."""
    modules = [each.__module__.split(".") for each in (*game.actions, *game.facts, game.seat_type)]
    package = [names[0] for names in takewhile(lambda names: len({*names}) == 1, zip(*modules, strict=False))]
    return kind.__module__.split(".")[: len(package)] == package


def _changes(game: Game[Any]) -> Iterator[str]:
    for fact in game.facts:
        if fact.applied is Fact.applied:
            yield f"{fact.__name__} does not say what it changes: write its `applied`."


def _statements(game: Game[Any]) -> Iterator[str]:
    """Yield members whose visibility is not stated, so that nothing hidden is shown by oversight."""
    for kind in (*game.actions, *game.facts):
        if game.secrecy.statement(kind) is NOTHING_SAID:
            yield (
                f"Derive {kind.__name__} from {_public(kind).__name__} if it hides nothing; "
                "else state in `secrecy` who may know each of its members."
            )
            continue
        for _, name in game.secrecy.unstated([kind]):
            yield f"{kind.__name__}.{name} has no statement in `secrecy`: who may know it?"
    for kind in game.secrecy.stated_though_public():
        yield f"{kind.__name__} is public, and has a statement in `secrecy`: only one of the two can hold."
    for kind, name in game.secrecy.misstated():
        yield f"The statement on {kind.__name__} names {name}, which is not one of its members."


def _public(kind: type[Struct]) -> type[Struct]:
    """The base class of the same sort of message that hides nothing."""
    if issubclass(kind, Fact):
        return PublicFact
    return PublicSeatAction if issubclass(kind, SeatAction) else PublicAction


def _measures(game: Game[Any]) -> Iterator[str]:
    measures = game.statistics.declared
    keys = [measure.key for measure in game.statistics.measures]
    for key in sorted({key for key in keys if keys.count(key) > 1}):
        yield f"The measure {key} is declared twice."
    for key in sorted({measure.key for measure in PLAYING_TIME} & set(keys)):
        yield f"The measure {key} is one of the playing time, which every game has: give it another key."
    for measure in measures.values():
        if measure.cells is not None and measure.cells not in measure.dimensions:
            yield f"The cells of the measure {measure.key}, {measure.cells}, are not among its dimensions."
        if measure.over is not None and measure.over not in measures:
            yield f"The measure {measure.key} is taken over {measure.over}, which is not declared."
    for key in game.statistics.at_the_end:
        if key not in game.measures or game.measures[key].per != "seat":
            yield f"The end of a game shows {key}, which is not a declared measure of seats."
    for question in game.statistics.questions:
        for key in question.measures:
            if key not in game.measures:
                yield f"The question {question.words!r} asks for {key}, which is not a declared measure."
    series = [one.key for one in game.series]
    for key in sorted({*series}):
        if series.count(key) > 1:
            yield f"The series {key} is declared twice."
        if not SERIES_KEY.fullmatch(key):
            yield f"The series {key!r} is part of an address: small letters, digits and hyphens."


def _words(game: Game[Any]) -> Iterator[str]:
    """Yield actions and facts without words, disguised ones too, if the game has words of its own."""
    if game.words is None:
        return
    tables: tuple[tuple[str, Sequence[type[Struct]], Mapping[str, Any]], ...] = (
        ("actions", game.actions, game.words.actions),
        ("facts", game.facts, game.words.facts),
    )
    tags = {name: game.secrecy.names(kinds) for name, kinds, _ in tables}
    for name, _, told in tables:
        for tag in sorted(tags[name] - told.keys()):
            yield f"{tag} has no words: add it to `{name}` of its `words`.{_words_to_add(game, name, tag)}"
        for tag in sorted(told.keys() - tags[name]):
            yield f"Its words describe {tag}, which is not one of its {name}."
    for action, said in game.words.said.items():
        for tag in sorted({action} - tags["actions"] | {*said} - tags["facts"]):
            yield f"Its words name {tag} in `said`, which is neither an action nor a fact."


def _words_to_add(game: Game[Any], table: str, tag: str) -> str:
    """A row that renders a message plainly: its name and its open members. Empty for a disguise."""
    kind = next((kind for kind in (*game.actions, *game.facts) if kind.__struct_config__.tag == tag), None)
    if kind is None:
        return ""
    stated = game.secrecy.statement(kind).members
    members = [name for name in kind.__struct_fields__ if stated.get(name) == OPEN]
    says = readable(tag)
    if "seat" in members:
        says = f"{{seat}}: {says[0].lower()}{says[1:]}"
    values = [f"{readable(name).lower()} {{{name}}}" for name in members if name != "seat"]
    if values:
        says = f"{says}: {', '.join(values)}"
    words = "said" if table == "actions" else "told"
    return f' Start with this template (`Sentences`):\n\n    "{tag}": {words}("{says}."),'


def _codec(game: Game[Any]) -> Iterator[str]:
    try:
        Codec(game)
    except (TypeError, NameError) as error:
        yield f"Its actions and facts cannot be read from JSON: {error}."
