"""The board: a running combat, the cards that the viewer may see, and what each seat holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from domain.games.chaosmos.board_sky import sky
from domain.games.chaosmos.drawing import drawings, read_drawing
from domain.games.chaosmos.drawing_faults import faults
from domain.games.chaosmos.places import (
    alien_card,
    envelope_card,
    face_up_card,
    hand_card,
    numbered,
    pool_card,
    shown_card,
)
from domain.games.chaosmos.reading import dice_total
from domain.games.chaosmos.state import ACTIONS_PER_TURN
from domain.games.chaosmos.words.names import card_name, card_names_in, hand_limit, how_many, toxic_planet
from domain.kernel import (
    UNKNOWN,
    Board,
    Boards,
    Card,
    Json,
    Line,
    Mark,
    Name,
    Naming,
    SeatPanel,
    Track,
    Zone,
    figure,
    listed,
)

# Cards that lie open, and those that who looks may see: Pool, Void, game box, envelopes, a shown hand.

SCORES = "swords"
"""The symbol of cards that do nothing but change scores."""
UNSAID = ("combat", "weapon")
"""Traits that most of them have, which are not mentioned."""


def face(id: str | None, card: str, naming: Naming, *, told: bool = True) -> Card:
    """A card, face up; face down if nobody has named it (CM-R31). `told`: with the text of its effect."""
    known = naming.components.get(card)
    if known is None or card == UNKNOWN:
        return Card(None, card_name(naming, card), back=True)
    return Card(id, known.name, known.value, _brief(known, naming) if told else "", known.icon)


def _brief(card: Name, naming: Naming) -> str:
    """The card's text; for a card that only changes scores, the words that its figure does not show."""
    if card.icon != SCORES:
        return card.text
    traits = [trait for trait in card.text.partition(":")[0].split(", ") if trait not in UNSAID]
    aimed = ["off the opponent’s score"] if card.value.startswith("−") else []
    native = [] if card.of is None else [f"native to {naming.name(card.of)}"]
    return ", ".join((*traits, *aimed, *native))


def faces(
    cards: Sequence[str], id_of: Callable[[str, int], str], naming: Naming, *, told: bool = True
) -> tuple[Card, ...]:
    """Cards in their order, each under an id of its own."""
    return tuple(face(id_of(card, copy), card, naming, told=told) for card, copy in numbered(cards))


def _piles(cards: Sequence[str], naming: Naming) -> tuple[Card, ...]:
    """Cards that nobody chooses among: copies together, without what they do."""
    counts = dict(numbered(cards))
    piles = (face(None, card, naming, told=False) for card in counts)
    return tuple(
        pile
        if count == 1
        else Card(None, f"{count} × {pile.label}", pile.value, icon=pile.icon, back=pile.back)
        for pile, count in zip(piles, counts.values(), strict=True)
    )


def known_by_seat(view: Json) -> Mapping[str, Json]:
    """Seat → what only it may know, of the seats that who looks may know it of (CM-802, CM-803)."""
    if "truth" in view:
        return dict(view["truth"]["seats"])
    return {view["me"]["seat"]: view["me"]} if "me" in view else {}


def card_zones(view: Json, naming: Naming) -> Iterator[Zone]:
    """Every zone of cards, where there are any."""
    yield from _shown_hand(view, naming)
    for seat, own in known_by_seat(view).items():
        yield from _dealt_aliens(view, seat, own, naming)
        if "envelope" in own:
            yield _envelope(seat, own["envelope"], naming, told="me" in view)
    if "truth" in view:
        yield _box(view, naming)
    yield _pool(view, naming)
    for id, title, rank, note in (
        ("void", "Void", 60, "out of play"),
        ("removed", "Game box", 70, "out of this game"),
    ):
        count = how_many(len(view[id]), "card")
        yield Zone(id, title, "cards", rank, f"{count}, {note}", folded=True, cards=_piles(view[id], naming))


