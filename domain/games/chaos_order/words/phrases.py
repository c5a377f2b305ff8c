"""Phrases of every sentence: numbers with units, phases, pieces, and effects (CO-570 … CO-595).

It also names what the rules read apart from the map: research tracks, tactics cards, the wheel and its
die.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import msgspec

from domain.games.chaos_order.components.box import Box, Effects
from domain.kernel import Json, Name, capitalized, counted, figure, listed, signed, told_of

# Phrases that every sentence is made of: numbers with their unit, phases and pieces.

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
    """`Set prices`; the word itself if it is not a phase."""
    return PHASE_NAMES.get(phase) or phase


def building_name(kind: str) -> str:
    """`Outpost`; the word itself if it is not a building."""
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


# Effects of the vocabulary in words (CO-570 … CO-595): what a column, a card or an ability gives.

Called = Callable[[str], str]
"""The name of an id: a counter, an ability, a text carried out by hand."""

GAINS = {"gain_energy": "energy", "gain_gems": "gem", "gain_fame": "fame"}
LOSSES = {"lose_energy": "energy", "lose_gems": "gem"}
POINTS = {
    "build_points": "build point",
    "harvest_points": "harvest point",
    "recruitment_points": "recruitment point",
    "movement_points": "movement point",
    "redeploy": "redeployment",
}
DOINGS = {
    "draw_tactics": ("draw", "card"),
    "discard": ("discard", "card"),
    "construct_foundation": ("construct", "foundation"),
    "construct_building": ("construct", "building"),
    "construct_either": ("construct", "foundation or building"),
    "upgrade_production_token": ("upgrade", "production token"),
    "upgrade_attribute": ("upgrade", "attribute"),
    "land_fighters": ("land up to", "fighter"),
}
PLAIN = {
    "deploy_leader": "deploy a leader",
    "upgrade_leader": "upgrade a leader",
    "collect_pricing_tokens": "take your tokens back from the vault",
    "remove_token": "the token leaves the game after use",
    "region_reward": "upgrade an attribute or +1 gem",
}
EACH = {
    "controlled_regions": "region you control",
    "controlled_land": "land region you control",
    "fighters_here": "own fighter there",
    "relics": "relic you hold",
}


def effects_told(effects: Iterable[Json], called: Called, *, apart: str = ", ") -> str:
    """Effects one after another; `nothing` for none."""
    return apart.join(effect_told(effect, called) for effect in effects) or "nothing"


def effect_told(effect: Mapping[str, Json], called: Called, left: int | None = None) -> str:
    """One effect. left: what is left of it, where that is known."""
    do = effect["do"]
    n = effect.get("n", 1) if left is None else left
    if do in GAINS:
        return f"{signed(n)} {_thing(n, GAINS[do])}"
    if do in LOSSES:
        return f"{figure(-n)} {_thing(n, LOSSES[do])}"
    if do in POINTS:
        return amount(n, POINTS[do])
    if do in PLAIN:
        return PLAIN[do] if n == 1 else f"{PLAIN[do]}, {n} times"
    if do == "gain_research":
        tracks = listed([PHASE_NAMES[track] for track in effect.get("among") or ()], " or ")
        return f"{n} research{' on ' if tracks else ''}{tracks}"
    if do in DOINGS:
        return _doing(effect, n)
    return _OTHERS[do](effect, called) if do in _OTHERS else do.replace("_", " ")


def _thing(n: int, thing: str) -> str:
    return amount(abs(n), thing).partition(" ")[2]


def _doing(effect: Mapping[str, Json], n: int) -> str:
    verb, thing = DOINGS[effect["do"]]
    kinds = [BUILDING_NAMES[kind].lower() for kind in effect.get("among") or () if kind in BUILDING_NAMES]
    if effect["do"] == "construct_either" and n != 1:
        return f"construct {n} foundations or buildings"
    return f"{verb} {amount(n, listed(kinds, ' or ') or thing)}"


def _choice(effect: Mapping[str, Json], called: Called) -> str:
    return "; or ".join(effects_told(branch, called) for branch in effect.get("branches", ()))


def _optional(effect: Mapping[str, Json], called: Called) -> str:
    return f"{effects_told(effect.get('effects', ()), called)} (optional)"


def _pay(effect: Mapping[str, Json], called: Called) -> str:
    cost = priced(effect.get("energy", 0), effect.get("gems", 0))
    bought = effects_told(effect.get("effects", ()), called)
    return f"pay {cost} for {bought}" if bought.startswith("+") else f"pay {cost}: {bought}"


def _per(effect: Mapping[str, Json], called: Called) -> str:
    of = str(effect.get("name"))
    each = EACH.get(of) or f"point of your {called(of.removeprefix('counter:')).lower()}"
    return f"for each {each}: {effects_told(effect.get('effects', ()), called)}"


def _counter(effect: Mapping[str, Json], called: Called) -> str:
    return f"{called(str(effect.get('name'))).lower()} {signed(effect.get('n', 1))}"


def _set_counter(effect: Mapping[str, Json], called: Called) -> str:
    return f"{called(str(effect.get('name'))).lower()} becomes {figure(effect.get('n', 1))}"


def _combat(effect: Mapping[str, Json], called: Called) -> str:
    values = [(name, effect.get(name, 0)) for name in ("strength", "attack", "shields")]
    return ", ".join(changed(number, name) for name, number in values if number) or "nothing"


def _wound(effect: Mapping[str, Json], called: Called) -> str:
    side = "opposing" if effect.get("name") == "opponent" else "own"
    return f"wounds {counted(effect.get('n', 1), f'{side} fighter')}"


def _region_count(effect: Mapping[str, Json], called: Called) -> str:
    n = effect.get("n", 1)
    return f"{signed(n)} {_thing(n, 'region')} in this round’s count"


def _place_token(effect: Mapping[str, Json], called: Called) -> str:
    where = "on a lake" if tuple(effect.get("among") or ()) == ("lake",) else "on land or your base"
    return f"place a production token {where}"


_OTHERS: Mapping[str, Callable[[Mapping[str, Json], Called], str]] = {
    "choice": _choice,
    "optional": _optional,
    "pay": _pay,
    "per": _per,
    "counter": _counter,
    "set_counter": _set_counter,
    "combat": _combat,
    "wound": _wound,
    "region_count": _region_count,
    "place_production_token": _place_token,
    "manual": lambda effect, called: f"{called(str(effect.get('name')))}, resolved by hand",
    "optional_ability": lambda effect, called: f"{called(str(effect.get('name')))} (optional)",
    "ability": lambda effect, called: called(str(effect.get("name"))),
}


# The effects of a component set in words, with a symbol.

SIDES = ("basic", "upgraded")

ICONS = {
    "gain_energy": "zap",
    "gain_gems": "gem",
    "draw_tactics": "layers",
    "gain_research": "search",
    "gain_fame": "star",
    "recruitment_points": "users",
    "movement_points": "footprints",
    "build_points": "house",
    "harvest_points": "package-check",
}
"""Symbols of the page for what effects bring."""


Tell: TypeAlias = Callable[[Effects | None], str]
"""Typed effects of the box → words; empty for none."""


def teller(document: Mapping[str, Json]) -> Tell:
    """Tells the effects of a set, with its own names of counters, abilities and texts."""
    named: dict[str, str] = {}
    for faction in document["factions"]:
        for thing in (*faction["counters"], *ability_trees(faction)):
            if name := told_of(thing)[0]:
                named[thing["id"]] = name

    def called(id: str) -> str:
        return named.get(id) or titled(id)

    def tell(effects: Effects | None) -> str:
        return effects_told(msgspec.to_builtins(effects), called) if effects else ""

    return tell


def ability_trees(faction: Json) -> Iterator[Json]:
    """Every ability of a faction, its leaders, attributes and buildings."""
    sides = [card[side] for card in (*faction["leaders"], *faction["attributes"]) for side in SIDES]
    for carrier in (faction, *sides, *faction["buildings"].values()):
        yield from carrier["abilities"]


def icon_of(effects: Effects | None) -> str | None:
    """A symbol for the first of them that has one."""
    return next((ICONS[effect.do] for effect in effects or () if effect.do in ICONS), None)


# Names of what the rules read besides the map: research tracks, tactics cards, the wheel and its die.

WHEN = {"act": "when you act", "pass": "when you pass", "either": ""}


def columns(tell: Tell, box: Box) -> Iterator[tuple[str, Name]]:
    """`discover:2`: its main action, and a lock before it; `:enter` and `:auxiliary:0`: what those give."""
    for track, columns in box.tracks.items():
        for number, column in enumerate(columns, 1):
            key = f"{track}:{number}"
            lock = "lock" if column.lock_before else ""
            title = f"{PHASE_NAMES[track]} {number}"
            yield key, Name("column", title, tell(column.main), lock)
            if column.immediate:
                yield f"{key}:enter", Name("column", title, tell(column.immediate))
            for at, option in enumerate(column.auxiliary):
                cost = priced(option.energy, option.gems)
                yield f"{key}:auxiliary:{at}", Name("option", tell(option.effects), value=cost)
                figures = f"{option.energy}/{option.gems}"
                yield f"{key}:auxiliary:{at}:cost", Name("cost", cost, value=figures)


def cards(tell: Tell, box: Box, trees: Iterable[Json]) -> Iterator[tuple[str, Name]]:
    for tree in trees:
        name, text = told_of(tree)
        card = box.cards[tree["id"]]
        parts = [f"Wheel {card.left} left, {card.right} right"]
        if card.retreat_shields:
            parts.append(f"retreating {changed(card.retreat_shields, 'shields')}")
        battle = tell(card.battle)
        parts += [battle] if battle else []
        plays = []
        for number, play in enumerate(card.plays):
            does = tell(play.effects) or "nothing"
            terms = [part for part in (WHEN[play.when], "past a gem lock" if play.gem_lock else "") if part]
            key = f"{card.id}:play:{number}"
            yield key, Name("play", does, ", ".join(terms), play.phase, of=play.when)
            plays.append(
                f"{PHASE_NAMES[play.phase]}{f' {WHEN[play.when]}' if WHEN[play.when] else ''}: {does}"
            )
        own = f"{'; '.join(parts)}. {'. '.join(plays)}."
        yield card.id, Name("card", name or card.name, text or own, f"{card.left}/{card.right}")
        figures = f"{card.left}/{card.right}/{card.retreat_shields}"
        yield f"{card.id}:battle", Name("card in battle", card.name, battle, figures)


def wheel(box: Box, sections: Iterable[Json]) -> Iterator[tuple[str, Name]]:
    """`section:die_a`: its kind as value, its icons as text; `die:0`: a face of the die.

    By its own id a section is known where the set says something of it: causes share these ids.
    """
    told = {tree["id"]: told_of(tree) for tree in sections}
    seen: dict[str, int] = {}
    for id, section in box.sections.items():
        shown = listed([side for side in (section.left, section.right) if side != "none"])
        usual = {"retreat": "Retreat", "massed": "Massed attack", "die": f"Die: {shown}"}
        name, text = told[id]
        name = name or usual.get(section.kind) or capitalized(shown)
        seen[name] = seen.get(name, 0) + 1
        name = name if seen[name] == 1 else f"{name} ({seen[name]})"
        if any(told[id]):
            yield id, Name("section as printed", name, text)
        yield f"section:{id}", Name("section", name, f"{section.left}/{section.right}", section.kind)
    printed = box.printed
    figures = f"{printed.left}/{printed.right}/{printed.retreat_shields}"
    yield "printed:battle", Name("card in battle", "no card", value=figures)
    for number, face in enumerate(box.faces):
        values = battle_values(face.strength, 0, face.shields)
        yield f"die:{number}", Name("face", values, value=f"{face.strength}/{face.shields}")
