"""What sentences of the log name: fighters, dice, cards. The log has no view, only what a message tells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from domain.games.order_vs_chaos.components.box import Box
from domain.games.order_vs_chaos.components.document import ArchEnemy, Monster
from domain.games.order_vs_chaos.rules.cards import SPECIAL_TOKENS
from domain.games.order_vs_chaos.state import ARCH_UNIT, seat_of_hero_unit
from domain.games.order_vs_chaos.words.names import FACES, SIDES, box_of, piece, pieces, place
from domain.kernel import (
    UNKNOWN,
    Json,
    Naming,
    Run,
    Says,
    Sentences,
    capitalized,
    counted,
    listed,
    listed_runs,
)

Message = Mapping[str, Json]
SEGMENTS = {"ranged": "Ranged", "melee": "Melee", "curse": "Curse"}


def fighter(naming: Naming, unit: str, *, attack: str = "", type: str = "", first: bool = False) -> Run:
    """A unit of a battle by what is known of it: `Red`, `the Hellion`, `White’s Hellion`, `the arch enemy`.

    attack: one of its attacks or abilities. first: it begins the sentence.
    """
    seat = seat_of_hero_unit(unit)
    if seat is not None:
        return naming.seat(seat)
    name = naming.name(type) if type else _owner(box_of(naming), attack)
    if unit == ARCH_UNIT:
        return Run(_begun(f"the {name or 'arch enemy'}", first))
    at = unit.partition(":")[2]
    if at in naming.seats:
        return Run(f"{naming.seat(at).text}’s {name or 'monster'}", seat=at)
    return Run(_begun(f"the {name or 'monster'}", first), place=at or None)


def _begun(text: str, first: bool) -> str:
    return capitalized(text) if first else text


def _owner(box: Box, source: str) -> str:
    """Whose attack or ability it is that no hero can own."""
    for one in enemies(box):
        if source in {attack.id for attack in one.attacks} | {ability.id for ability in one.abilities}:
            return one.name
    return ""


def enemies(box: Box) -> Sequence[Monster | ArchEnemy]:
    """The fighters of Chaos that no seat plays as its hero."""
    return (*box.document.monsters, *box.document.arch_enemies)


def fighters(naming: Naming, units: Iterable[str]) -> Says:
    """Several of them."""
    return listed_runs([fighter(naming, unit) for unit in units])


def who_acts(naming: Naming, message: Message) -> Run:
    """The unit that begins the sentence, by its attack where the message has one."""
    attack = message.get("attack") or next(iter(message.get("targets", ())), "")
    return fighter(naming, message["unit"], attack=attack, first=True)


def shown(dice: Sequence[str]) -> str:
    """Dice from left to right: `3, blue and yellow`."""
    return listed([FACES.get(face, face) for face in dice]) or "no dice"


NUMBERS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def nth(index: int) -> str:
    """A die by its place from the left: `third`, for 2."""
    return NUMBERS[index] if index < len(NUMBERS) else f"{index + 1}th"


def printed(naming: Naming, card: str) -> Says:
    """A card with its text: `Ambush (Place a monster on a location)`."""
    known = naming.components.get(card)
    text = known.text.rstrip(".") if known is not None else ""
    return (piece(naming, card), f" ({text})" if text else "")


def _cause(naming: Naming, cause: str) -> Run | Says:
    """The card or text that it comes from, where it is one."""
    return piece(naming, cause) if cause in naming.components else ()


def _source(naming: Naming, source: str) -> Run | str:
    return "special tokens" if source == SPECIAL_TOKENS else piece(naming, source)


def gains(number: int) -> str:
    """`gains 2`, `loses 2`."""
    return f"{'gains' if number >= 0 else 'loses'} {abs(number)}"


SENTENCES = Sentences(
    {
        "location": place,
        "name": Naming.name,
        "card": piece,
        "cards": pieces,
        "printed": printed,
        "event": lambda naming, card: () if card == UNKNOWN else printed(naming, card),
        "cause": _cause,
        "source": _source,
        "fighter": fighter,
        "fighters": fighters,
        "who acts": who_acts,
        "dice": lambda _, dice: shown(dice),
        "tokens": lambda _, number: counted(number, "token"),
        "gains": lambda _, number: gains(number),
        "number": lambda _, things: str(len(things)),
        "segment": lambda _, segment: SEGMENTS[segment],
        "side": lambda _, side: SIDES[side],
    }
)