def _shown_hand(view: Json, naming: Naming) -> Iterator[Zone]:
    """CM-451, CM-810."""
    pending, combat = view["pending"], view["combat"]
    if pending is None or "shown_hand" not in pending or combat is None:
        return
    loser = combat["loser"]
    cards = faces(pending["shown_hand"], lambda card, copy: shown_card(loser, card, copy), naming)
    title = f"{naming.seat(loser).text}’s hand"
    yield Zone("shown", title, "cards", -1, "visible to the winner only", of=pending["seat"], cards=cards)


def _dealt_aliens(view: Json, seat: str, own: Json, naming: Naming) -> Iterator[Zone]:
    """CM-103, CM-812: in secret until all have chosen."""
    if view["phase"] != "setup" or not own.get("dealt_aliens"):
        return
    chosen = own.get("chosen_alien")
    cards = tuple(
        Card(alien_card(seat, alien), naming.name(alien), text=naming.components[alien].text)
        for alien in own["dealt_aliens"]
        if alien in naming.components
    )
    note = "choose one" if chosen is None else f"{naming.name(chosen)} is chosen"
    yield Zone(
        f"aliens:{seat}", f"Aliens dealt to {naming.seat(seat).text}", "cards", 5, note, of=seat, cards=cards
    )


def _envelope(seat: str, envelope: Json, naming: Naming, *, told: bool) -> Zone:
    """CM-803: the whole envelope, for its controller; a viewer who sees every hand gets no effects."""
    planet, face_up, face_down = envelope["planet"], envelope["face_up"], envelope["face_down"]
    cards = faces(face_down, lambda card, copy: envelope_card(planet, card, copy), naming, told=told)
    top = "nothing face up"
    if face_up is not None:
        own = "your own " if envelope.get("mine") else ""
        top = f"{own}{card_name(naming, face_up)} is face up"
        cards = (face(face_up_card(planet, face_up), face_up, naming, told=told), *cards)
    note = f"{how_many(len(face_down), 'card')} face down; {top}"
    title = f"Envelope of {naming.name(planet)}"
    return Zone(f"envelope:{planet}", title, "cards", 20, note, of=seat, cards=cards)


def _box(view: Json, naming: Naming) -> Zone:
    """CM-819: the envelopes that nobody controls, for the auditor."""
    lines = tuple(
        Line(naming.name(planet), _contents(envelope, naming))
        for planet, envelope in view["truth"]["envelopes"].items()
        if view["planets"][planet]["controller"] is None
    )
    return Zone("box", "Envelope box", "list", 50, "known only to the log", folded=True, lines=lines)


def _contents(envelope: Json, naming: Naming) -> str:
    face_up = envelope["face_up"]
    top = "" if face_up is None else f"{card_name(naming, face_up)} face up; "
    return f"{top}{card_names_in(naming, envelope['face_down'])}"


def _pool(view: Json, naming: Naming) -> Zone:
    """CM-370."""
    turn = view["turn"]
    note = "traded this turn" if turn is not None and turn["traded"] else "one trade per turn, at home"
    cards = faces(view["pool"], pool_card, naming)
    return Zone("pool", "Cosmic Pool", "cards", 30, note, folded=True, cards=cards)


# A running combat: both sides with dice and scores, the cards in the order of play, what is next.

ASKED = {
    "choose_resolution": "takes spoils or banishes the loser",
    "take_spoils": "takes a card from the loser’s hand",
    "give_back": "gives a card back",
    "take_envelope": "takes the envelope or leaves it",
    "own_trap": "suffers its own Trap or sends it to the Void",
}
"""The choices that can be pending, in words."""


