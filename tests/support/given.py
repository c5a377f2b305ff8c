"""Given, when, then: a table whose rules are tried one action at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Self

import msgspec

from domain.kernel import Action, Chance, ComponentSet, Fact, Game, Rejected
from domain.kernel.engine.entries import codec_of
from domain.kernel.game import decide, fold
from domain.kernel.session.opening import load_components


class Table:
    """A state of a game, what was tried last, and what came of it."""

    def __init__(
        self,
        game: Game[Any],
        seats: Sequence[Mapping[str, Any]],
        options: Mapping[str, Any] | None = None,
        *,
        components: ComponentSet | None = None,
    ) -> None:
        self.game = game
        self.components = components or load_components(game, game.demo_sets()["demo"])
        opening_seats: Sequence[Any] = msgspec.convert(seats, tuple.__class_getitem__((game.seat_type, ...)))
        opening_options = msgspec.convert(dict(options or {}), game.options_type)
        game.admit(self.components, opening_seats, opening_options)
        self.seats = tuple(seat["seat"] for seat in seats)
        self.state = game.initial(self.components, opening_seats, opening_options)
        self.facts: tuple[Fact, ...] = ()
        self.rejection: Rejected | None = None
        self.chance = Chance()

    def given(self, *facts: Fact) -> Self:
        """Facts that are so, without asking the rules."""
        self.state = fold(self.game, self.state, facts)
        return self

    def given_state(self, **changes: Any) -> Self:
        """A table set up by hand: fields of the state replaced."""
        self.state = msgspec.structs.replace(self.state, **changes)
        return self

    def when(self, action: Action | Mapping[str, Any], *, drawn: bool = False, seed: int = 1) -> Self:
        """An action is tried; with `drawn` its missing outcomes are drawn."""
        random = Random(seed)
        self.chance = Chance((lambda n, _: random.randrange(n)) if drawn else None)
        self.facts, self.rejection = (), None
        if not isinstance(action, Action):
            action = codec_of(self.game).action(action)
        try:
            self.facts, self.state = decide(self.game, self.state, action, self.chance)
        except Rejected as rejection:
            self.rejection = rejection
        return self

    def play(self, *actions: Action | Mapping[str, Any]) -> Self:
        """Actions that must be accepted."""
        for action in actions:
            self.when(action)
            assert self.rejection is None, f"{action} was rejected: {self.rejection}"
        return self

    def then(self, *facts: Fact) -> Self:
        """Exactly these facts came of it."""
        assert self.rejection is None, f"rejected: {self.rejection}"
        assert self.facts == facts
        return self

    def then_includes(self, *facts: Fact) -> Self:
        """These facts came of it, perhaps among others."""
        assert self.rejection is None, f"rejected: {self.rejection}"
        for fact in facts:
            assert fact in self.facts, f"{fact} is not in {self.facts}"
        return self

    def then_accepted(self) -> Self:
        """The rules allowed it."""
        assert self.rejection is None, f"rejected: {self.rejection}"
        return self

    def then_rejected(self, rule: str, *, field: str | None = None) -> Self:
        """The rules forbade it, under this id (and naming this parameter)."""
        assert self.rejection is not None, f"accepted with {self.facts}"
        assert self.rejection.rule == rule, f"rejected under another rule: {self.rejection}"
        if field is not None:
            assert self.rejection.field == field
        return self
