"""Twins of a played game: worlds that differ from it in what somebody may not know.

They are made from the game's own log. Two hidden names stand in each other's place in every action; or a
hidden outcome came out otherwise; or all but one seat drew the same thing wherever they could.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Protocol

import msgspec
from msgspec import Raw, Struct

from domain.kernel import TRUTH, Chance, Game, Rejected
from domain.kernel.chance import OutcomeOrigin, as_json, put, undrawn
from domain.kernel.engine.entries import Recorded, RecordedBy, codec_of
from domain.kernel.engine.playing import Played, play
from domain.kernel.game import decide
from domain.kernel.messages import Fact, Json
from domain.kernel.offers import is_open, sample_action
from domain.kernel.session import Stamp
from domain.kernel.session.opening import OpeningRequest, load_components, open_session
from domain.kernel.session.rendering import naming
from domain.kernel.ui.words import Naming

STAMP = Stamp(at="2026-01-01T00:00:00.000Z", by=RecordedBy("scribe"), salt="00")
MOST_ACTIONS = 4_000
"""By then bots have finished a game."""
MOST_FOLLOWED = 250
"""Entries of a world at most."""
DRAWS_SAMPLED = 24
"""How often a draw is sampled, to learn what it could have been."""


class Moment(Struct, frozen=True):
    """An entry of a world, with the table before and after it."""

    entry: Recorded
    facts: tuple[Fact, ...]
    before: Any
    after: Any


class Twin(Struct, frozen=True):
    """Two worlds, from the first entry that may differ: the action `at` in the log of the source.

    names: those that were exchanged or gathered.
    """

    what: str
    at: int
    names: tuple[str, ...]
    one: tuple[Moment, ...]
    other: tuple[Moment, ...]


class Seated(Protocol):
    """Around which table twins are looked at: its seats, and what its things are called."""

    seats: tuple[str, ...]
    naming: Naming


class LaidOut(Struct, frozen=True):
    """A table that no played game needs to come to, with its twin."""

    seats: tuple[str, ...]
    naming: Naming
    twin: Twin


class Source:
    """A game played by bots, of which twins are made."""

    def __init__(self, game: Game[Any], count: int) -> None:
        components = load_components(game, game.demo_sets()["demo"])
        seats, options = game.sample_opening(components, count, Random(count))
        request = OpeningRequest(seats=tuple(seats), options=options)
        session, _, _ = open_session(game, components, request, "a-session", bytes(32), STAMP)
        self.game = game
        self.opening = {"game": game.key, "component_set": "demo", "seats": seats, "options": options}
        self.naming = naming(game, components, [msgspec.to_builtins(seat) for seat in session.opened.seats])
        self.random = Random(count)
        self.seats: tuple[str, ...] = tuple(seat["seat"] for seat in session.opened.seats)
        self.played = tuple(play(game, session.state, self.seats, Random(count), most_actions=MOST_ACTIONS))
        self.actions = [msgspec.json.decode(as_bytes(step.action)) for step in self.played]
        self.moments = world(game, session.state, self.actions)
        self._found: list[Twin] = []
        self._finding = self._twins()

    def twins(self, most: int) -> Iterator[Twin]:
        """The first so many twins, the same ones each time."""
        for number in range(most):
            if number == len(self._found):
                twin = next(self._finding, None)
                if twin is None:
                    return
                self._found.append(twin)
            yield self._found[number]

    def _twins(self) -> Iterator[Twin]:
        hidden = hidden_actions(self.game, self.played, self.random)
        pairs, draws = _pairs(hidden), [one for one in hidden if one.drawn]
        again = list(draws)
        self.random.shuffle(pairs)
        self.random.shuffle(again)
        for turn in range(max(len(pairs), len(again))):
            if turn < len(pairs):
                yield from self._exchanged(*pairs[turn])
            if turn < len(again):
                yield from self._redrawn(again[turn])
                yield from self._gathered(draws)

    def _exchanged(self, one: str, other: str) -> Iterator[Twin]:
        """The whole game with two names in each other's place."""
        at = next((at for at, tree in enumerate(self.actions) if exchanged(tree, one, other) != tree), None)
        if at is not None:
            others = (exchanged(tree, one, other) for tree in self.actions[at:])
            yield from self._twin(f"{one} and {other}", (one, other), at, others)

    def _redrawn(self, draw: Hidden) -> Iterator[Twin]:
        """The game with one hidden draw come out otherwise, and all else as it was."""
        asked = undrawn(self.actions[draw.at], tuple(OutcomeOrigin(path, "drawn") for path in draw.drawn))
        try:
            drawn = moment(
                self.game, self.played[draw.at].before, asked, lambda n, _: self.random.randrange(n)
            )
        except Rejected:
            return
        others = (msgspec.json.decode(drawn.entry.action), *self.actions[draw.at + 1 :])
        yield from self._twin(f"draw {draw.at} again", (), draw.at, others)

    def _gathered(self, draws: Sequence[Hidden]) -> Iterator[Twin]:
        """The game in which all but one seat drew the same thing wherever they could."""
        names = sorted({name for draw in draws for name in (*draw.names, *draw.could_be)})
        if not names:
            return
        name, spared = self.random.choice(names), self.random.choice(self.seats)
        at = {draw.at: draw for draw in draws if self.actions[draw.at].get("seat") != spared}
        if at:
            others = self._gathering(name, at)
            yield from self._twin(f"{name} for all but {spared}", (name,), min(at), others)

    def _gathering(self, name: str, at: Mapping[int, Hidden]) -> Iterator[Json]:
        first = min(at)
        state = self.played[first].before
        for number, tree in enumerate(self.actions[first:], first):
            named = [_all_named(tree, at[number].members, name)] if number in at else []
            done = next((done for each in (*named, tree) if (done := world(self.game, state, [each]))), None)
            if done is None:
                return
            yield msgspec.json.decode(done[0].entry.action)
            state = done[0].after

    def _twin(self, what: str, names: tuple[str, ...], at: int, others: Iterable[Json]) -> Iterator[Twin]:
        one = self.moments[at : at + MOST_FOLLOWED]
        other = world(self.game, self.played[at].before, others)
        if any(mine.after != its.after for mine, its in zip(one, other, strict=False)):
            yield Twin(what, at, names, one, other)


