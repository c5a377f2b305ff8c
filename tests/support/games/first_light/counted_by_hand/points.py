"""Points counted from a table as the final ones are written, by the rules FL-521..535 and FL-602..607."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from tests.support.games.first_light.counted_by_hand.recording import Recording

CLANS = ("leyrien", "zcharo", "jrayek")


def in_column(table: Mapping[str, Any], seat: str, *clans: str) -> int:
    """The seat's dice in these columns."""
    cells = table["negotiation"]["cells"]
    return sum(cell is not None and cell["owner"] == seat for clan in clans for cell in cells[clan])


def at_the_depository(table: Mapping[str, Any], seat: str) -> int:
    """The seat's dice at the Depository."""
    return sum(owner == seat for rows in table["depository"].values() for owner in rows.values())


def loose(table: Mapping[str, Any], seat: str) -> int:
    """Dice in the reserve and at the Headquarters."""
    held = [die for die in table["headquarters"] if die is not None and die["owner"] == seat]
    return len(held) + int(table["seats"][seat]["reserve"])


def of_kind(recording: Recording, table: Mapping[str, Any], seat: str, kind: str) -> int:
    """The seat's acquired Items of a kind."""
    kinds = {item["id"]: item["kind"] for item in recording.box["items"]}
    return sum(kinds[item] == kind for item in table["seats"][seat]["acquired"])


def tiles(table: Mapping[str, Any], seat: str, kind: str) -> list[str]:
    """The seat's tiles of a kind."""
    return [tile for tile in table["seats"][seat][kind] if tile is not None]


BONUS: dict[str, Callable[[Recording, Mapping[str, Any], str], Any]] = {
    "alien_relic": lambda _, table, seat: in_column(table, seat, *CLANS),
    "archive": lambda _, table, seat: len(table["seats"][seat]["hand"]) // 2,
    "engineer_bot": lambda _, table, seat: at_the_depository(table, seat),
    "grogg": lambda _, table, seat: table["seats"][seat]["water"] // 5,
    "jakhaw": lambda _, table, seat: len(tiles(table, seat, "upgrades")),
    "jrayek_shield": lambda _, table, seat: 2 * in_column(table, seat, "jrayek"),
    "karvyk": lambda _, table, seat: len(tiles(table, seat, "farm_tiles")),
    "leyrien_scythe": lambda _, table, seat: 2 * in_column(table, seat, "leyrien"),
    "security_drone": lambda box, table, seat: 2 * of_kind(box, table, seat, "end_game"),
    "sleep_capsules": lambda _, table, seat: loose(table, seat),
    "uxolotyl": lambda _, table, seat: table["seats"][seat]["algae"] // 4,
    "worker_drone": lambda box, table, seat: 2 * of_kind(box, table, seat, "in_game"),
    "yeki": lambda _, table, seat: table["seats"][seat]["gems"] // 2,
    "zcarpi": lambda _, table, seat: table["seats"][seat]["power"] // 2,
    "zcharo_flyer": lambda _, table, seat: 2 * in_column(table, seat, "zcharo"),
}
"""FL-521..535: what one copy of each Item gives at the end."""


def bonuses(recording: Recording, table: Mapping[str, Any], seat: str) -> list[tuple[str, int]]:
    """Each acquired copy with a bonus, and its points."""
    acquired = table["seats"][seat]["acquired"]
    return [(item, BONUS[item](recording, table, seat)) for item in acquired if item in BONUS]


def printed(recording: Recording) -> dict[str, int]:
    """The points printed on each Item."""
    return {item["id"]: item["points"] for item in recording.box["items"]}


def parts(recording: Recording, table: Mapping[str, Any], seat: str) -> dict[str, int]:
    """Points by source without the Harvester: Negotiation, Items, Research Base, Gems."""
    base, cells = recording.box["base"], recording.side("negotiation")["cells"]
    points = {
        kind: Counter({tile["id"]: tile["points"] for tile in recording.box[kind]})
        for kind in ("farm_tiles", "upgrade_tiles")
    }
    farms, upgrades = tiles(table, seat, "farm_tiles"), tiles(table, seat, "upgrades")
    return {
        "negotiation": sum(
            cell["points"]
            for clan in CLANS
            for cell, die in zip(cells[clan], table["negotiation"]["cells"][clan], strict=True)
            if die is not None and die["owner"] == seat
        ),
        "items": sum(printed(recording)[item] for item in table["seats"][seat]["acquired"])
        + sum(bonus for _, bonus in bonuses(recording, table, seat)),
        "research_base": base["farm_points"][len(farms)]
        + base["garage_points"][len(upgrades)]
        + sum(points["farm_tiles"][tile] for tile in farms)
        + sum(points["upgrade_tiles"][tile] for tile in upgrades),
        "gems": table["seats"][seat]["gems"],
    }
