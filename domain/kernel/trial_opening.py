"""Trial openings: whether a game's opening form asks for what its rules take, and for all of it."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from domain.kernel.components import ComponentSet
from domain.kernel.game import Game
from domain.kernel.opening import opening_form
from domain.kernel.opening_form import Unasked, can_open, form_faults, sample_of
from domain.kernel.rejection import Rejected

SEEDS = 5


def opening_fault(game: Game[Any], components: ComponentSet) -> str | None:
    """The first thing that is wrong with the form, in a sentence; None: nothing."""
    for count in game.seat_counts:
        try:
            form = opening_form(game, components, count)
        except (Unasked, KeyError) as error:
            return f"Its opening form is not whole: {error.args[0]}."
        if not can_open(form, count):
            return f"Its opening form has a question without values for {count} seats."
        seats, options = sample_of(form, count)
        try:
            read = msgspec.convert(seats, tuple.__class_getitem__((game.seat_type, ...)))
            game.admit(components, read, msgspec.convert(options, game.options_type))
        except (Rejected, msgspec.ValidationError) as error:
            told = str(error).rstrip(".")
            return f"What its opening form takes by itself for {count} seats is refused: {told}."
        for seed in range(SEEDS):
            opening = game.sample_opening(components, count, Random(seed))
            if fault := next(form_faults(form, *opening), None):
                return f"A sample_opening for {count} seats does not lie in its opening form: {fault}"
    return None
