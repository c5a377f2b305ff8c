"""The obstacles that stop play: nobody may act, or something is offered that the rules then refuse.

The rules alone never cause one. A correction may, because it changes the table without asking them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, count, islice
from random import Random
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.chance import Chance
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.views import must_be_usable
from domain.kernel.game import Game, decide
from domain.kernel.messages import TRUTH
from domain.kernel.offers import Choice, Offer, Optional, Outcome, is_open, sample_action
from domain.kernel.rejection import Rejected

SAMPLES = 3
"""Actions of each offer that are tried, besides those of `_narrowed`."""
MOST_NARROWED = 300
"""Values of the offers of one table that are each tried once."""
GAMES_AHEAD = 12
ACTIONS_AHEAD = 60
"""Random play from the table: a bent table may stop only some actions later."""
MOST_OBSTACLES = 8
MOST_DRAWS = 10_000
"""Of one action. A correction may leave a table with a trillion dice to roll."""


class Obstacle(Struct, frozen=True, omit_defaults=True):
    """One thing that stops play.

    `message`: a sentence that says all of it. `ahead`: how many actions of random play lead there; 0: the
    table as it stands. `seat`, `action`: whose offer cannot be recorded; both None: nobody is offered
    anything, or the offers cannot be made. `rule`: the id of the rule that refuses it; None: no rule does.
    """

    kind: Literal["nobody", "refused", "fails"]
    message: str
    ahead: int = 0
    seat: str | None = None
    action: str | None = None
    rule: str | None = None


def obstacles(game: Game[Any], state: Any, seats: Sequence[str]) -> tuple[Obstacle, ...]:
    """The obstacles to playing on from this table, at once or a few actions later; empty: none was found.

    Every offer of every seat is tried with a few of its actions and with each value of its choices, then a
    few games are played on at random.
    The same table always gives the same answer. Obstacles on the table as it is come first.
    """
    found: dict[tuple[str | None, ...], Obstacle] = {}
    search = _Search(game, tuple(seats))
    for obstacle in (*search.here(state), *search.ahead(state)):
        found.setdefault((obstacle.kind, obstacle.seat, obstacle.action, obstacle.rule), obstacle)
    return tuple(found.values())[:MOST_OBSTACLES]


class _Stops(Exception):
    def __init__(self, obstacle: Obstacle) -> None:
        super().__init__(obstacle.message)
        self.obstacle = obstacle


class _Search:
    """Tries at a table, with a random of its own."""

    def __init__(self, game: Game[Any], seats: tuple[str, ...]) -> None:
        self.game, self.seats = game, seats
        self.random = Random(0)

    def here(self, state: Any) -> Iterator[Obstacle]:
        """Yield the obstacles on the table as it is."""
        try:
            offers = self._offers(state, 0)
        except _Stops as stops:
            yield stops.obstacle
            return
        sampled = [offer for offer in offers if _can_be_sampled(offer)]
        for offer in sampled:
            try:
                self._must_be_usable(self._after(state, offer, 0), offer)
                for _ in range(SAMPLES - 1):
                    self._after(state, offer, 0)
            except _Stops as stops:
                yield stops.obstacle
        for narrowed in islice(chain.from_iterable(map(_narrowed, sampled)), MOST_NARROWED):
            try:
                self._offers(self._after(state, narrowed, 0), 1)
            except _Stops as stops:
                yield stops.obstacle

    def ahead(self, state: Any) -> Iterator[Obstacle]:
        """Yield the obstacles after some more actions."""
        for _ in range(GAMES_AHEAD):
            try:
                self._play_on(state)
            except _Stops as stops:
                yield stops.obstacle

    def _play_on(self, state: Any) -> None:
        for ahead in range(ACTIONS_AHEAD):
            listed = [offer for offer in self._offers(state, ahead) if _can_be_sampled(offer)]
            useful = [offer for offer in listed if not offer.idle] or listed
            if not useful:
                return
            state = self._after(state, self.random.choice(useful), ahead)

    def _offers(self, state: Any, ahead: int) -> list[Offer]:
        """All offers: one at least, or none where the game is finished."""
        try:
            if self.game.is_finished(state):
                return []
            offers = [offer for seat in (None, *self.seats) for offer in self.game.offers(state, seat, TRUTH)]
        except Exception:
            raise _Stops(
                Obstacle("fails", _said("The rules cannot say what may be done.", ahead), ahead)
            ) from None
        if not offers:
            raise _Stops(
                Obstacle("nobody", _said("Nobody can act, and the game is not finished.", ahead), ahead)
            )
        return offers

    def _after(self, state: Any, offer: Offer, ahead: int) -> Any:
        """The table after one action of the offer."""
        draws = count()

        def below(n: int, number: int) -> int:
            if next(draws) > MOST_DRAWS:
                raise OverflowError
            return self.random.randrange(n)

        try:
            action = codec_of(self.game).action(sample_action(offer, self.random))
            return decide(self.game, state, action, Chance(below))[1]
        except Rejected as refused:
            sentence = f"{_named(offer)} is offered, but {refused.rule} refuses it: {refused.message}"
            raise _Stops(
                Obstacle("refused", _said(sentence, ahead), ahead, offer.seat, offer.type, refused.rule)
            ) from None
        except Exception:
            raise _Stops(_failing(offer, ahead)) from None

    def _must_be_usable(self, after: Any, offer: Offer) -> None:
        try:
            must_be_usable(self.game, after, self.seats)
        except Exception:
            raise _Stops(_failing(offer, 0)) from None


def _can_be_sampled(offer: Offer) -> bool:
    return not any(map(is_open, offer.parameters.values()))


def _narrowed(offer: Offer) -> Iterator[Offer]:
    """The offer with each value of its choices alone: one of fifty values is seldom sampled."""
    for name, domain in () if offer.bonds else offer.parameters.items():
        inner = domain.of if isinstance(domain, Optional | Outcome) else domain
        for value in inner.values if isinstance(inner, Choice) else ():
            yield replace(offer, parameters={**offer.parameters, name: Choice((value,))})


def _failing(offer: Offer, ahead: int) -> Obstacle:
    sentence = f"{_named(offer)} is offered, but the rules cannot carry it out."
    return Obstacle("fails", _said(sentence, ahead), ahead, offer.seat, offer.type)


def _named(offer: Offer) -> str:
    return f"`{offer.type}` of {offer.seat}" if offer.seat else f"`{offer.type}`"


def _said(sentence: str, ahead: int) -> str:
    """The sentence, and after how many actions it is so."""
    if not ahead:
        return sentence
    return f"After {ahead} more action{'s' if ahead > 1 else ''}: {sentence[0].lower()}{sentence[1:]}"
