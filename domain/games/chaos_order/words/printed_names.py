"""Names of what is printed for everybody: the map, tokens, tracks, tactics cards, the wheel and its die."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from domain.games.chaos_order.components.box import Box, Effects
from domain.games.chaos_order.words.effects_told import effects_told
from domain.games.chaos_order.words.phrases import (
    PHASE_NAMES,
    battle_values,
    begun,
    listed,
    priced,
    signed,
    titled,
)
from domain.kernel import ComponentSet, Json, Name, told_of

COMPASS = {"n": "North", "e": "East", "s": "South", "w": "West"}
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
NOUNS = {
    "gain_energy": "Energy",
    "gain_gems": "Gem",
    "draw_tactics": "Card",
    "gain_research": "Research",
    "gain_fame": "Fame",
    "recruitment_points": "Recruitment",
}
"""What a loose production token without a name is called after: the first that it yields."""
WHEN = {"act": "when you act", "pass": "when you pass", "either": ""}
KINDS_OF_PLACES = {"base_location": "base", "tile_location": "tile", "lake": "lake"}


def effects_text(effects: Effects | None, *, apart: str = ", ") -> str:
    """Typed effects of the box in words; empty for none."""
    return effects_told(msgspec.to_builtins(effects), titled, apart=apart) if effects else ""


def icon_of(effects: Effects | None) -> str | None:
    """A symbol for the first of them that has one."""
    return next((ICONS[effect.do] for effect in effects or () if effect.do in ICONS), None)


def printed_names(components: ComponentSet) -> dict[str, Name]:
    """Everything that belongs to no faction."""
    box, document = components.box, components.document
    places = place_names(document["map"]["places"])
    return {
        **dict(_places(box, document["map"]["places"], places, invented="map" in components.invented)),
        **dict(_borders(document["map"]["borders"], places)),
        **dict(_tiles(box, document["land_tiles"])),
        **dict(_foundations(box, document["neutral_foundations"])),
        **dict(_production(box, document["production_tokens"])),
        **dict(_neutral_prices(document["neutral_pricing"])),
        **dict(_columns(box)),
        **dict(_cards(box, document["tactics_cards"])),
        **dict(_wheel(box, document["combat_wheel"]["sections"])),
    }


def place_names(places: Iterable[Json]) -> dict[str, str]:
    """What places are called; those without a name after their ids, sites of land tiles by their numbers."""
    found: dict[str, str] = {}
    sites: dict[str, int] = {}
    for tree in places:
        name = told_of(tree)[0]
        if tree["kind"] == "tile_location":
            sites[tree["set"]] = sites.get(tree["set"], 0) + 1
            name = name or f"{begun(tree['set'])} Site {sites[tree['set']]}"
        found[tree["id"]] = name or (_base(tree) if tree["kind"] == "base_location" else titled(tree["id"]))
    return found


def _base(tree: Json) -> str:
    """`North Base 1` of `base_n1`; otherwise the words of the id."""
    where = tree["id"].rpartition("_")[2]
    side, number = COMPASS.get(where[:1]), where[1:]
    if side is not None and (not number or number.isdigit()):
        return f"{side} Base {number}".strip()
    return f"{titled(where)} Base"


def _places(
    box: Box, places: Iterable[Json], named: Mapping[str, str], *, invented: bool
) -> Iterator[tuple[str, Name]]:
    for tree in places:
        place, given = tree["id"], effects_text(box.places[tree["id"]].production)
        kind = KINDS_OF_PLACES.get(tree["kind"]) or tree["terrain"]
        text = told_of(tree)[1] or given
        yield (
            place,
            Name(
                "region",
                named[place],
                text,
                kind,
                tree.get("set"),
                place,
                icon_of(box.places[place].production),
                invented,
            ),
        )
        yield f"printed:{place}", Name("production", f"the yield of {named[place]}", given)


def _borders(borders: Iterable[Json], named: Mapping[str, str]) -> Iterator[tuple[str, Name]]:
    for border in borders:
        between = f"between {listed([named[end] for end in border['between']])}"
        yield border["id"], Name("border", told_of(border)[0] or between)


def _tiles(box: Box, tiles: Iterable[Json]) -> Iterator[tuple[str, Name]]:
    for tree in tiles:
        name, text = told_of(tree)
        name = name or f"{begun(tree['set'])} {tree['terrain']}"
        text = text or effects_text(box.tiles[tree["id"]].production)
        icon = icon_of(box.tiles[tree["id"]].production)
        yield tree["id"], Name("tile", name, text, tree["terrain"], tree["set"], icon=icon)


def _foundations(box: Box, foundations: Iterable[Json]) -> Iterator[tuple[str, Name]]:
    """Those of no faction: with the number of a relic, or plain."""
    plain = 0
    for tree in foundations:
        name, text = told_of(tree)
        if tree["relic"] is None:
            plain += 1
            usual, value = f"Plain foundation {plain}", ""
        else:
            usual, value = f"Foundation of relic {tree['relic']}", str(tree["relic"])
        reward = effects_text(box.foundations[tree["id"]].reward)
        yield tree["id"], Name("foundation", name or usual, text or reward, value)


def _production(box: Box, tokens: Iterable[Json]) -> Iterator[tuple[str, Name]]:
    for tree in tokens:
        name, token = told_of(tree)[0], box.production[tree["id"]]
        basic, upgraded = effects_text(token.basic), effects_text(token.upgraded)
        title = name or NOUNS.get(token.basic[0].do if token.basic else "") or titled(tree["id"])
        yield tree["id"], Name("production", f"the {title} token", f"{basic}; upgraded {upgraded}")
        yield f"{tree['id']}:basic", Name("yield", title, basic, icon=icon_of(token.basic))
        yield f"{tree['id']}:upgraded", Name("yield", title, upgraded, icon=icon_of(token.upgraded))


def _neutral_prices(pairs: Iterable[Json]) -> Iterator[tuple[str, Name]]:
    for pair in pairs:
        top, under = pair["top"], pair["under"]
        name = told_of(pair)[0] or f"the neutral tokens {top['cost']} and {under['cost']}"
        yield pair["id"], Name("pair", name, f"the {top['cost']} leaves with relic {top['relic']}")
        for tree in (top, under):
            text = f"{tree['cost']} energy to the supply"
            yield tree["id"], Name("price", f"the neutral {tree['cost']}", text, f"0+{tree['cost']}")


def _columns(box: Box) -> Iterator[tuple[str, Name]]:
    """`discover:2`: its main action, and a lock before it; `:enter` and `:auxiliary:0`: what those give."""
    for track, columns in box.tracks.items():
        for number, column in enumerate(columns, 1):
            key = f"{track}:{number}"
            lock = "lock" if column.lock_before else ""
            title = f"{PHASE_NAMES[track]} {number}"
            yield key, Name("column", title, effects_text(column.main), lock)
            if column.immediate:
                yield f"{key}:enter", Name("column", title, effects_text(column.immediate))
            for at, option in enumerate(column.auxiliary):
                cost = priced(option.energy, option.gems)
                yield f"{key}:auxiliary:{at}", Name("option", effects_text(option.effects), value=cost)
                figures = f"{option.energy}/{option.gems}"
                yield f"{key}:auxiliary:{at}:cost", Name("cost", cost, value=figures)


def _cards(box: Box, trees: Iterable[Json]) -> Iterator[tuple[str, Name]]:
    for tree in trees:
        name, text = told_of(tree)
        card = box.cards[tree["id"]]
        parts = [f"Wheel {card.left} left, {card.right} right"]
        if card.retreat_shields:
            parts.append(f"retreating {signed(card.retreat_shields)} shields")
        battle = effects_text(card.battle)
        parts += [battle] if battle else []
        plays = []
        for number, play in enumerate(card.plays):
            does = effects_text(play.effects) or "nothing"
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


def _wheel(box: Box, sections: Iterable[Json]) -> Iterator[tuple[str, Name]]:
    """`section:die_a`: its kind as value, its icons as text; `die:0`: a face of the die."""
    names = {tree["id"]: told_of(tree)[0] for tree in sections}
    seen: dict[str, int] = {}
    for id, section in box.sections.items():
        sides = [side for side in (section.left, section.right) if side != "none"]
        shown = listed(sides) if len(set(sides)) > 1 else f"all {sides[0]}" if sides else "nothing"
        usual = {"retreat": "Retreat", "massed": "Massed attack", "die": f"Die: {shown}"}
        name = names[id] or usual.get(section.kind) or begun(shown)
        seen[name] = seen.get(name, 0) + 1
        name = name if seen[name] == 1 else f"{name} ({seen[name]})"
        yield f"section:{id}", Name("section", name, f"{section.left}/{section.right}", section.kind)
    printed = box.printed
    figures = f"{printed.left}/{printed.right}/{printed.retreat_shields}"
    yield "printed:battle", Name("card in battle", "no card", value=figures)
    for number, face in enumerate(box.faces):
        values = battle_values(face.strength, 0, face.shields)
        yield f"die:{number}", Name("face", values, value=f"{face.strength}/{face.shields}")
