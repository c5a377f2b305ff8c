"""Phrases that every sentence is made of: numbers with their unit, phases and pieces."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel import capitalized, counted, figure, listed, signed

PHASE_NAMES = {
    "setup": "Setup",
    "set_prices": "Set prices",
    "discover": "Discover",
    "build": "Build",
    "harvest": "Harvest",
    "recruit": "Recruit",
    "move": "Move",
    "combat": "Combat",
    "gain_income": "Gain income",
    "check_relics": "Check relics",
    "finished": "End of the game",
}
BUILDING_NAMES = {"foundry": "Foundry", "outpost": "Outpost", "stronghold": "Stronghold"}
SETUP_STEPS = {
    "prepare": "The table is set up",
    "bases": "Place the bases",
    "foundations": "Place the neutral foundations next",
    "units": "Place the first units",
    "done": "Setup is complete",
}
BEGINNINGS = PHASE_NAMES | {
    "set_prices": "Pricing",
    "gain_income": "Income",
    "check_relics": "Checking relics",
}
GUN_REASONS = {
    "left_of_pricer": ": left of the seat that priced Move",
    "next_from_holder": ": next after its holder",
    "neutral": ": Move has a neutral price",
}
VICTORIES = {
    "all_relics": ", by holding every relic on the map",
    "fame": ", by fame",
    "land_regions": ", by land regions",
    "relics_tiebreak": ", by relics, after a tie in land regions",
    "shared": ", after a tie in land regions and relics",
}
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
IRREGULAR = {"energy": "energy", "fame": "fame", "research": "research", "foundry": "foundries"}


def phase_name(phase: str) -> str:
    """`Set prices`; of what is no phase the word itself."""
    return PHASE_NAMES.get(phase) or phase


def building_name(kind: str) -> str:
    """`Outpost`; of what is no building the word itself."""
    return BUILDING_NAMES.get(kind) or kind


def plural(thing: str) -> str:
    """`gems` of `gem`; what cannot be counted stays as it is."""
    return IRREGULAR.get(thing, f"{thing}s")


def amount(number: int, thing: str) -> str:
    """`1 gem`, `2 gems`, `3 energy`."""
    return counted(number, thing, plural(thing))


def changed(number: int, value: str) -> str:
    """`+1 shield`, `−2 shields`, `+1 strength`."""
    return f"{signed(number)} {value.removesuffix('s') if value == 'shields' and abs(number) == 1 else value}"


def ordinal(place: int) -> str:
    """`first` of 0; from the seventh on `number 7`."""
    return ORDINALS[place] if place < len(ORDINALS) else f"number {place + 1}"


def titled(id: str) -> str:
    """An id as people write it: `leyrien.power_line` → `Power Line`, `beacon2` → `Beacon`."""
    words = id.rpartition(".")[2].rstrip("0123456789").replace("_", " ").replace("-", " ").split()
    return " ".join(capitalized(word) for word in words) or id


def possessive(name: str) -> str:
    """`Zcharo’s`, `Circadians’`."""
    return f"{name}’" if name.endswith("s") else f"{name}’s"


def priced(energy: int, gems: int) -> str:
    """`2 energy`, `1 gem`, `2 energy and 1 gem`; `nothing`."""
    parts = [amount(number, thing) for number, thing in ((energy, "energy"), (gems, "gem")) if number]
    return listed(parts) or "nothing"


def battle_values(strength: int, attack: int, shields: int) -> str:
    """`2 strength, 1 shield`; empty for nothing."""
    parts = [f"{figure(strength)} strength"] if strength else []
    parts += [f"{figure(attack)} attack"] if attack else []
    parts += [counted(shields, "shield")] if shields else []
    return ", ".join(parts)


def units(fighters: int, leaders: Sequence[str]) -> str:
    """`2 fighters and Elder`."""
    return listed(([counted(fighters, "fighter")] if fighters else []) + list(leaders)) or "no units"


def article(thing: str) -> str:
    """`an Outpost`, `a Foundry`."""
    return f"{'an' if thing[:1] in 'AEIOU' else 'a'} {thing}"
