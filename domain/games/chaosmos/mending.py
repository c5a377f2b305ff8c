"""The board put right by gestures: aliens, envelopes, hypertokens, the clock, actions, cards in sight."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from domain.games.chaosmos import facts, places
from domain.games.chaosmos.board import controlled_by, faces, known_by_seat
from domain.games.chaosmos.reading import OPEN_ZONES, envelope_of, hand_of
from domain.games.chaosmos.state import ACTIONS_PER_TURN
from domain.games.chaosmos.words.names import ICONS, card_name, hand_limit
from domain.kernel import (
    NOT_HERE,
    SUPPLY,
    UNKNOWN,
    CountLine,
    DealCard,
    Gesture,
    Json,
    Line,
    Mended,
    Mending,
    MendingMat,
    MovePiece,
    Naming,
    Piece,
    SetMark,
    Tray,
    TurnOver,
    capitalized,
    counted,
)

UNSEEN = "You do not see that card here. Anyone who sees it can put it right."
"""CM-802 … CM-806: the same for each card that is not seen, wherever it lies."""
FACE_UP, FACE_DOWN = "face up", "face down"
FLIPS = (ICONS["on_open_banish_home"], ICONS["on_open_no_take"])
"""The symbols of flip cards."""


def mend(view: Json, gesture: Gesture, naming: Naming) -> Mended:
    """The facts of a gesture on the board of the view, or why it cannot be put right so."""
    if view["phase"] == "setup" and not view["pool"]:
        return "Until the cards are dealt, take back the step that was wrong."
    match gesture:
        case MovePiece(piece=piece):
            kind, _, rest = piece.partition(":")
            if kind in PIECES:
                return PIECES[kind](view, rest.partition(":")[0], gesture, naming)
        case CountLine(line=line, by=by):
            kind, _, seat = line.partition(":")
            if kind in LINES:
                return LINES[kind](view, seat, by, naming)
        case SetMark(track=places.CLOCK):
            return "The clock tells whose turns come. Change its number among those of the table."
        case TurnOver(piece=piece, face=face):
            return _turned(view, piece, face, naming)
        case DealCard():
            return _dealt(view, gesture, naming)
    return NOT_HERE


# Aliens, homes, flags and envelopes.


def _figure(view: Json, seat: str, gesture: MovePiece, naming: Naming) -> Mended:
    """CM-304: a figure stands in a space; its echoes are signs of the same figure."""
    origin = view["seats"][seat]["position"]
    space = next((space for space, ids in view["spaces"].items() if gesture.goal in (space, *ids)), None)
    if gesture.goal in view["planets"]:
        space = gesture.goal
    if space is None:
        return "An alien always stands on a planet, a star or a wormhole."
    if space == origin:
        return ()
    planet = controlled_by(view, seat)
    left = () if planet is None else (facts.EnvelopeReturned(seat, planet),)
    return (*left, facts.Moved(seat, origin, gesture.goal, "text"))


def _home(view: Json, seat: str, gesture: MovePiece, naming: Naming) -> Mended:
    return "The home of an alien is printed on its sheet."


def _flag(view: Json, seat: str, gesture: MovePiece, naming: Naming) -> Mended:
    return "A landing flag shows the last seat that controlled the planet. Move the envelope instead."


def _envelope(view: Json, planet: str, gesture: MovePiece, naming: Naming) -> Mended:
    """CM-334, CM-345: the envelope lies in front of the seat that controls the planet, or in the box."""
    holder, seat = view["planets"][planet]["controller"], places.seat_of_tray(gesture.goal)
    returned = () if holder is None else (facts.EnvelopeReturned(holder, planet),)
    if seat not in view["seats"]:
        return returned
    if seat == holder:
        return ()
    name = naming.seat(seat).text
    if view["seats"][seat]["position"] != planet:
        return f"{name} does not stand on {naming.name(planet)}: move the alien there first."
    if (other := controlled_by(view, seat)) is not None:
        return f"{name} controls {naming.name(other)}: put that envelope back into the box first."
    return (*returned, facts.ControlSet(seat, planet))


PIECES: Mapping[str, Callable[[Json, str, MovePiece, Naming], Mended]] = {
    "figure": _figure,
    "echo": _figure,
    "home": _home,
    "flag": _flag,
    "token": _envelope,
}


# Numbers: hypertokens, actions left, the clock.


def _hypertokens(view: Json, seat: str, by: int, naming: Naming) -> Mended:
    """CM-320: what no seat has lies in the supply."""
    left, supply = view["seats"][seat]["hypertokens"], view["hypertoken_supply"]
    if left + by < 0:
        had = f"only {counted(left, 'hypertoken')}" if left else "no hypertoken"
        return f"{naming.seat(seat).text} has {had}."
    if by > supply:
        return f"Only {counted(supply, 'hypertoken')} {'is' if supply == 1 else 'are'} in the supply."
    return (facts.HypertokensAdded(seat, by),) if by else ()


def _actions(view: Json, _: str, by: int, naming: Naming) -> Mended:
    if view["turn"] is None:
        return "Nobody has a turn now."
    left = view["turn"]["actions_left"] + by
    if not 0 <= left <= ACTIONS_PER_TURN:
        return f"A turn has {ACTIONS_PER_TURN} actions, so {left} cannot be left."
    return (facts.ActionsLeftSet(view["turn"]["active"], left),)


def _clock(view: Json, _: str, by: int, naming: Naming) -> Mended:
    """CM-601: at 0 the game is over, which is not put right but played."""
    if view["phase"] in ("finished", "showing"):
        return "The clock is at 0. Take back the step that brought it there."
    clock = view["clock"] + by
    if clock <= 0:
        return "At 0 the game ends: record what brings the clock there."
    if clock > view["clock_start"]:
        return f"The clock started at {view['clock_start']}."
    seat = view["next"] if view["turn"] is None else view["turn"]["active"]
    return (facts.ClockReduced(seat or next(iter(view["seats"])), -by, clock),) if by else ()


LINES: Mapping[str, Callable[[Json, str, int, Naming], Mended]] = {
    "hypertokens": _hypertokens,
    "actions": _actions,
    "clock": _clock,
}


# Cards: hands, envelopes, the Pool, the Void and the game box.


def _dealt(view: Json, gesture: DealCard, naming: Naming) -> Mended:
    origin, card = _origin(gesture.card)
    to = _goal(view, gesture.goal)
    lying = _lying(view, origin)
    if lying is None or card not in lying or card == UNKNOWN:
        return UNSEEN
    if to is None:
        return "A card lies in a hand, an envelope, the Cosmic Pool, the Void or the game box."
    if origin == to:
        return ()
    if (told := _full(view, to, naming)) is not None:
        return told
    if origin.startswith("face_up:") and to == origin.replace("face_up:", "envelope:"):
        return _turned(view, gesture.card, FACE_DOWN, naming)
    return (facts.CardMoved(card, origin, to, _seen_by(view, origin, to)),)


def _origin(id: str) -> tuple[str, str]:
    """The zone and the card of an id on the board: `hand:red:laser:1`, `face-up:ashkel:trap`."""
    kind, _, rest = id.partition(":")
    if kind == "face-up":
        planet, _, card = rest.partition(":")
        return f"face_up:{planet}", card
    if kind in OPEN_ZONES:
        return kind, rest.partition(":")[0]
    holder, _, rest = rest.partition(":")
    return f"{'hand' if kind == 'shown' else kind}:{holder}", rest.rpartition(":")[0]


def _goal(view: Json, id: str) -> str | None:
    kind, _, planet = id.partition(":")
    if (seat := places.seat_of_tray(id)) in view["seats"]:
        return hand_of(seat)
    if (zone := places.zone_of_tray(id)) in OPEN_ZONES:
        return zone
    if id == SUPPLY:
        return "removed"
    return envelope_of(planet) if kind == "envelope" and planet in view["planets"] else None


def _lying(view: Json, zone: str) -> Sequence[str] | None:
    """The cards of a zone; None where the view does not show them."""
    kind, _, name = zone.partition(":")
    if zone in OPEN_ZONES:
        cards: Sequence[str] = view[zone]
        return cards
    seats = known_by_seat(view)
    if kind == "hand":
        return seats[name]["hand"] if name in seats else _shown(view, name)
    inside = view["truth"]["envelopes"].get(name) if "truth" in view else None
    for own in seats.values():
        if own.get("envelope", {}).get("planet") == name:
            inside = own["envelope"]
    if inside is None:
        return None
    return inside["face_down"] if kind == "envelope" else [inside["face_up"]]


def _shown(view: Json, seat: str) -> Sequence[str] | None:
    """CM-810: a loser's hand, while the winner looks at it."""
    pending, combat = view["pending"], view["combat"]
    if pending is None or combat is None or combat["loser"] != seat:
        return None
    cards: Sequence[str] | None = pending.get("shown_hand")
    return cards