def combat_zones(view: Json, naming: Naming) -> Iterator[Zone]:
    """The running combat, before everything else."""
    combat = view["combat"]
    if combat is not None:
        title = f"Combat at {naming.name(combat['space'])}"
        yield Zone(
            "combat",
            title,
            "list",
            rank=-2,
            takes_screen=title,
            parties=(combat["attacker"], combat["defender"]),
            note=f"{naming.seat(combat['attacker']).text} attacks {naming.seat(combat['defender']).text}",
            lines=(*_sides(view, combat, naming), *_played(combat, naming)),
        )


def _sides(view: Json, combat: Json, naming: Naming) -> Iterator[Line]:
    for seat in (combat["attacker"], combat["defender"]):
        yield Line(naming.seat(seat).text, _power(combat, seat), "dices")
    if combat["winner"] is not None:
        yield Line("Won by", naming.seat(combat["winner"]).text, "trophy")
    yield Line("Next", _next(view, combat, naming), "user")


def _played(combat: Json, naming: Naming) -> Iterator[Line]:
    """CM-411, CM-522: in the order of play; what is cancelled says so."""
    for number, played in enumerate(combat["table"], 1):
        card = naming.components.get(played["card"])
        worth = card.value if card is not None and played["active"] else ""
        if worth.startswith("−"):
            worth = f"{worth} to the opponent"
        told = f"{naming.name(played['card'])} {worth if played['active'] else 'is cancelled'}".strip()
        yield Line(f"{number}. {naming.seat(played['seat']).text}", told, None if card is None else card.icon)


def _power(combat: Json, seat: str) -> str:
    """`9: dice 4 and 3, cards +2`; CM-403, CM-404."""
    faces = combat["dice"].get(seat)
    if faces is None:
        return "has not rolled"
    dice = f"dice {' and '.join(map(str, faces))}"
    if "infinity" in faces:
        return dice
    total = dice_total(faces)
    if "scores" not in combat:
        return f"{dice}: {total}"
    score = combat["scores"][seat]
    rest = score - total
    cards = f", cards {'+' if rest > 0 else ''}{figure(rest)}" if rest else ""
    return f"{figure(score)}: {dice}{cards}"


def _next(view: Json, combat: Json, naming: Naming) -> str:
    if view["pending"] is not None:
        pending = view["pending"]
        return f"{naming.seat(pending['seat']).text} {ASKED[pending['kind']]}"
    if combat["to_act"] is None:
        return "the combat is over"
    seat = naming.seat(combat["to_act"]).text
    if combat["passes"]:
        return f"{seat} plays a card, or passes and the scores are compared"
    return f"{seat} plays a card or passes"


# What lies before each seat: alien, hypertokens, the envelope that it controls, the hand if it is seen.


def panels(view: Json, naming: Naming) -> tuple[SeatPanel, ...]:
    """The seats to the left."""
    winner = None if view["result"] is None else view["result"]["winner"]
    awaited = awaited_seats(view)
    return tuple(
        SeatPanel(
            seat,
            naming.seats[seat].label,
            naming.seats[seat].color,
            lines=tuple(_lines_of_seat(view, seat, naming)),
            cards=_hand(view, seat, naming),
            active=seat in awaited,
            winner=seat == winner,
            role=None if view["seats"][seat]["alien"] is None else naming.name(view["seats"][seat]["alien"]),
        )
        for seat in view["seats"]
    )


def awaited_seats(view: Json) -> tuple[str, ...]:
    """The seats that must act now; in setup all that have not chosen or are not ready."""
    if view["phase"] == "setup":
        done = {"choose_alien": "chosen", "prepare_hand": "ready"}
        told = [view["setup"][done[due]] for due in view["setup"]["due"] if due in done]
        return tuple(seat for seat in view["seats"] if any(seat not in already for already in told))
    if view["pending"] is not None:
        return (view["pending"]["seat"],)
    if view["combat"] is not None and view["combat"]["to_act"] is not None:
        return (view["combat"]["to_act"],)
    active = view["next"] if view["turn"] is None else view["turn"]["active"]
    return () if active is None or view["result"] is not None else (active,)


