"""Nothing is asked that is not to be answered: each die or card that a page asks for decides something.

A table that declares its outcomes is asked for them by its offers, or one after another where they hang on
the rest of the action. Around the moments of recorded games and of a game of bots, every such question of
every seat has an answer that the rules take, and the answer matters: another one gives other facts. Where
what is hidden decides whether there is anything to answer, the question may be left out.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from copy import deepcopy
from random import Random
from typing import Any, NamedTuple

import msgspec

from domain.kernel import TRUTH, Chance, Domain, Each, Game, Offer, Optional, Outcome, Rejected, Viewer
from domain.kernel.chance import Undeclared
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.playing import UNLISTED, asked_outcome
from domain.kernel.game import decide
from domain.kernel.offers import Depends, admits, is_open, sample_action
from domain.kernel.offers.values import sample
from domain.kernel.session import seats_of
from tests.games.test_every_game import every_game, game_of_bots
from tests.games.test_every_game import opened as opened_for_bots
from tests.support.asked import MOST_ASKED, filled
from tests.support.recorded import library, opened

MOMENTS = 12
"""Moments before a type of recorded action that are looked at."""
ALIKE = 8
"""Offers of a type, with the same outcomes and for the same eyes, that are tried."""
COMPLETIONS = 12
"""Tries at the rest of an action and its outcomes, until each question was seen to matter."""
OTHERS = 4
"""Other answers to one question."""


class Moment(NamedTuple):
    """A table, and who sits at it."""

    state: Any
    seats: tuple[str, ...]


class Question(NamedTuple):
    """What the table is asked: the path of an outcome, its values, and whether it may stay unanswered."""

    path: str
    of: Domain
    may_be_left_out: bool = False


class Answered(NamedTuple):
    """A completed action: its facts, what it was asked on the way, and whether it tried something hidden."""

    action: dict[str, Any]
    facts: bytes
    asked: tuple[Question, ...]
    probed: bool


@every_game
def test_every_outcome_that_is_asked_for_decides_something(game: Game[Any]) -> None:
    random, tried, vain = Random(18), Counter[str](), list[str]()
    for moment, eyes, offer in offers_with_outcomes(game, random):
        for question, why in asked_in_vain(game, moment.state, eyes, offer, random):
            vain.append(f"{offer.type} of {offer.seat} asks {eyes} {question}: {why}")
        tried[offer.type] += 1
    assert not vain, "\n".join(dict.fromkeys(vain))
    assert tried


def moments_of(game: Game[Any], random: Random) -> Iterator[Moment]:
    """Moments of recorded games and of a game of bots, a few before each type of action."""
    found = defaultdict(list)
    for path in library(game.key):
        opening, *actions = map(json.loads, path.read_text("utf-8").splitlines())
        session, _ = opened(game, opening)
        state, seats = session.state, seats_of(session.opened)
        for recorded in actions:
            found[recorded["type"]].append(Moment(state, seats))
            _, state = decide(game, state, codec_of(game).action(recorded), Chance())
    count = game.seat_counts[-1]
    session = opened_for_bots(game.key, count, count)
    state, seats = session.state, seats_of(session.opened)
    for step in game_of_bots(game.key, count, count):
        found[step.action["type"]].append(Moment(state, seats))
        state = step.after
    for moments in found.values():
        yield from random.sample(moments, min(MOMENTS, len(moments)))


def offers_with_outcomes(game: Game[Any], random: Random) -> Iterator[tuple[Moment, Viewer, Offer]]:
    """Offers that a table would be asked an outcome of, as each seat, the public and the scribe see them."""
    alike = Counter[Any]()
    for moment in moments_of(game, random):
        for eyes in (TRUTH, Viewer(None), *map(Viewer, moment.seats)):
            for seat in (None, *moment.seats):
                for offer in game.offers(moment.state, seat, eyes):
                    kind = (offer.type, shape(offer), eyes == TRUTH, eyes.seat == seat)
                    if not shape(offer) or alike[kind] >= ALIKE:
                        continue
                    if any(map(is_open, offer.parameters.values())):
                        continue
                    alike[kind] += 1
                    yield moment, eyes, offer


def shape(offer: Offer) -> tuple[str, ...]:
    """The outcomes of an offer, and how they are asked."""
    return tuple(
        f"{name}: {type(of.of).__name__} {[type(one.of).__name__ for one in parts(name, of)]}"
        for name, of in offer.parameters.items()
        if isinstance(of, Outcome)
    )


def parts(path: str, of: Domain, *, may_be_left_out: bool = False) -> Iterator[Question]:
    """The questions that a page asks for a domain: an object is asked key by key."""
    match of:
        case Outcome(of=inner, chosen=chosen):
            yield from parts(path, inner, may_be_left_out=chosen)
        case Each(keys=keys):
            for key, part in keys.items():
                yield from parts(f"{path}/{key}", part)
        case Optional(of=inner):
            yield Question(path, inner, may_be_left_out=True)
        case Depends():
            return
        case _:
            yield Question(path, of, may_be_left_out)


def asked_in_vain(
    game: Game[Any], state: Any, eyes: Viewer, offer: Offer, random: Random
) -> Iterator[tuple[str, str]]:
    """The questions that none of some completed actions needed an answer to, and why not."""
    listed = {name: of for name, of in offer.parameters.items() if is_listed(of)}
    unsettled = {one.path: one for name, of in listed.items() for one in parts(name, of)}
    free = [path for path, one in unsettled.items() if one.may_be_left_out]
    faults, taken, refused = dict[str, str](), 0, ""
    for _ in range(COMPLETIONS):
        begun = sample_action(offer, random)
        try:
            done = completed(game, state, eyes, begun, listed, random)
        except Rejected as rejection:
            refused = str(rejection)
            continue
        taken += 1
        unsettled |= {one.path: one for one in done.asked if one.path not in unsettled}
        for path in [path for path in unsettled if at(done.action, path) is not None]:
            if matters(game, state, done, unsettled[path], random):
                unsettled.pop(path)
        if done.probed:
            faults |= {path: "an answer tries the table" for path in free if "/" in path}
    if not taken:
        yield ", ".join(listed) or "an outcome", f"every answer is refused: {refused}"
    yield from faults.items()
    for path, question in unsettled.items() if taken else ():
        if eyes == TRUTH or not question.may_be_left_out:
            yield path, "no answer makes a difference"


def is_listed(of: Domain) -> bool:
    return isinstance(of, Outcome) and not isinstance(of.of, Depends)


def completed(
    game: Game[Any],
    state: Any,
    eyes: Viewer,
    begun: Mapping[str, Any],
    listed: Mapping[str, Domain],
    random: Random,
) -> Answered:
    """The action with its outcomes answered at random. Raises `Rejected`.

    Where hidden things leave few answers of many, they are answered as chance would.
    """
    told = {name: sample(of, random, declare=True) for name, of in listed.items()}
    try:
        return answered(game, state, eyes, {**begun, **told}, random)
    except Rejected:
        if eyes == TRUTH:
            raise
    chance = Chance(lambda n, _: random.randrange(n))
    decide(game, state, codec_of(game).action(dict(begun)), chance)
    drawn = msgspec.to_builtins(chance.drawn)
    assert all(admits(of, drawn.get(name)) for name, of in listed.items()), (begun, drawn)
    return answered(game, state, eyes, {**begun, **drawn}, random)


def answered(game: Game[Any], state: Any, eyes: Viewer, action: dict[str, Any], random: Random) -> Answered:
    """The action with all that is asked on the way answered at random. Raises `Rejected`."""
    asked: list[Question] = []
    for _ in range(MOST_ASKED):
        chance = Chance()
        try:
            facts, _ = decide(game, state, codec_of(game).action(action), chance)
        except Undeclared as missing:
            of = asked_outcome(game, state, action, missing, eyes)
            path = missing.field or ""
            assert of != UNLISTED, (action, path)
            asked.append(Question(path, of))
            action = filled(action, path, sample(of, random, declare=True))
            continue
        return Answered(action, msgspec.json.encode(facts), tuple(asked), chance.probed)
    raise AssertionError(f"{action['type']} is asked for without end")


def matters(game: Game[Any], state: Any, done: Answered, question: Question, random: Random) -> bool:
    """Whether another answer gives other facts, or is asked on otherwise; one with a single value does."""
    own, others = at(done.action, question.path), 0
    for _ in range(OTHERS * 3):
        other = sample(question.of, random, declare=True)
        if other == own:
            continue
        others += 1
        try:
            facts, _ = decide(
                game, state, codec_of(game).action(put(done.action, question.path, other)), Chance()
            )
        except Rejected:
            return True
        if msgspec.json.encode(facts) != done.facts:
            return True
        if others == OTHERS:
            break
    return not others


def at(tree: Any, path: str) -> Any:
    """What stands at the path; None: nothing."""
    for step in path.split("/"):
        if isinstance(tree, list | tuple):
            tree = tree[int(step)] if int(step) < len(tree) else None
        else:
            tree = tree.get(step) if isinstance(tree, Mapping) else None
    return tree


def put(action: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The action with another value at a path where it has one."""
    made: Any = deepcopy(dict(action))
    *way, last = path.split("/")
    inner = made
    for step in way:
        inner = inner[int(step)] if isinstance(inner, list) else inner[step]
    inner[int(last) if isinstance(inner, list) else last] = value
    return dict(made)
