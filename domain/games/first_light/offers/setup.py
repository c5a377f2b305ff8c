"""Setting up: the stacks, the characters, the draft of Items, the start player. FL-110..121."""

from __future__ import annotations

from collections import Counter

from domain.games.first_light.offers.follow_ups import Offers
from domain.games.first_light.offers.unseen_cards import Cards, picked_exactly
from domain.games.first_light.reading.sight import Sight
from domain.games.first_light.rules.setup_cards import (
    CHARACTERS_DEALT,
    DRAFT_PACKET,
    HAND,
    SOLO_PACKET,
    has_drafted,
    is_solo,
    items_dealt,
)
from domain.games.first_light.state import State
from domain.kernel import Choice, Dealt, Offer, Open, Optional, Outcome
from domain.kernel.offers import Domain


def stacks(state: State, sight: Sight) -> Offers:
    yield Offer(
        "reveal_stacks", None, {"farm_tops": sight.tops("farm"), "upgrade_tops": sight.tops("upgrade")}
    )


def characters(state: State, sight: Sight) -> Offers:
    dealt = any(base.dealt or base.character is not None for base in state.seats.values())
    if not state.open_choice and not dealt:
        hands = Dealt(tuple(state.seats), tuple(sorted(state.box.box.characters)), CHARACTERS_DEALT)
        yield Offer("deal_characters", None, {"characters": Outcome(hands)})


def items(state: State, sight: Sight) -> Offers:
    if not items_dealt(state):
        count = SOLO_PACKET if is_solo(state) else DRAFT_PACKET
        unseen = (None,) * (count * len(state.seats))
        cards = (*sorted(Counter(state.box.box.item_counts).elements()), *unseen)
        yield Offer("deal_items", None, {"hands": Outcome(Dealt(tuple(state.seats), cards, count))})


def start_player(state: State, sight: Sight) -> Offers:
    yield Offer("set_start_player", None, {"start_player": Outcome(Choice(tuple(state.seats)))})


def choose_character(state: State, seat: str, sight: Sight) -> Offers:
    base = state.seats[seat]
    if base.character is not None:
        return
    taken = {other.character for other in state.seats.values()} if state.open_choice else set()
    free = tuple(sorted(state.box.box.characters.keys() - taken)) if state.open_choice else base.dealt
    if free:
        yield Offer("choose_character", seat, {"character": Choice(tuple(free))})


def draft(state: State, seat: str, sight: Sight) -> Offers:
    packet = state.seats[seat].packet
    if not packet:
        return
    if is_solo(state):
        yield from _keep(seat, packet, sight)
    elif not has_drafted(state, seat):
        yield from _of_two(seat, packet, sight) if len(packet) == 2 else _of_many(seat, packet, sight)


def _of_many(seat: str, packet: Cards, sight: Sight) -> Offers:
    """FL-116, FL-117: one card of the packet; an unseen one may be kept as it is (FL-718)."""
    known = {card for card in packet if card is not None}
    if None in packet:
        names = Choice(tuple(sorted(known | sight.nameable(seat))))
        yield Offer("draft_item", seat, {"keep": Optional(names)})
    else:
        yield Offer("draft_item", seat, {"keep": Choice(tuple(sorted(known)))})


def _of_two(seat: str, packet: Cards, sight: Sight) -> Offers:
    """FL-117: the last step, where the other card goes under the pile."""
    names = tuple(sorted(sight.nameable(seat)))
    match [card for card in packet if card is not None]:
        case [one, other]:
            for card, left in {one: other, other: one}.items():
                yield _last_step(seat, Choice((card,)), Optional(Choice((left,))))
        case [one]:
            yield _last_step(seat, Choice((one,)), Optional(Choice(names)))
            yield _last_step(seat, Optional(Choice(names)), Optional(Choice((one,))))
        case _:
            yield Offer("draft_item", seat, {"keep": Optional(Choice(names))})
            yield Offer("draft_item", seat, {"bottom": Choice(names)})
            yield _last_step(seat, Choice(names), Open("the other card, by its name", Choice(names)))


def _last_step(seat: str, keep: Domain, bottom: Domain) -> Offer:
    return Offer("draft_item", seat, {"keep": keep, "bottom": bottom})


def _keep(seat: str, packet: Cards, sight: Sight) -> Offers:
    """FL-118: what is discarded lies open, so that all unseen cards are kept, named or not."""
    known = tuple(card for card in packet if card is not None)
    hidden = len(packet) - len(known)
    if hidden <= HAND:
        for cards in picked_exactly(known, sight.unseen(), hidden, HAND, nameless=True):
            yield Offer("keep_items", seat, {"items": cards})
