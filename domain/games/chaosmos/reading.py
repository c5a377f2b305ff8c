"""Read-only queries on the table: zones, combat scores, unnamed cards and what each seat knows.

Combat scores follow CM-403, CM-420 … CM-422 and CM-520 … CM-522.

Zones are `hand:SEAT`, `envelope:PLANET`, `face_up:PLANET`, `pool`, `void` and `removed`.

A card that no recorder has seen is `UNKNOWN` in its hand or envelope (CM-R31). It may be any card of the
box that is named nowhere else; there are as many of those as there are unnamed cards.

`known[seat][zone]` is a lower bound: the cards that this seat can deduce to be in that zone (CM-818). It
is a statistic, never part of the view (CM-811). Cards that a seat simply sees are added when its
knowledge is requested.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from domain.games.chaosmos.components import Card
from domain.games.chaosmos.state import Cards, Combat, OnTable, State
from domain.kernel import UNKNOWN, Json, Viewer

# Where cards lie: `hand:SEAT`, `envelope:PLANET`, `face_up:PLANET`, `pool`, `void`, `removed`.

OPEN_ZONES = ("pool", "void", "removed")


def hand_of(seat: str) -> str:
    """The zone of a hand."""
    return f"hand:{seat}"


def envelope_of(planet: str) -> str:
    """The zone of an envelope."""
    return f"envelope:{planet}"


def is_zone(state: State, zone: str) -> bool:
    """Whether there is such a zone at this table."""
    kind, _, name = zone.partition(":")
    if kind == "hand":
        return name in state.seats
    if kind in ("envelope", "face_up"):
        return name in state.planets
    return zone in OPEN_ZONES


def lies_face_down(zone: str) -> bool:
    """Whether cards lie there so that not everybody sees them, in any number."""
    return zone.startswith(("hand:", "envelope:"))


def holder_of(state: State, zone: str) -> str | None:
    """The seat that sees what lies face down there; None: nobody does (CM-804)."""
    kind, _, name = zone.partition(":")
    return name if kind == "hand" else state.planets[name].controller


def cards_in(state: State, zone: str) -> Cards:
    """The cards that lie there."""
    kind, _, name = zone.partition(":")
    match kind:
        case "hand":
            return state.seats[name].hand
        case "envelope":
            return state.planets[name].face_down
        case "face_up":
            face_up = state.planets[name].face_up
            return () if face_up is None else (face_up,)
        case "pool":
            return state.pool
        case "void":
            return state.void
        case _:
            return state.removed


# Cards that lie unnamed, and what they may be (CM-R31).


def named(cards: Cards) -> Cards:
    """Those of the cards that are named."""
    return tuple(card for card in cards if card != UNKNOWN)


def unnamed(cards: Cards) -> int:
    """The number of the cards that are not named."""
    return cards.count(UNKNOWN)


def card_pool(state: State) -> Counter[str]:
    """Card → copies that are named nowhere, so that an unnamed card may be one."""
    return _rest(state, _in_sight(state, Viewer(sees_all=True)))


def possible_cards(state: State, viewer: Viewer) -> Counter[str]:
    """Card → copies that an unnamed card may be as far as the viewer can tell.

    Copies that are named where the viewer does not look are among them (CM-802 … CM-804).
    """
    return _rest(state, _in_sight(state, viewer))


def _rest(state: State, seen: Iterator[Cards]) -> Counter[str]:
    pool = Counter(state.box.every_card)
    for cards in (state.deck, state.pool, state.void, state.removed, *seen):
        pool.subtract(named(cards))
    if state.combat is not None:
        pool.subtract(played.card for played in state.combat.table)
    return +pool


def _in_sight(state: State, viewer: Viewer) -> Iterator[Cards]:
    """The contents of the hands and envelopes that the viewer sees."""
    pending, combat = state.pending, state.combat
    shown = None
    if pending is not None and combat is not None and pending.kind == "take_spoils":
        shown = combat.opponent(pending.seat) if viewer.knows(pending.seat) else None
    for seat, player in state.seats.items():
        if viewer.knows(seat) or seat == shown:
            yield player.hand
    for planet in state.planets.values():
        if viewer.sees_all or (viewer.seat is not None and planet.controller == viewer.seat):
            yield planet.face_down
            yield () if planet.face_up is None else (planet.face_up,)


def may_hold_the_ovoid(state: State) -> tuple[str, ...]:
    """The seats with the Ovoid among their unnamed hand cards, perhaps; none where it is named anywhere."""
    if not card_pool(state)[state.box.ovoid]:
        return ()
    return tuple(seat for seat in state.clockwise if unnamed(state.seats[seat].hand))


def own_zones(state: State, seat: str) -> tuple[str, ...]:
    """The zones of face-down cards that the seat may look at: its hand, and the envelope that it controls."""
    planet = state.controlled_by(seat)
    return (hand_of(seat),) if planet is None else (hand_of(seat), f"envelope:{planet}")


# What each seat can surely place by its own history: sightings, spoils, face-up cards, played cards.

Known = Mapping[str, Mapping[str, Cards]]


def sees_all(known: Known, seats: Iterable[str], zone: str, cards: Cards) -> Known:
    """These seats see the whole zone; what they saw of unnamed cards the log cannot tell."""
    return {**known, **{seat: {**known[seat], zone: named(cards)} for seat in seats if seat in known}}


def holds_at_least(known: Known, seats: Iterable[str], zone: str, card: str) -> Known:
    """These seats learn that the card is in the zone."""
    return {
        **known,
        **{
            seat: {**known[seat], zone: tuple(sorted((*known[seat].get(zone, ()), card)))}
            for seat in seats
            if seat in known and card not in known[seat].get(zone, ())
        },
    }


def arrives(known: Known, seats: Iterable[str], zone: str, cards: Iterable[str]) -> Known:
    """These seats see cards come into the zone."""
    added = named(tuple(cards))
    if not added:
        return known
    return {
        **known,
        **{
            seat: {**known[seat], zone: tuple(sorted((*known[seat].get(zone, ()), *added)))}
            for seat in seats
            if seat in known
        },
    }


def leaves(known: Known, seats: Iterable[str], zone: str, card: str) -> Known:
    """These seats see the card leave the zone; of an unnamed one the log cannot tell which it was."""
    if card == UNKNOWN:
        return one_leaves(known, seats, zone)
    return {
        **known,
        **{
            seat: {**known[seat], zone: _without(known[seat][zone], card)}
            for seat in seats
            if seat in known and card in known[seat].get(zone, ())
        },
    }


def one_leaves(known: Known, seats: Iterable[str], zone: str) -> Known:
    """A card leaves the zone and these seats do not see which: of each kind one copy fewer is sure."""
    return {
        **known,
        **{
            seat: {**known[seat], zone: _one_fewer(known[seat][zone])}
            for seat in seats
            if seat in known and known[seat].get(zone)
        },
    }


def forgets(known: Known, seats: Iterable[str], zones: Iterable[str]) -> Known:
    """Anything may have left these zones."""
    gone = tuple(zones)
    return {
        **known,
        **{
            seat: {zone: cards for zone, cards in known[seat].items() if zone not in gone}
            for seat in seats
            if seat in known and not known[seat].keys().isdisjoint(gone)
        },
    }


def _without(cards: Cards, card: str) -> Cards:
    index = cards.index(card)
    return (*cards[:index], *cards[index + 1 :])


def _one_fewer(cards: Cards) -> Cards:
    counts = Counter(cards)
    return tuple(card for card in sorted(counts) for _ in range(counts[card] - 1))


def placed(state: State, seat: str) -> dict[str, Cards]:
    """Zone → the cards that this seat can place there now, by what it sees and what it deduces."""
    sure = dict(state.known[seat])
    sure[hand_of(seat)] = named(state.seats[seat].hand)
    controlled = state.controlled_by(seat)
    if controlled is not None:
        planet = state.planets[controlled]
        face_up = () if planet.face_up is None else (planet.face_up,)
        sure[envelope_of(controlled)] = tuple(sorted((*named(planet.face_down), *face_up)))
    pending, combat = state.pending, state.combat
    if pending is not None and pending.kind == "take_spoils" and pending.seat == seat and combat is not None:
        loser = combat.opponent(seat)
        sure[hand_of(loser)] = named(state.seats[loser].hand)
    return {zone: cards for zone, cards in sorted(sure.items()) if cards}


def knowledge(state: State, viewer: Viewer) -> Json:
    """The viewer's own deductions, zone → cards; nobody but a seat has any. Public zones are in its view."""
    if viewer.seat is None or viewer.seat not in state.known:
        return None
    return {zone: list(cards) for zone, cards in placed(state, viewer.seat).items()}


