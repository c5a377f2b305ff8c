"""The final battle before it is fought, and how the game ended (OC-610 … OC-620)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.order_vs_chaos.scoring import ENDS, STAGES
from domain.games.order_vs_chaos.words.names import SIDES, box_of
from domain.games.order_vs_chaos.words.table import hero_name
from domain.kernel import Json, Line, Naming, Zone, listed


def final_zone(view: Json, naming: Naming) -> Iterator[Zone]:
    """OC-613: each pair of a Chaos hero and its monster, which loses together as much as Order's doom."""
    final = view["final"]
    if final is None or view["phase"] != "final" or view["battle"] is not None:
        return
    doom = view["doom"]["order"]
    yield Zone(
        "final",
        "Final battle",
        "list",
        -5,
        note=f"each pair loses {doom} health in total to Order’s doom",
        lines=tuple(_pairs(view, naming)),
    )


def _pairs(view: Json, naming: Naming) -> Iterator[Line]:
    for seat, health in view["final"]["monsters"].items():
        hero = view["seats"][seat]
        type = hero["monster_type"]
        monster = "" if type is None else f"; {naming.name(type)} {health}"
        yield Line(hero_name(view, seat, naming), f"{hero['health']}{monster}", "heart")


def result_zone(view: Json, naming: Naming) -> Iterator[Zone]:
    """OC-602, OC-603: all seats of a side win together."""
    result = view["result"]
    if result is None:
        return
    winners = [
        naming.seat(seat).text for seat, hero in view["seats"].items() if hero["side"] == result["winner"]
    ]
    lines = [
        Line("Winner", f"{SIDES[result['winner']]}: {listed(winners)}", "trophy"),
        Line("Decided by", f"{ENDS[result['reason']]}, {STAGES[result['stage']]}", "scale"),
    ]
    table = view["table"]
    if table is not None and view["arch_enemy"] is not None:
        full = box_of(naming).arch_enemies[view["arch_enemy"]].health[_order(view)]
        left = f"{max(0, table['arch_enemy_health'])} of {full} health left"
        lines.append(Line(naming.name(view["arch_enemy"]), left, "heart"))
    yield Zone("result", "Result", "list", -10, lines=tuple(lines))


def _order(view: Json) -> str:
    return str(sum(hero["side"] == "order" for hero in view["seats"].values()))
