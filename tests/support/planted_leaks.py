"""Leaks to be planted in a game: each is the game with one thing done wrong."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from msgspec import structs

from domain.kernel import TRUTH, Action, Chance, Facts, Game, Json, Offer, Point, Rejected, Series, Viewer
from domain.kernel.game import Standing
from domain.kernel.messages import Fact
from domain.kernel.secrecy import OPEN, Known, Secrecy, Statement
from tests.support.twins import as_bytes

Planted: TypeAlias = Callable[[Game[Any], tuple[str, ...]], Game[Any]]


def hidden_count(game: Game[Any], state: Any) -> int:
    """A number that differs as soon as anything at the table does."""
    return zlib.crc32(as_bytes(game.view(state, TRUTH)))


def own_hand_shown(game: Game[Any], seats: tuple[str, ...]) -> Game[Any]:
    """A view shows its seat what only the others may see of it."""

    def view(state: Any, viewer: Viewer) -> Json:
        shown = game.view(state, viewer)
        return {**shown, "mine": game.view(state, TRUTH)["hands"][viewer.seat]} if viewer.seat else shown

    return replace(game, view=view)


def every_hand_public(game: Game[Any], seats: tuple[str, ...]) -> Game[Any]:
    """A view shows what every seat sees."""

    def view(state: Any, viewer: Viewer) -> Json:
        return {**game.view(state, viewer), "all": [game.view(state, Viewer(seat)) for seat in seats]}

    return replace(game, view=view)


def drawn_card_named(game: Game[Any], seats: tuple[str, ...]) -> Game[Any]:
    """Entries name what was hidden in them, and say that they do."""

    def opened(statement: Statement) -> Statement:
        return Statement({name: _shown(known) for name, known in statement.members.items()})

    statements = {kind: opened(statement) for kind, statement in game.secrecy.statements.items()}
    return replace(game, secrecy=Secrecy({}, statements))  # type: ignore[arg-type]


def _shown(known: Known) -> Known:
    return known if known == OPEN else Known(learned=True)


def drawn_card_named_by_its_fact(game: Game[Any], seats: tuple[str, ...]) -> Game[Any]:
    """Facts name to everybody what their actions hide."""
    facts = {kind: Statement(dict.fromkeys(kind.__struct_fields__, OPEN)) for kind in game.facts}
    actions = {kind: game.secrecy.statement(kind) for kind in game.actions}
    return replace(game, secrecy=Secrecy(actions, facts))


def offers_filtered(game: Game[Any], seats: tuple[str, ...]) -> Game[Any]:
    """What is offered depends on cards that the seat does not see."""

    def offers(state: Any, seat: str | None, viewer: Viewer) -> Sequence[Offer]:
        offered = game.offers(state, seat, viewer)
        return offered[hidden_count(game, state) % 2 :]

    return replace(game, offers=offers)


def knowledge_counts(game: Game[Any], seats: tuple[str, ...]) -> Game[Any]:
    """What a seat is said to have deduced counts what it cannot see."""

    def knowledge(state: Any, viewer: Viewer) -> Json:
        return {"hidden": hidden_count(game, state)}

    return replace(game, knowledge=knowledge)


def standing_counts(game: Game[Any], seats: tuple[str, ...]) -> Game[Any]:
    """The score so far counts hidden cards."""

    def standing(state: Any) -> Standing:
        shown = game.standing(state)
        first, *others = shown.seats
        return structs.replace(
            shown, seats=(structs.replace(first, score=hidden_count(game, state)), *others)
        )

    return replace(game, standing=standing)


def series_counts(game: Game[Any], seats: tuple[str, ...]) -> Game[Any]:
    """A curve counts hidden cards."""

    def points(before: Any, facts: tuple[Fact, ...], after: Any) -> list[Point]:
        return [Point("table", hidden_count(game, after))]

    counting = Series("hidden", "Hidden", "What nobody should see.", "cards", points)
    return replace(game, series=(*game.series, counting))


def no_probe_marked(game: Game[Any], seats: tuple[str, ...]) -> Game[Any]:
    """No refusal says that only the hidden part of the table could give it."""

    def decide(state: Any, action: Action, chance: Chance) -> Facts[Any]:
        try:
            yield from game.decide(state, action, chance)
        except Rejected as rejection:
            raise Rejected(rejection.rule, rejection.message, rejection.field) from rejection
        finally:
            chance.probed = False

    return replace(game, decide=decide)


def exposes_nothing(game: Game[Any], seats: tuple[str, ...]) -> Game[Any]:
    """No fact says that it shows something."""

    class Silent(Secrecy):
        def exposes(self, fact: Fact) -> bool:
            return False

    actions = {kind: game.secrecy.statement(kind) for kind in game.actions}
    facts = {kind: game.secrecy.statement(kind) for kind in game.facts}
    return replace(game, secrecy=Silent(actions, facts))


def hands_offered(game: Game[Any], seats: tuple[str, ...]) -> Game[Any]:
    """Who records for a seat that it does not know is offered what that seat is."""

    def offers(state: Any, seat: str | None, viewer: Viewer) -> Sequence[Offer]:
        return game.offers(state, seat, Viewer(seat) if seat is not None else viewer)

    return replace(game, offers=offers)


def hands_asked_in_secret(game: Game[Any], seats: tuple[str, ...]) -> Game[Any]:
    """The rules look at what a seat alone knows, and do not say that they do."""

    def decide(state: Any, action: Action, chance: Chance) -> Facts[Any]:
        try:
            yield from game.decide(state, action, chance)
        finally:
            chance.asked_of.clear()

    return replace(game, decide=decide)


DECKS: Mapping[str, Callable[[Any], Json]] = {
    "lanterns": lambda state: state.deck,
    "game_template": lambda state: state.deck,
    "time_of_chaos": lambda state: state.decks,
    "first_light": lambda state: state.deck.bottom,
    "order_vs_chaos": lambda state: state.event_deck,
}
"""What lies in the decks, where a game's state knows it during play."""


def deck_published(game: Game[Any], seats: tuple[str, ...]) -> Game[Any]:
    """A view shows what is left in the deck."""

    def view(state: Any, viewer: Viewer) -> Json:
        return {**game.view(state, viewer), "published": DECKS[game.key](state)}

    return replace(game, view=view)


LEAKS: tuple[Planted, ...] = (
    own_hand_shown,
    every_hand_public,
    drawn_card_named,
    drawn_card_named_by_its_fact,
    offers_filtered,
    knowledge_counts,
    standing_counts,
    series_counts,
    no_probe_marked,
    exposes_nothing,
    deck_published,
    hands_offered,
    hands_asked_in_secret,
)