# Combat scores, CM-403, CM-420 … CM-422, CM-520 … CM-522.

MIRROR = "mirror"
INFINITY = "infinity"
DICE = 2
NATIVE_MALUS = 1


def rolled_infinity(faces: Sequence[int | str]) -> bool:
    """CM-404: whether at least one die shows Infinity."""
    return INFINITY in faces


def dice_total(faces: Sequence[int | str]) -> int:
    """CM-403: a mirror counts as the other die; two mirrors are 0 (CM-R17)."""
    numbers = [face for face in faces if isinstance(face, int)]
    return sum(numbers) * (DICE if len(numbers) == 1 else 1)


def score(state: State, combat: Combat, seat: str) -> int:
    """CM-420: dice, own effects, the opponent's effects on this side, less the native weapon malus.

    CM-521.
    """
    cards, opponent = state.box.cards, combat.opponent(seat)
    total = dice_total(combat.dice[seat])
    for played in combat.table:
        card = cards[played.card]
        if played.active:
            total += card.score if played.seat == seat else card.opponent_score
    if state.options.native_weapons and _played_native_weapon(state, combat, seat, opponent):
        total -= NATIVE_MALUS
    return total


def scores(state: State, combat: Combat) -> dict[str, int]:
    """Both scores, the attacker's first."""
    return {seat: score(state, combat, seat) for seat in (combat.attacker, combat.defender)}


