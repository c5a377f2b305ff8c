"""Combat: the attack and the cards that are played in it."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaosmos.offers.parameters import gear_asked, holdings
from domain.games.chaosmos.state import State
from domain.kernel import Choice, Each, Offer, Outcome, Several, Viewer


def attack_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """CM-350 … CM-352: each opponent on the same space, once a turn.

    CM-402: each combatant's dice may be declared or drawn by themselves.
    """
    here = state.seats[seat].position or ""
    gear, faces = gear_asked(state, seat, here, viewer), state.box.faces
    if gear is None:
        return
    for target, other in state.seats.items():
        if target != seat and other.position == here and target not in state.the_turn.attacked:
            rolled = Outcome(Several((*faces, *faces), 2, 2, ordered=True))
            dice = Outcome(Each({seat: rolled, target: rolled}))
            yield Offer("attack", seat, {"target": Choice((target,)), **gear, "dice": dice})


def combat_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """CM-411."""
    if state.the_combat.to_act != seat:
        return
    cards = state.box.cards
    held = holdings(state, state.seats[seat].hand, viewer)
    playable = [card for card in held if cards[card].cost == "combat"]
    if playable:
        yield Offer("play_combat_card", seat, {"card": Choice(tuple(playable))})
    yield Offer("pass_combat", seat)