def _full(view: Json, to: str, naming: Naming) -> str | None:
    """I3; CM-806: nobody else may learn how many cards a hand holds."""
    kind, _, seat = to.partition(":")
    hand = _lying(view, to)
    if kind != "hand":
        return None
    if hand is None:
        return f"You do not see the hand of {naming.seat(seat).text}, so you cannot say that it has room."
    limit = hand_limit(naming, view["seats"][seat]["alien"])
    if len(hand) < limit:
        return None
    return f"{naming.seat(seat).text} holds {limit} cards already: move one of them away first."


def _seen_by(view: Json, *zones: str) -> tuple[str, ...]:
    """Everybody sees a card of the Pool, the Void or the box; else who holds one of both ends."""
    if {*zones} & {*OPEN_ZONES}:
        return tuple(view["seats"])
    holders = [_holder(view, *zone.partition(":")[::2]) for zone in zones]
    return tuple(dict.fromkeys(seat for seat in holders if seat is not None))


def _holder(view: Json, kind: str, name: str) -> str | None:
    holder: str | None = name if kind == "hand" else view["planets"][name]["controller"]
    return holder


def _turned(view: Json, id: str, face: str, naming: Naming) -> Mended:
    """CM-510, CM-511: one flip card lies face up on an envelope, as its controller sees it."""
    zone, card = _origin(id)
    kind, _, planet = zone.partition(":")
    if kind not in ("envelope", "face_up"):
        return "Only a flip card of an envelope has two sides."
    lying, above = _lying(view, zone), _lying(view, f"face_up:{planet}")
    if lying is None or card not in lying:
        return UNSEEN
    if (kind == "face_up") == (face == FACE_UP):
        return ()
    seat = view["planets"][planet]["controller"]
    if seat is None:
        return "Nobody controls that planet, so nobody can turn a card of its envelope."
    if kind == "face_up":
        return (facts.FlipDeactivated(seat, planet, card, "face_down"),)
    if above is not None and above[0] is not None:
        return f"{capitalized(card_name(naming, above[0]))} is face up there: turn it face down first."
    if naming.components[card].icon not in FLIPS:
        return f"{capitalized(card_name(naming, card))} cannot lie face up: it does not flip."
    return (facts.FlipActivated(seat, planet, card, "envelope"),)


