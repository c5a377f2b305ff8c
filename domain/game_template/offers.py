"""The actions that are legal now, as data from which a page can draw buttons and a bot can play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.game_template.components.box import FACES
from domain.game_template.reading import unseen_by
from domain.game_template.rules.playing import BETS, MOST_CARDS
from domain.game_template.state import State
from domain.kernel import Choice, Offer, Outcome, Several, Viewer


def offers(state: State, seat: str | None, viewer: Viewer) -> Sequence[Offer]:
    """The actions that the seat (None: the table) may take now, by the rules of `decide`."""
    if seat is None:
        return list(_table(state))
    return list(_turn(state, seat, viewer)) if seat == state.active else []


def _table(state: State) -> Iterator[Offer]:
    if state.phase == "setup":
        yield Offer("choose_first_player", None, {"first_player": Outcome(Choice(state.clockwise))})


def _turn(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    hand = state.seats[seat].hand
    if state.deck and len(hand) < state.hand_limit:
        yield Offer("draw_card", seat, {"card": Outcome(Choice(unseen_by(state, viewer)))})
    if hand:
        yield Offer(
            "play_cards",
            seat,
            {
                "cards": Several(hand, 1, min(len(hand), MOST_CARDS)),
                "bet": Choice(BETS),
                "roll": Outcome(Choice(FACES)),
            },
        )
