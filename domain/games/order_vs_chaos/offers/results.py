"""The offer of a segment's results: which chits absorb, in which order a unit's attacks count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from domain.games.order_vs_chaos.rules.segments import result_of
from domain.games.order_vs_chaos.state import Battle, State
from domain.kernel import Arriving, Each, Offer, Optional, Range, Sent, Several
from domain.kernel.offers import Domain

Volleys = Mapping[str, tuple[Sent, ...]]
"""For each unit the damage of its attacks as they are printed or selected, before a block."""


def results_offer(state: State, battle: Battle) -> Offer:
    """OC-437: chits that absorb, at most the damage that arrives; OC-422: what a block forgoes of it first.

    The order of a blocker's attacks decides whom its damage spares.
    """
    chits = {name: max(0, unit.chits) for name, unit in battle.units.items()}
    volleys: dict[str, tuple[Sent, ...]] = {}
    for one in battle.attacks:
        result = result_of(state, one)
        chits[one.unit] += result.armor
        sent = Sent(one.attack, one.target or "", result.damage)
        volleys[one.unit] = (*volleys.get(one.unit, ()), sent)
    debts = {name: battle.units[name].debt for name in volleys}
    least, most = _arriving(volleys, debts)
    absorb: dict[str, Domain] = {
        name: Optional(Range(0, min(number, most[name]))) for name, number in chits.items()
    }
    order: dict[str, Domain] = {
        name: Optional(Several(tuple(one.value for one in sent), len(sent), len(sent), ordered=True))
        for name, sent in volleys.items()
    }
    hangs = any(min(number, least[name]) < min(number, most[name]) for name, number in chits.items())
    return Offer(
        "resolve_segment",
        None,
        {"absorb": Optional(Each(absorb)), "order": Optional(Each(order))},
        (Arriving("absorb", "order", volleys, debts),) if hangs else (),
    )


def _arriving(volleys: Volleys, debts: Mapping[str, int]) -> tuple[Counter[str], Counter[str]]:
    """The least and the most damage that each unit may take: where it comes first and last in every order."""
    least: Counter[str] = Counter()
    most: Counter[str] = Counter()
    for name, sent in volleys.items():
        aimed: Counter[str] = Counter()
        for one in sent:
            aimed[one.to] += one.points
        for target, points in aimed.items():
            others = aimed.total() - points
            least[target] += max(0, points - debts[name])
            most[target] += max(0, points - max(0, debts[name] - others))
    return least, most
