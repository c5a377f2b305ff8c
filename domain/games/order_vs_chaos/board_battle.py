"""The board's battle zones: a running battle (OC-401 … OC-476), the final battle (OC-610 … OC-620)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.order_vs_chaos import places
from domain.games.order_vs_chaos.components.document import SEGMENTS
from domain.games.order_vs_chaos.scoring import ENDS, STAGES
from domain.games.order_vs_chaos.state import seat_of_hero_unit
from domain.games.order_vs_chaos.words.names import SIDES, box_of, dice
from domain.games.order_vs_chaos.words.table import attack_dice, hero_name, mean_damage, result, unit_name
from domain.kernel import Card, Json, Line, Naming, Zone, counted, listed

# A running battle: how strong both sides are, what is rolled, what comes next (OC-401 … OC-476).

GAINS = {"armor": "chit", "heal": "health", "track": "step"}


def battle_zone(view: Json, naming: Naming) -> Iterator[Zone]:
    """The battle, in front of everything else."""
    battle = view["battle"]
    if battle is None:
        return
    units = sorted(battle["units"], key=lambda unit: battle["units"][unit]["side"] != "order")
    yield Zone(
        places.BATTLE,
        _title(view, naming),
        "cards",
        rank=-10,
        note=f"round {battle['round']}, {_step(battle)}",
        takes_screen=_title(view, naming),
        parties=tuple(dict.fromkeys(filter(None, (_seat(battle, unit) for unit in units)))),
        cards=tuple(_unit(view, unit, naming) for unit in units),
        lines=tuple(_lines(view, naming)),
    )


def _seat(battle: Json, unit: str) -> str | None:
    """The seat that fights with the unit; None if no seat does."""
    owner: str | None = battle["units"][unit]["seat"]
    return seat_of_hero_unit(unit) or owner


def _title(view: Json, naming: Naming) -> str:
    match view["battle"]["kind"]:
        case "screen":
            return "Final battle: Chaos screen"
        case "arch":
            return f"Final battle: {naming.name(view['arch_enemy'])}"
    return f"Battle at {naming.name(view['battle']['location'])}"


def _step(battle: Json) -> str:
    """`melee, targets`."""
    return ", ".join(part for part in (battle["step"], battle["substep"]) if part)


def _unit(view: Json, unit: str, naming: Naming) -> Card:
    """A fighter: its health, its armor, what it attacks with this round."""
    known = view["battle"]["units"][unit]
    parts = [f"{SIDES[known['side']]}, armor {known['armor']}, {counted(known['chits'], 'chit')}"]
    if known["debt"]:
        parts.append(f"its block uses {known['debt']} of its damage")
    if known["track"]:
        parts.append(f"step {known['track']} of its battle track")
    if view["battle"]["step"] == "weapons" and _chooses(view, unit, naming) and not known["selected"]:
        parts.append("weapons not chosen")
    else:
        parts += [_attack(view, unit, attack, naming) for attack in known["selected"]] or ["no attack"]
    return Card(
        places.unit(unit),
        unit_name(view, unit, naming),
        f"{known['health']}/{known['max_health']}",
        "; ".join(parts),
        "heart",
    )


def _chooses(view: Json, unit: str, naming: Naming) -> bool:
    """Whether the unit chooses its weapons each round: Order heroes and the Ghoul (OC-410, OC-412)."""
    seat = seat_of_hero_unit(unit)
    if seat is None:
        return False
    hero = view["seats"][seat]
    return hero["side"] == "order" or box_of(naming).heroes[hero["hero"]].picks_one_attack


def _attack(view: Json, unit: str, attack: str, naming: Naming) -> str:
    """`Wakizashi, melee, 5 dice (6.7 damage on average)`, or what has been rolled of it."""
    card = box_of(naming).attacks[attack]
    for made in view["battle"]["attacks"]:
        if (made["unit"], made["attack"]) == (unit, attack):
            return _made(view, made, naming)
    number = attack_dice(view, unit, attack, naming)
    mean = mean_damage(box_of(naming).die_faces, card, number)
    return f"{card.name}, {card.segment}, {dice(number)}, about {mean} damage"


def _made(view: Json, made: Json, naming: Naming) -> str:
    """An attack of the current segment: its target, its dice and their result (OC-431 … OC-435)."""
    card = box_of(naming).attacks[made["attack"]]
    target = made.get("target")
    at = f"{card.name} at {unit_name(view, target, naming)}" if target else f"{card.name}, no target yet"
    if made.get("flat"):
        return f"{at}: {card.flat} damage without a roll"
    if made.get("dice") is None:
        number = attack_dice(view, made["unit"], made["attack"], naming)
        mean = mean_damage(box_of(naming).die_faces, card, number)
        return f"{at}: {dice(number)} to roll, about {mean} damage"
    gone = made.get("cancelled", ())
    faces = " ".join(f"({face})" if at in gone else face for at, face in enumerate(made["dice"]))
    gains = dict(result(card, made))
    told = [f"{gains.pop('damage')} damage"]
    told += [f"+{amount} {GAINS[gain]}" for gain, amount in gains.items() if amount]
    return f"{at}: {faces or 'no dice'} = {', '.join(told)}"


def _lines(view: Json, naming: Naming) -> Iterator[Line]:
    """The next step of this battle, and the battles after it."""
    yield Line("Next", _next(view, naming), "swords")
    if view["waiting_battles"]:
        where = [naming.name(waiting["location"]) for waiting in view["waiting_battles"]]
        yield Line("Then battles", f"at {listed(where)}", "swords", alarm=True)


def _next(view: Json, naming: Naming) -> str:
    battle = view["battle"]
    attacks = battle["attacks"]
    if battle["step"] == "weapons":
        open_ = [
            unit
            for unit, known in battle["units"].items()
            if _chooses(view, unit, naming) and not known["selected"]
        ]
        return f"{_named(view, open_, naming)} choose{'s' if len(open_) == 1 else ''} weapons"
    if battle["step"] == "block":
        able = [unit for unit, known in battle["units"].items() if known["chits"] < known["armor"]]
        return f"may block: {_named(view, able, naming)}"
    if battle["step"] == "retreat":
        first, *others = [hero_name(view, seat, naming) for seat in battle["retreat_queue"]] or ["nobody"]
        return f"{first} stays or retreats{', then ' if others else ''}{listed(others)}"
    if battle["step"] in SEGMENTS and battle["substep"] == "targets":
        aiming = list(dict.fromkeys(made["unit"] for made in attacks if not made.get("target")))
        return f"targets of {_named(view, aiming, naming)}"
    unrolled = [made for made in attacks if made.get("dice") is None and not made.get("flat")]
    if unrolled:
        return f"{len(attacks) - len(unrolled)} of {counted(len(attacks), 'attack')} rolled"
    return "all attacks rolled: resolve the damage"


def _named(view: Json, units: list[str], naming: Naming) -> str:
    return listed([unit_name(view, unit, naming) for unit in units]) or "nobody"


# The final battle before it is fought, and how the game ended (OC-610 … OC-620).


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
        full = box_of(naming).arch_enemies[view["arch_enemy"]].health_against(_order(view))
        left = f"{max(0, table['arch_enemy_health'])} of {full} health left"
        lines.append(Line(naming.name(view["arch_enemy"]), left, "heart"))
    yield Zone("result", "Result", "list", -10, lines=tuple(lines))


def _order(view: Json) -> int:
    return sum(hero["side"] == "order" for hero in view["seats"].values())