def controlled_by(view: Json, seat: str) -> str | None:
    """The planet whose envelope lies before the seat."""
    return next((planet for planet, told in view["planets"].items() if told["controller"] == seat), None)


def _lines_of_seat(view: Json, seat: str, naming: Naming) -> Iterator[Line]:
    player, controlled = view["seats"][seat], controlled_by(view, seat)
    if view["result"] is not None:
        yield from _at_the_end(player, naming)
        return
    tokens = player["hypertokens"]
    yield Line(
        "Hypertokens",
        str(tokens),
        "rocket",
        short=True,
        number=tokens,
        unit="hypertokens",
        id=f"hypertokens:{seat}",
    )
    own = known_by_seat(view).get(seat)
    if own is not None:
        limit = hand_limit(naming, player["alien"])
        held = len(own["hand"])
        full = ", full" if held == limit else ""
        yield Line(
            "Cards in hand",
            f"{held} of {limit}{full}",
            "gallery-horizontal-end",
            number=held,
            unit="cards",
        )
    if controlled is not None:
        yield Line("Controls", naming.name(controlled), "mail-open", short=True)
    if player["position"] is not None:
        yield Line("Position", naming.name(player["position"]), "map-pin")
    if player["alien"] is not None:
        yield from _alien(player["alien"], naming)
    turn = view["turn"]
    if turn is not None and turn["active"] == seat and turn["attacked"]:
        attacked = listed([naming.seat(other).text for other in turn["attacked"]])
        yield Line("Attacked this turn", attacked, "swords")


def _at_the_end(player: Json, naming: Naming) -> Iterator[Line]:
    """CM-604: nothing but the Ovoid counts."""
    if player["alien"] is not None:
        yield Line("Alien", naming.name(player["alien"]), "user")
    if player["position"] is not None:
        yield Line("Position", naming.name(player["position"]), "map-pin")


def _alien(alien: str, naming: Naming) -> Iterator[Line]:
    known = naming.components.get(alien)
    yield Line("Alien", naming.name(alien), "user")
    if known is None or known.place is None:
        return
    yield Line("Home", naming.name(known.place), "house")
    toxic = toxic_planet(naming, alien)
    if toxic is not None and known.of is not None:
        told = f"{naming.name(toxic)}, unless {naming.name(known.of)} is shown"
        yield Line("Toxic", told, "triangle-alert")


def _hand(view: Json, seat: str, naming: Naming) -> tuple[Card, ...]:
    """CM-802, CM-806: nobody else sees even how many cards there are."""
    own = known_by_seat(view).get(seat)
    if own is None:
        return ()
    return faces(own["hand"], lambda card, copy: hand_card(seat, card, copy), naming, told="me" in view)


# The table as a picture: a running combat, the sky, the clock, cards that may be seen, the seats.

ENDED_BY = {"click": "a turn that ended", "card": "a card"}

TURNS_AHEAD = 16
"""Of how many turns the clock tells whose they are: four rounds of four."""


def board(view: Json, drawing: Json | None, naming: Naming) -> Board:
    """The table of a view."""
    zones = (
        *combat_zones(view, naming),
        sky(view, read_drawing(drawing), naming),
        _now(view, naming),
        *_clock(view, naming),
        *card_zones(view, naming),
    )
    return Board(_title(view), zones, panels(view, naming))


def _title(view: Json) -> str:
    match view["phase"]:
        case "setup":
            return "Setup"
        case "finished":
            return "The game is over"
        case "showing":
            return "The clock is at 0"
    number = view["turns_ended"] + 1
    return f"Turn {number}, clock {view['clock']}"


