"""Cards drawn face down: unknown where who records has not seen them, and named later (TC-R39, TC-R40)."""

from __future__ import annotations

from domain.games.time_of_chaos import actions, facts
from domain.games.time_of_chaos.sight import may_be_grabbed, may_be_named
from domain.games.time_of_chaos.state import State
from domain.kernel import PUBLIC, UNKNOWN, Chance, Facts, Viewer, check


def drawn_card(state: State, era: str, declared: str | None, chance: Chance) -> str:
    """TC-511, TC-512: each card of the deck alike. TC-R39: what nobody saw who records it is unknown."""
    if declared == UNKNOWN:
        chance.declare("card")
        return UNKNOWN
    return chance.pick(
        declared,
        state.decks[era],
        field="card",
        rule="TC-511",
        message=f"The artifact must come from the {era} deck.",
        hidden=True,
    )


def name_card(state: State, action: actions.NameCard, chance: Chance) -> Facts[State]:
    """TC-R40: an unknown card of the hand is this one. It is no deed, and so open at any time."""
    seat, card = action.seat, action.card
    is_seated = seat in state.seats
    if is_seated and card in may_be_grabbed(state, seat, PUBLIC):
        chance.asks_of(seat)
    check(
        is_seated and card in may_be_named(state, seat, Viewer(seat)),
        "TC-511",
        "No unknown artifact in this hand can be that one.",
        "card",
    )
    check_named(state, card, chance)
    yield facts.CardNamed(seat, card)


def check_named(state: State, card: str, chance: Chance) -> None:
    """TC-511, of a card that its holder cannot rule out: only hands that it does not see can refuse it."""
    check(
        card in state.decks[state.box.cards[card].deck],
        "TC-511",
        "No unknown artifact in this hand can be that one.",
        "card",
        probes=True,
    )
    chance.probed = True  # who tries it without recording it learns from a yes as much as from a no
