"""The battle that is fought, with what each side is worth and what is next; the battles that are due."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.chaos_order.words.names import called
from domain.games.chaos_order.words.phrases import battle_values, possessive
from domain.kernel import UNKNOWN, Json, Line, Naming, Zone, counted, figure, listed

FIRST = -10
"""Before all maps."""
COMPARED = ("plan", "reveal", "effects", "victory")
"""The steps at which the values of both sides still count."""


def battle_zones(view: Json, naming: Naming) -> Iterator[Zone]:
    """CO-401 … CO-453."""
    battle = view["battle"]
    due = [place for place, region in view["regions"].items() if region["contested"]]
    if battle is not None:
        due = [place for place in due if place != battle["region"]]
        yield Zone(
            "battle",
            f"Battle for {called(naming, battle['region'])}",
            "mat",
            FIRST,
            note=_next(battle, naming),
            lines=tuple(_sides(view, battle, naming)),
        )
    if due:
        chooses = view["combat_turn"] if battle is None and view["phase"] == "combat" else None
        yield Zone(
            "battles",
            "Battles left" if view["phase"] == "combat" else "Contested regions",
            "list",
            20,
            note=f"{naming.seat(chooses).text} chooses one"
            if chooses
            else listed([called(naming, p) for p in due]),
            folded=view["phase"] != "combat",
            lines=tuple(_due(view, place, naming) for place in due),
        )


def _due(view: Json, place: str, naming: Naming) -> Line:
    values = view["regions"][place]["values"]
    sides = [f"{naming.seat(seat).text} {figure(one['strength'])}" for seat, one in values.items()]
    return Line(called(naming, place), f"{' against '.join(sides)} strength")


def _next(battle: Json, naming: Naming) -> str:
    selector, opponent = (naming.seat(battle[side]).text for side in ("selector", "opponent"))
    victor = battle["victor"]
    loser = opponent if victor == battle["selector"] else selector
    match battle["step"]:
        case "plan":
            to_come = [
                battle[side] for side in ("selector", "opponent") if battle[side] not in battle["committed"]
            ]
            return f"{_names(to_come, naming)} {'plan' if len(to_come) > 1 else 'plans'}"
        case "reveal":
            return "revealed next"
        case "retreat":
            return f"{loser} chooses where to retreat"
        case "rout":
            return f"{loser} loses the region"
    return f"{naming.seat(victor).text} wins" if victor else "plans take effect"


def _names(seats: Sequence[str], naming: Naming) -> str:
    return listed([naming.seat(seat).text for seat in seats])


def _sides(view: Json, battle: Json, naming: Naming) -> Iterator[Line]:
    """For each side what it is worth and has there, and what is known of its plan."""
    for side in ("selector", "opponent"):
        seat = battle[side]
        name, values = naming.seat(seat).text, battle["values"].get(seat)
        parts = [_units(view, battle["region"], seat, naming)]
        if values is not None and battle["step"] in COMPARED:
            parts.insert(0, _figures(values))
        yield Line(name, "; ".join(parts), "users")
        yield Line(f"{possessive(name)} plan", _plan(view, battle, seat, naming))


def _figures(values: Json) -> str:
    """`5 strength, 1 attack`: the strength always, what else there is after it."""
    strength, attack, shields = values["strength"], values["attack"], max(0, values["shields"])
    return ", ".join(
        part for part in (f"{figure(strength)} strength", battle_values(0, attack, shields)) if part
    )


def _units(view: Json, place: str, seat: str, naming: Naming) -> str:
    region = view["regions"].get(place, {})
    fighters = region.get("fighters", {}).get(seat, 0)
    parts = [counted(fighters, "fighter")] if fighters else []
    parts += [called(naming, leader) for leader in region.get("leaders", {}).get(seat, ())]
    parts += [
        called(naming, foundation["building"]["type"])
        for foundation in region.get("foundations", ())
        if foundation["building"] is not None and foundation["building"]["seat"] == seat
    ]
    return listed(parts) or "nothing"


def _plan(view: Json, battle: Json, seat: str, naming: Naming) -> str:
    """What is known of a plan; what may go into it while it is not made."""
    plan, player = battle["plans"].get(seat), view["seats"][seat]
    if plan is None and battle["step"] == "plan" and seat not in battle["committed"]:
        return f"{counted(player['gems'], 'gem')} and {counted(player['hand_size'], 'card')} to plan with"
    if plan is None:
        return "sealed"
    parts = [called(naming, f"section:{plan['section']}")]
    parts += {"bluff": ["a bluff"], "none": ["no card"]}.get(plan["tactics"], [])
    if plan["card"] is not None:
        parts.append("an unknown card" if plan["card"] == UNKNOWN else called(naming, plan["card"]))
    if seat in battle["dice"]:
        face = f"die:{battle['dice'][seat]}"
        parts.append(f"rolled {called(naming, face)}")
    return ", ".join(parts)