def _clock(view: Json, naming: Naming) -> Iterator[Zone]:
    """CM-207: what the clock reads at the turns that come next, and whose they are."""
    left, clockwise = view["clock"], list(view["seats"])
    seat = view["next"] if view["turn"] is None else view["turn"]["active"]
    note = f"{left} of {view['clock_start']} left"
    if not left or seat is None:
        return
    first = clockwise.index(seat)
    turns = [clockwise[(first + nth) % len(clockwise)] for nth in range(left)]
    marks = [Mark(nth, naming.seat(seat).text, seat) for nth, seat in enumerate(turns[:TURNS_AHEAD])]
    if left <= TURNS_AHEAD:
        marks.append(Mark(left, "the end"))
    most = len(marks) - 1
    track = Track(
        "clock", "Clock", 0, most, tuple(marks), {str(nth): str(left - nth) for nth in range(most + 1)}
    )
    note = f"{note}; {naming.seat(turns[-1]).text} has the last turn"
    yield Zone("clock", "Chaos Clock", "track", 15, note, folded=True, tracks=(track,))


def _now(view: Json, naming: Naming) -> Zone:
    """The state of the game in short, for somebody who sees it for the first time."""
    if view["phase"] == "setup":
        lines = _setup(view, naming)
    elif view["result"] is not None:
        lines = _result(view, naming)
    else:
        lines = _lines(view, naming)
    title = "Now" if view["result"] is None else "Result"
    return Zone(
        "now", title, "list", 12, _in_short(view, naming), folded=view["result"] is None, lines=tuple(lines)
    )


def _in_short(view: Json, naming: Naming) -> str:
    turn = view["turn"]
    if turn is not None and view["result"] is None:
        return (
            f"{naming.seat(turn['active']).text}, {turn['actions_left']} of {ACTIONS_PER_TURN} actions left"
        )
    return "" if view["next"] is None else f"{naming.seat(view['next']).text} begins the next turn"


def _lines(view: Json, naming: Naming) -> Iterator[Line]:
    turn, pending = view["turn"], view["pending"]
    if view["phase"] == "showing":
        yield Line("The end", "show the Ovoid if it is in your hand", "gem", alarm=True)
    elif turn is not None:
        yield Line("Turn", naming.seat(turn["active"]).text, "user")
        yield Line("Actions left", f"{turn['actions_left']} of {ACTIONS_PER_TURN}", "zap", id="actions")
        if turn["forfeited"]:
            yield Line("Rest of the turn", "lost after this", "triangle-alert", alarm=True)
    elif view["next"] is not None:
        yield Line("Next turn", naming.seat(view["next"]).text, "user")
        yield Line("Until then", "the controller of an envelope may look and move cards", "mail-open")
    if pending is not None and view["combat"] is None:
        yield Line(naming.seat(pending["seat"]).text, ASKED[pending["kind"]], "user")
    if view["native_weapons"]:
        yield Line("Native weapons", "−1 if native to the opponent’s alien", "swords")


def _setup(view: Json, naming: Naming) -> Iterator[Line]:
    """CM-123, CM-812, CM-813."""
    setup = view["setup"]
    if setup["removed_pair"]:
        yield Line(
            "Aliens not in play", listed([naming.name(alien) for alien in setup["removed_pair"]]), "box"
        )
    for title, member in (("Aliens chosen", "chosen"), ("Hands ready", "ready")):
        if setup[member]:
            yield Line(title, listed([naming.seat(seat).text for seat in setup[member]]), "check")
    yield Line("Clock starts at", str(view["clock_start"]), "clock")


def _result(view: Json, naming: Naming) -> Iterator[Line]:
    """CM-602, CM-603."""
    winner = view["result"]["winner"]
    if winner is None:
        yield Line("Winner", "nobody: the Ovoid is in no hand", "trophy")
    else:
        yield Line("Winner", f"{naming.seat(winner).text}, with the Ovoid in hand", "trophy")
    yield Line("Clock reached 0 by", ENDED_BY[view["result"]["cause"]], "clock")


BOARDS = Boards(board=board, drawings=drawings, faults=faults)
