"""Deciding a recorded action again: under today's rules, or with another component set."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.chance import Chance, OutcomeOrigin
from domain.kernel.components import ComponentSet, canonical
from domain.kernel.engine.entries import Corrected, Opened, Recorded, codec_of
from domain.kernel.game import Game, decide, fold
from domain.kernel.messages import Action, Fact
from domain.kernel.rejection import Rejected, against_the_rules


class Derived(Struct, frozen=True):
    """The result of deciding an action under today's rules."""

    facts: tuple[Fact, ...]
    state: Any
    broken: tuple[str, ...]
    outcomes: tuple[OutcomeOrigin, ...]
    drawn: dict[str, object]


def derive(game: Game[Any], state: Any, entry: Recorded, action: Action, chance: Chance) -> Derived:
    """Decide again, in the way in which the entry was recorded.

    Raises `Rejected`, and any error that the rules of a game raise on a table that a correction has bent.
    """
    if entry.reason is None:
        facts, after = decide(game, state, action, chance)
        return Derived(facts, after, (), tuple(chance.outcomes), chance.drawn)
    with against_the_rules() as broken:
        facts, after = decide(game, state, action, chance)
    return Derived(facts, after, tuple(r.rule for r in broken), tuple(chance.outcomes), chance.drawn)


class ComesOutOtherwise(Exception):
    """With another component set, an entry would not have the facts that the log has."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(message)
        self.number = number


def state_as_recorded(
    game: Game[Any], components: ComponentSet, opened: Opened, entries: Iterable[Recorded | Corrected]
) -> Any:
    """The table after these entries with another component set, under which each has the same facts.

    entries: the live ones, in order. Raises `ComesOutOtherwise` for the first that has not.
    """
    try:
        seats = msgspec.convert(opened.seats, tuple.__class_getitem__((game.seat_type, ...)))
        options = msgspec.convert(opened.options, game.options_type)
        game.admit(components, seats, options)
        state = game.initial(components, seats, options)
    except Exception as error:
        raise ComesOutOtherwise(1, f"The session could not have been opened with it: {error}") from error
    codec = codec_of(game)
    for entry in entries:
        facts = codec.facts.decode(entry.facts)
        try:
            if isinstance(entry, Recorded):
                again = derive(game, state, entry, codec.actions.decode(entry.action), Chance())
                if canonical(again.facts) != canonical(facts) or again.broken != entry.broken:
                    raise ComesOutOtherwise(entry.number, "It would have had another outcome.")
            state = fold(game, state, facts)
        except Rejected as rejected:
            raise ComesOutOtherwise(
                entry.number, f"It would not have been allowed: {rejected.message}"
            ) from rejected
        except ComesOutOtherwise:
            raise
        except Exception as error:
            raise ComesOutOtherwise(entry.number, "It could not have been recorded.") from error
    return state