def as_bytes(value: Any) -> bytes:
    return msgspec.json.encode(value, order="sorted", enc_hook=list)


def moment(game: Game[Any], before: Any, tree: Mapping[str, Json], below: Any = None) -> Moment:
    """What comes of an action. Raises `Rejected`, `msgspec.ValidationError`."""
    action, chance = codec_of(game).action(tree), Chance(below)
    facts, after = decide(game, before, action, chance)
    complete = as_json(action)
    for path, value in chance.drawn.items():
        put(complete, path, msgspec.to_builtins(value))
    entry = Recorded(
        session="a-session",
        number=2,
        at=STAMP.at,
        by=STAMP.by,
        salt=STAMP.salt,
        action=Raw(as_bytes(complete)),
        facts=Raw(as_bytes(facts)),
        outcomes=tuple(chance.outcomes),
        rules_version=game.rules_version,
    )
    return Moment(entry, facts, before, after)


def world(game: Game[Any], before: Any, actions: Iterable[Mapping[str, Json]]) -> tuple[Moment, ...]:
    """The moments of these actions, as far as they are accepted."""
    moments: list[Moment] = []
    try:
        for tree in actions:
            moments.append(moment(game, before, tree))
            before = moments[-1].after
    except (Rejected, msgspec.ValidationError):
        pass
    return tuple(moments)


def exchanged(tree: Json, one: str, other: str) -> Json:
    """The same with two names in each other's place."""
    if isinstance(tree, dict):
        return {exchanged(key, one, other): exchanged(value, one, other) for key, value in tree.items()}
    if isinstance(tree, list | tuple):
        return [exchanged(value, one, other) for value in tree]
    return {one: other, other: one}.get(tree, tree) if isinstance(tree, str) else tree


def names_in(tree: Json) -> Iterator[str]:
    """The names that stand for things; keys say whose they are."""
    if isinstance(tree, dict | list | tuple):
        for value in tree.values() if isinstance(tree, dict) else tree:
            yield from names_in(value)
    elif isinstance(tree, str):
        yield tree


class Hidden(Struct, frozen=True):
    """An action with members that somebody may not know: the names there, and what a draw could have been."""

    at: int
    members: frozenset[str]
    names: tuple[str, ...]
    could_be: tuple[str, ...]
    drawn: tuple[str, ...]


def hidden_actions(game: Game[Any], played: Sequence[Played], random: Random) -> tuple[Hidden, ...]:
    """Every such action, found from what the game states of its actions and from what it offers."""
    found = []
    for at, step in enumerate(played):
        action, chance = codec_of(game).action(step.action), Chance()
        members = frozenset(
            name for name in step.action if name != "type" and game.secrecy.hides(action, name)
        )
        if not members:
            continue
        decide(game, step.before, action, chance)
        drawn = tuple(out.field for out in chance.outcomes if out.field.partition("/")[0] in members)
        others = _other_draws(game, step, random) if drawn else ()
        could_be = {name for tree in others for name in _names_at(tree, members)}
        found.append(Hidden(at, members, _names_at(step.action, members), tuple(sorted(could_be)), drawn))
    return tuple(found)


def _names_at(tree: Mapping[str, Json], members: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for member in sorted(members) for name in names_in(tree.get(member))))


def _other_draws(game: Game[Any], step: Played, random: Random) -> Iterator[dict[str, Json]]:
    """The same kind of action with other outcomes."""
    for offer in game.offers(step.before, game.actor(codec_of(game).action(step.action)), TRUTH):
        if offer.type == step.action["type"] and not any(map(is_open, offer.parameters.values())):
            for _ in range(DRAWS_SAMPLED):
                yield sample_action(offer, random, declare=True)


def _pairs(hidden: Sequence[Hidden]) -> list[tuple[str, str]]:
    """Names that could stand in each other's place: both have stood, or could have, at the same member."""
    by_member: dict[frozenset[str], dict[str, None]] = {}
    for one in hidden:
        by_member.setdefault(one.members, {}).update(dict.fromkeys((*one.names, *one.could_be)))
    return sorted(
        {
            (min(name, other), max(name, other))
            for one in hidden
            for name in one.names
            for other in by_member[one.members]
            if name != other
        }
    )


def _all_named(tree: dict[str, Json], members: frozenset[str], name: str) -> dict[str, Json]:
    def named(value: Json) -> Json:
        if isinstance(value, list):
            return [named(part) for part in value]
        return name if isinstance(value, str) else value

    return {member: named(value) if member in members else value for member, value in tree.items()}
