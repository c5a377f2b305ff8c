"""Offers of cards, trades, abilities, texts (CM-530, CM-531), envelopes and moves (CM-310, CM-320).

Some parameters name cards that may still be unnamed (CM-R31).
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaosmos.reading import OPEN_ZONES, named, possible_cards, unnamed
from domain.games.chaosmos.rules.cards import PARAMETERS
from domain.games.chaosmos.rules.envelopes import is_toxic
from domain.games.chaosmos.state import ACTIONS_PER_TURN, Cards, State, less
from domain.kernel import (
    UNKNOWN,
    Apart,
    Balance,
    Beyond,
    Choice,
    Domain,
    Each,
    Listed,
    Offer,
    Open,
    Optional,
    Range,
    Several,
    Viewer,
)

# Parameters that several offers share: gear, and cards that may lie unnamed (CM-R31).


def gear_asked(state: State, seat: str, space: str, viewer: Viewer) -> dict[str, Choice] | None:
    """The gear parameter that the space asks for; None: the seat has not got it."""
    if not is_toxic(state, seat, space):
        return {}
    gear = state.alien_of(seat).gear
    return {"gear": Choice((gear,))} if gear in holdings(state, state.seats[seat].hand, viewer) else None


def holdings(state: State, cards: Cards, viewer: Viewer) -> tuple[str, ...]:
    """The kinds of cards that may be taken out of these by name: named ones, and what unnamed ones may be."""
    found = {*named(cards)}
    if unnamed(cards):
        found |= possible_cards(state, viewer).keys()
    return tuple(sorted(found))


def movable(
    state: State, parameter: str, cards: Cards, viewer: Viewer, *, beside: Cards = ()
) -> tuple[Cards, tuple[Beyond, ...]]:
    """The values of a list of cards that leave these, by name or unnamed, and what binds the list.

    They leave unnamed where some lie unnamed, here or `beside`. Further names stand for unnamed cards.
    """
    count, own = unnamed(cards), named(cards)
    if not count and UNKNOWN not in beside:
        return cards, ()
    pool = possible_cards(state, viewer) if count else {}
    further = tuple(card for card in sorted(pool) for _ in range(min(pool[card], count)))
    unseen = (UNKNOWN,) * len(cards)
    bonds = (Beyond(parameter, (*own, *unseen), count),) if count else ()
    return (*own, *further, *unseen), bonds


# CM-530, CM-531: the changes that a text makes, carried out by hand, in the words of this table.

MOST_CHANGES = 8
LARGEST_CUT = 8
"""Of the clock at once, as in CM-505; a text that takes more is several changes."""


def changes(state: State, seat: str, least: int) -> Open:
    """The list of changes, from `least` on, with the values of the table. The rules judge it as a whole."""
    form = Listed(tuple(_changes(state, seat)), least, MOST_CHANGES)
    return Open("the changes that the text makes, CM-530", form)


def _changes(state: State, seat: str) -> Iterator[Each]:
    seats, planets = Choice(state.clockwise), Choice(tuple(state.planets))
    yield _moved_card(state, seat)
    yield _change("set_position", seat=seats, space=Choice(tuple(sorted(state.the_board.members))))
    yield _change("banish", seat=seats, planet=planets)
    most = max(player.hypertokens for player in state.seats.values())
    yield _change("add_hypertokens", seat=seats, n=Range(-most, state.supply))
    yield _change("reduce_clock", n=Range(1, min(state.clock, LARGEST_CUT)))
    if state.turn is not None:
        yield _change("lose_rest_of_turn")
    vaulted = tuple(name for name, planet in state.planets.items() if planet.no_take)
    if vaulted:
        yield _change("lift_no_take", planet=Choice(vaulted))
    to = Several(state.clockwise, 1, len(state.clockwise))
    yield _change("reveal_hand", of=seats, to=to)
    yield _change("reveal_envelope", planet=planets, to=to)


def _moved_card(state: State, seat: str) -> Each:
    """A card of any kind, from any zone but those that the seat sees to be empty (CM-802 … CM-804)."""
    zones = (
        *OPEN_ZONES,
        *(f"hand:{name}" for name in state.clockwise),
        *(f"{kind}:{name}" for kind in ("envelope", "face_up") for name in state.planets),
    )
    in_sight = _in_sight(state, seat)
    filled = tuple(zone for zone in zones if zone not in in_sight or in_sight[zone])
    unseen = (UNKNOWN,) if any(UNKNOWN in cards for cards in in_sight.values()) else ()
    return Each(
        {
            "delta": Choice(("move_card",)),
            "from": Choice(filled),
            "card": Choice((*state.box.cards, *unseen)),
            "to": Choice(zones),
            "seen_by": Optional(Several(state.clockwise, 1, len(state.clockwise))),
        }
    )


def _in_sight(state: State, seat: str) -> dict[str, Cards]:
    """The zones that the seat sees, with their cards."""
    zones = {"pool": state.pool, "void": state.void, "removed": state.removed}
    zones[f"hand:{seat}"] = state.seats[seat].hand
    own = state.controlled_by(seat)
    if own is not None:
        face_up = state.planets[own].face_up
        zones[f"envelope:{own}"] = state.planets[own].face_down
        zones[f"face_up:{own}"] = () if face_up is None else (face_up,)
    return zones


def _change(delta: str, **members: Domain) -> Each:
    return Each({"delta": Choice((delta,)), **members})


# Cards played on the seat's own turn, the Cosmic Pool, and abilities.


def card_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """CM-360, CM-361: the cards in hand that can be paid."""
    hand = state.seats[seat].hand
    others = tuple(other for other in state.clockwise if other != seat)
    planets = Choice(tuple(state.planets))
    by_hand = []
    for name in holdings(state, hand, viewer):
        card = state.box.cards[name]
        affordable = card.cost == "free" or (card.cost == "action" and state.the_turn.actions_left > 0)
        if not affordable or card.flip or card.effect not in PARAMETERS:
            continue
        played = {"card": Choice((name,))}
        match card.effect:
            case "reduce_clock":
                yield Offer("play_card", seat, {**played, "amount": Range(1, card.most)})
            case "scry_hand":
                yield Offer("play_card", seat, {**played, "target": Choice(others)})
            case "scry_planet":
                yield Offer("play_card", seat, {**played, "planet": planets})
            case "send_card":
                rest = _sendable(state, seat, name, viewer)
                if rest:
                    yield Offer("play_card", seat, {**played, "planet": planets, "sent_card": Choice(rest)})
            case _:
                by_hand.append(name)
    if by_hand:
        deltas = changes(state, seat, 0)
        yield Offer("play_card", seat, {"card": Choice(tuple(by_hand)), "deltas": deltas})


def _sendable(state: State, seat: str, played: str, viewer: Viewer) -> Cards:
    """CM-526: the other cards of the hand, one that lies unnamed too."""
    hand = state.seats[seat].hand
    rest = less(hand, (played if played in hand else UNKNOWN,))
    kinds = {*named(rest)}
    if unnamed(rest):
        pool = possible_cards(state, viewer)
        pool.subtract(() if played in hand else (played,))
        kinds |= (+pool).keys()
    return (*sorted(kinds), *((UNKNOWN,) if rest and unnamed(hand) else ()))


def trade_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """CM-370."""
    player = state.seats[seat]
    at_home = player.position == state.alien_of(seat).home
    if at_home and not state.the_turn.traded and player.hand:
        give, take = holdings(state, player.hand, viewer), tuple(sorted(set(state.pool)))
        yield Offer("trade_cosmic_pool", seat, {"give": Choice(give), "take": Choice(take)})


def ability_offers(state: State, seat: str) -> Iterator[Offer]:
    """CM-531: for nothing by any seat, for an action by the active one while it has any left."""
    abilities = state.alien_of(seat).abilities
    if abilities:
        can_pay = state.is_active(seat) and 0 < state.the_turn.actions_left <= ACTIONS_PER_TURN
        costs = Choice((0, 1) if can_pay else (0,))
        deltas = Optional(changes(state, seat, 1), usual=True)
        yield Offer("use_ability", seat, {"ability": Choice(abilities), "cost": costs, "deltas": deltas})


# Envelopes: control, access, flip cards, return.

NO_LEAST = -99


def control_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """CM-330, CM-331."""
    here = state.seats[seat].position or ""
    planet, gear = state.planets.get(here), gear_asked(state, seat, here, viewer)
    if planet is not None and planet.controller is None and gear is not None:
        yield Offer("control_planet", seat, gear)


def access_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """CM-341, CM-510, CM-511, CM-346."""
    name = state.controlled_by(seat)
    if name is None:
        return
    planet, hand, limit = state.planets[name], state.seats[seat].hand, state.alien_of(seat).hand_limit
    inside = len(planet.face_down)
    takable = () if planet.no_take else planet.face_down
    out, bonds_out = movable(state, "to_hand", takable, viewer, beside=hand)
    back, bonds_back = movable(state, "to_envelope", hand, viewer, beside=planet.face_down)
    unseen = (UNKNOWN,) if UNKNOWN in out and UNKNOWN in back else ()
    yield Offer(
        "transfer_cards",
        seat,
        {
            "to_hand": Optional(Several(out, 0, len(takable))),
            "to_envelope": Optional(Several(back, 0, len(hand))),
        },
        (
            *bonds_out,
            *bonds_back,
            Apart("to_hand", "to_envelope", unseen),
            Balance("to_hand", "to_envelope", NO_LEAST, min(limit - len(hand), inside - 1)),
        ),
    )
    yield from _flip(state, seat, name, viewer)
    yield Offer("return_envelope", seat)


def _flip(state: State, seat: str, name: str, viewer: Viewer) -> Iterator[Offer]:
    planet, hand = state.planets[name], state.seats[seat].hand
    if planet.face_up is not None:
        if not planet.no_take:
            full = len(hand) >= state.alien_of(seat).hand_limit
            yield Offer(
                "deactivate_flip", seat, {"to": Choice(("face_down",) if full else ("hand", "face_down"))}
            )
        return
    payable = state.is_active(seat) and state.the_turn.actions_left > 0
    for origin, cards in (("hand", hand), ("envelope", planet.face_down)):
        flips = tuple(
            card
            for card in holdings(state, cards, viewer)
            if state.box.cards[card].flip and (payable or state.box.cards[card].cost == "free")
        )
        if flips and (origin == "hand" or len(planet.face_down) > 1):
            yield Offer("activate_flip", seat, {"card": Choice(flips), "from": Choice((origin,))})


# Moves and jumps, CM-310, CM-320.


def move_offers(state: State, seat: str) -> Iterator[Offer]:
    """CM-310, CM-320: every space that a step or a jump leads to.

    A merged space is one choice, under its own name; the view says by which others the rules know it.
    """
    here, board = state.seats[seat].position or "", state.the_board
    if board.near[here]:
        yield Offer("move", seat, {"to": Choice(tuple(sorted(set(board.near[here]))))})
    if state.seats[seat].hypertokens > 0:
        elsewhere = sorted(space for space in board.members if space != here)
        yield Offer("hyperspace", seat, {"to": Choice(tuple(elsewhere))})
