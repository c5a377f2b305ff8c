"""What dice bring: the chance of a lightning, what an attack deals on average, what rolled dice come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from domain.games.order_vs_chaos.components.document import AttackCard, Majority, PerDie
from domain.kernel import Json


def chance(faces: Sequence[str], face: str, dice: int) -> str:
    """How likely at least one of so many dice shows the face: `87 %`."""
    share = faces.count(face) / len(faces)
    return f"{round(100 * (1 - (1 - share) ** dice))} %"


def mean_damage(faces: Sequence[str], card: AttackCard, dice: int) -> str:
    """What so many dice of an attack deal on average, before blocks and chits: `4.3`."""
    mean = dice * sum(int(face) for face in faces if face.isdigit()) / len(faces)
    for special in card.specials:
        match special:
            case PerDie(face=face, gain=gain):
                mean += dice * gain.get("damage", 0) * faces.count(face) / len(faces)
            case Majority(face=face, over=over, gain=gain):
                more = chance_of_more(faces.count(face) / len(faces), faces.count(over) / len(faces), dice)
                mean += gain.get("damage", 0) * more
    return f"{mean:.1f}"


@cache
def chance_of_more(face: float, over: float, dice: int) -> float:
    """How likely strictly more of the dice show the one face than the other, by their shares."""
    leads = {0: 1.0}
    for _ in range(dice):
        after: dict[int, float] = {}
        for lead, share in leads.items():
            for step, part in ((1, face), (-1, over), (0, 1 - face - over)):
                after[lead + step] = after.get(lead + step, 0.0) + share * part
        leads = after
    return sum(share for lead, share in leads.items() if lead > 0)


def result(card: AttackCard, attack: Json) -> Mapping[str, int]:
    """What a rolled attack of the view comes to by now: damage before a block, and gains (OC-434, OC-435)."""
    if attack.get("flat"):
        return {"damage": card.flat or 0}
    gone = attack.get("cancelled", ())
    dice = [face for index, face in enumerate(attack.get("dice") or ()) if index not in gone]
    gains = {"damage": attack.get("exchanged", 0) + sum(int(face) for face in dice if face.isdigit())}
    for special in card.specials:
        match special:
            case PerDie(face=face):
                times = dice.count(face)
            case Majority(face=face, over=over):
                times = int(dice.count(face) > dice.count(over))
            case _:
                continue
        for gain, amount in special.gain.items():
            gains[gain] = gains.get(gain, 0) + times * amount
    return gains
