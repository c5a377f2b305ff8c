"""Names of what belongs to no faction: the map, foundations and tokens; with those of `rule_names`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from domain.games.chaos_order.components.box import Box
from domain.games.chaos_order.words.phrases import Tell, cards, columns, icon_of, teller, titled, wheel
from domain.kernel import ComponentSet, Json, Name, capitalized, listed, told_of, with_text

COMPASS = {"n": "North", "e": "East", "s": "South", "w": "West"}
NOUNS = {
    "gain_energy": "Energy",
    "gain_gems": "Gem",
    "draw_tactics": "Card",
    "gain_research": "Research",
    "gain_fame": "Fame",
    "recruitment_points": "Recruitment",
}
"""The names of loose production tokens that have none of their own, by the first thing that they yield."""
KINDS_OF_PLACES = {"base_location": "base", "tile_location": "tile", "lake": "lake"}


def printed_names(components: ComponentSet) -> dict[str, Name]:
    """Everything that belongs to no faction."""
    box, document = components.box, components.document
    tell = teller(document)
    places = place_names(document["map"]["places"])
    return {
        **dict(_places(tell, box, document["map"]["places"], places, invented="map" in components.invented)),
        **dict(_borders(document["map"]["borders"], places)),
        **dict(_tunnels(document["map"]["tunnels"])),
        **dict(_tiles(tell, box, document["land_tiles"])),
        **dict(_foundations(tell, box, document["neutral_foundations"])),
        **dict(_production(tell, box, document["production_tokens"])),
        **dict(_neutral_prices(document["neutral_pricing"])),
        **dict(columns(tell, box)),
        **dict(cards(tell, box, document["tactics_cards"])),
        **dict(wheel(box, document["combat_wheel"]["sections"])),
    }


def place_names(places: Iterable[Json]) -> dict[str, str]:
    """The names of places; those without one after their ids, sites of land tiles by their numbers."""
    found: dict[str, str] = {}
    sites: dict[str, int] = {}
    for tree in places:
        name = told_of(tree)[0]
        if tree["kind"] == "tile_location":
            sites[tree["set"]] = sites.get(tree["set"], 0) + 1
            name = name or f"{capitalized(tree['set'])} Site {sites[tree['set']]}"
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
    tell: Tell, box: Box, places: Iterable[Json], named: Mapping[str, str], *, invented: bool
) -> Iterator[tuple[str, Name]]:
    for tree in places:
        place, given = tree["id"], tell(box.places[tree["id"]].production)
        kind = KINDS_OF_PLACES.get(tree["kind"]) or tree.get("terrain") or ""
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
        name, text = told_of(border)
        yield border["id"], Name("border", name or between, text)


def _tunnels(tunnels: Iterable[Json]) -> Iterator[tuple[str, Name]]:
    for tunnel in tunnels:
        name, text = told_of(tunnel)
        yield tunnel["id"], Name("tunnel", name or f"the {tunnel['id']} tunnel", text)


def _tiles(tell: Tell, box: Box, tiles: Iterable[Json]) -> Iterator[tuple[str, Name]]:
    for tree in tiles:
        name, text = told_of(tree)
        name = name or f"{capitalized(tree['set'])} {tree['terrain']}"
        text = text or tell(box.tiles[tree["id"]].production)
        icon = icon_of(box.tiles[tree["id"]].production)
        yield tree["id"], Name("tile", name, text, tree["terrain"], tree["set"], icon=icon)


def _foundations(tell: Tell, box: Box, foundations: Iterable[Json]) -> Iterator[tuple[str, Name]]:
    """Those of no faction: with the number of a relic, or plain."""
    plain = 0
    for tree in foundations:
        name, text = told_of(tree)
        if tree["relic"] is None:
            plain += 1
            usual, value = f"Plain foundation {plain}", ""
        else:
            usual, value = f"Foundation of relic {tree['relic']}", str(tree["relic"])
        reward = tell(box.foundations[tree["id"]].reward)
        yield tree["id"], Name("foundation", name or usual, text or reward, value)


def _production(tell: Tell, box: Box, tokens: Iterable[Json]) -> Iterator[tuple[str, Name]]:
    for tree in tokens:
        name, text = told_of(tree)
        token = box.production[tree["id"]]
        basic, upgraded = tell(token.basic), tell(token.upgraded)
        title = name or NOUNS.get(token.basic[0].do if token.basic else "") or titled(tree["id"])
        yields = with_text(f"{basic}; upgraded {upgraded}", text, "; ")
        yield tree["id"], Name("production", f"the {title} token", yields)
        yield f"{tree['id']}:basic", Name("yield", title, basic, icon=icon_of(token.basic))
        yield f"{tree['id']}:upgraded", Name("yield", title, upgraded, icon=icon_of(token.upgraded))


def _neutral_prices(pairs: Iterable[Json]) -> Iterator[tuple[str, Name]]:
    for pair in pairs:
        top, under = pair["top"], pair["under"]
        name, text = told_of(pair)
        name = name or f"the neutral tokens {top['cost']} and {under['cost']}"
        leaves = f"the {top['cost']} leaves with relic {top['relic']}"
        yield pair["id"], Name("pair", name, with_text(leaves, text, "; "))
        for tree in (top, under):
            name, text = told_of(tree)
            paid, costs = f"{tree['cost']} energy to the supply", f"0+{tree['cost']}"
            yield (
                tree["id"],
                Name("price", name or f"the neutral {tree['cost']}", with_text(paid, text, "; "), costs),
            )