def _played_native_weapon(state: State, combat: Combat, seat: str, opponent: str) -> bool:
    """CM-421: played is enough, a cancelled weapon counts too (CM-R21)."""
    alien = state.seats[opponent].alien
    return any(
        played.seat == seat and state.box.cards[played.card].native_of == alien for played in combat.table
    )


def enters_active(state: State, combat: Combat, seat: str, card: str) -> bool:
    """CM-522: a card that an active opposing cancel matches enters inactive."""
    cards = state.box.cards
    return not any(
        played.active and played.seat != seat and card in cards[played.card].cancels
        for played in combat.table
    )


def made_inactive(combat: Combat, seat: str, card: Card) -> tuple[int, ...]:
    """CM-522: the places on the table of active opposing cards that this card cancels."""
    return tuple(
        place
        for place, played in enumerate(combat.table)
        if played.active and played.seat != seat and played.card in card.cancels
    )


def with_card(combat: Combat, seat: str, card: Card, active: bool, cancelled: Sequence[int]) -> Combat:
    """The combat as it would stand with the card on the table; for its scores."""
    table = tuple(
        OnTable(played.seat, played.card, played.active and place not in cancelled)
        for place, played in enumerate(combat.table)
    )
    return Combat(
        combat.attacker, combat.defender, combat.space, combat.dice, (*table, OnTable(seat, card.id, active))
    )


def after_playing(state: State, combat: Combat, seat: str, card: Card) -> dict[str, int]:
    """Both scores as this card would leave them, played by the seat now (CM-411, CM-522)."""
    active = enters_active(state, combat, seat, card.id)
    cancelled = made_inactive(combat, seat, card) if active else ()
    return scores(state, with_card(combat, seat, card, active, cancelled))