# What lies beside the board.


def mat(view: Json, naming: Naming) -> MendingMat:
    """Envelopes in front of seats and in the box, the clock, and the cards that nobody chooses among."""
    return MendingMat(tuple(_trays(view, naming)), dict(_faces(view, naming)))


def _trays(view: Json, naming: Naming) -> Iterator[Tray]:
    envelopes = {
        planet: Piece(places.envelope_token(planet), "token", f"Envelope of {naming.name(planet)}")
        for planet in view["planets"]
    }
    held = {told["controller"]: envelopes[planet] for planet, told in view["planets"].items()}
    for seat in view["seats"]:
        pieces = (held[seat],) if seat in held else ()
        hand = faces(_lying(view, hand_of(seat)) or (), partial(places.hand_card, seat), naming, told=False)
        yield Tray(places.seat_tray(seat), f"In front of {naming.seat(seat).text}", seat, pieces, hand)
    free = [piece for planet, piece in envelopes.items() if view["planets"][planet]["controller"] is None]
    clock = Line("Clock", f"{view['clock']} of {view['clock_start']}", "clock", id="clock")
    yield Tray("envelopes", "Envelope box", pieces=tuple(free), lines=(clock,))
    yield Tray("pool", "Cosmic Pool", cards=faces(view["pool"], places.pool_card, naming, told=False))
    for planet in view["planets"]:
        inside = _lying(view, envelope_of(planet))
        if inside is not None:
            cards = faces(inside, partial(places.envelope_card, planet), naming, told=False)
            yield Tray(envelope_of(planet), f"Inside the envelope of {naming.name(planet)}", cards=cards)
    for zone, name in (("void", "Void"), ("removed", "Game box")):
        cards = faces(view[zone], partial(places.open_card, zone), naming, told=False)
        yield Tray(places.zone_tray(zone), f"Cards of the {name}", cards=cards)


def _faces(view: Json, naming: Naming) -> Iterator[tuple[str, tuple[str, ...]]]:
    for own in known_by_seat(view).values():
        envelope = own.get("envelope")
        if envelope is None:
            continue
        planet, above = envelope["planet"], envelope["face_up"]
        if above is not None:
            yield places.face_up_card(planet, above), (FACE_DOWN,)
            continue
        for card, copy in places.numbered(envelope["face_down"]):
            if card != UNKNOWN and naming.components[card].icon in FLIPS:
                yield places.envelope_card(planet, card, copy), (FACE_UP,)


MENDING = Mending(mend=mend, mat=mat)
