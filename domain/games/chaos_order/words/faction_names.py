"""Names of what belongs to a faction: leaders, attributes, abilities, buildings, foundations and tokens."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaos_order.components.box import BUILDING_TYPES, Ability, Box, Effect, Faction
from domain.games.chaos_order.words.effects_text import SIDES, Tell, ability_trees, icon_of, teller
from domain.games.chaos_order.words.phrases import (
    BUILDING_NAMES,
    PHASE_NAMES,
    battle_values,
    ordinal,
    possessive,
    titled,
)
from domain.kernel import ComponentSet, Json, Name, capitalized, counted, listed, told_of, with_text

FOUNDATION_ABILITIES = {
    "stronghold_gems_as_research": "stronghold gem income may be taken as research",
    "gem_lock_for_energy": "pay 2 energy for a gem lock",
    "harvest_from_any_building": "harvest at any own building",
    "hand_limit_six": "hand limit 6 cards",
    "base_adjacent_to_any_building": "the base is adjacent to every own building",
}
TRIGGERS = {
    "income": "income",
    "relic_taken": "with a relic",
    "any_time": "at any time",
    "battle": "in battle",
    "battle_victor": "when you win a battle",
    "battle_loser": "when you lose a battle",
    "own_fighter_wounded": "for each own fighter wounded",
    "opposing_fighter_wounded": "for each opposing fighter wounded",
    "region_control_gained": "when you gain control of a region",
    "region_control_lost": "when you lose control of a region",
}


def trigger_text(trigger: str) -> str:
    """`income`; `acting in Move` of `act:move`."""
    turn, _, phase = trigger.partition(":")
    usual = f"{'acting' if turn == 'act' else 'passing'} in {PHASE_NAMES.get(phase, phase)}"
    return TRIGGERS.get(trigger) or usual


def faction_names(components: ComponentSet) -> dict[str, Name]:
    """Everything of all factions. A leader or an attribute keeps its id where an ability has the same."""
    named: dict[str, Name] = {"gem": Name("ability", "1 gem")}
    tell = teller(components.document)
    for tree in components.document["factions"]:
        faction = components.box.factions[tree["id"]]
        for key, name in _of_faction(tell, components.box, faction, tree):
            if name.kind != "ability" or key not in named or "/" in key:
                named[key] = name
    return named


def _of_faction(tell: Tell, box: Box, faction: Faction, tree: Json) -> Iterator[tuple[str, Name]]:
    end = "immediately" if faction.wins_at_once else "after checking relics"
    text = f"{faction.fame_length} fame wins {end}"
    yield faction.id, Name("faction", faction.name, told_of(tree)[1] or text, str(faction.fame_length))
    for counter in tree["counters"]:
        name, text = told_of(counter)
        yield counter["id"], Name("counter", name or titled(counter["id"]), text)
    yield from _leaders(tell, faction, tree)
    yield from _attributes(tell, faction, tree)
    yield from _abilities(tell, faction, tree)
    yield from _buildings(tell, faction)
    yield from _foundations(tell, box, faction, tree)
    yield from _tokens(tell, box, faction, tree)
    yield from _board(tell, faction)


def abilities_text(tell: Tell, faction: Faction, ids: list[str]) -> str:
    """`income: +1 fame; in battle: +1 shields`."""
    found: list[Ability] = [faction.abilities[id].ability for id in ids]
    return "; ".join(f"{trigger_text(one.trigger)}: {tell(one.effects)}" for one in found)


def _ids(side: Json) -> list[str]:
    return [ability["id"] for ability in side["abilities"]]


def _leaders(tell: Tell, faction: Faction, tree: Json) -> Iterator[tuple[str, Name]]:
    for leader in tree["leaders"]:
        parts = []
        for side in SIDES:
            card = faction.leaders[leader["id"]][side]
            values = battle_values(card.strength, card.attack, card.shields) or "nothing in battle"
            does = abilities_text(tell, faction, _ids(leader[side]))
            text = f"{values}; {does}" if does else values
            figures = f"{card.gem_cost}/{card.strength}/{card.attack}/{card.shields}"
            yield f"{leader['id']}:{side}", Name("leader side", leader["name"], text, figures)
            parts.append(f"{capitalized(side)}, {counted(card.gem_cost, 'gem')}: {text}")
        text = told_of(leader)[1] or f"{'. '.join(parts)}."
        strength = str(faction.leaders[leader["id"]]["basic"].strength)
        yield leader["id"], Name("ability", leader["name"], text, strength, of=faction.id)


def _attributes(tell: Tell, faction: Faction, tree: Json) -> Iterator[tuple[str, Name]]:
    for attribute in tree["attributes"]:
        id, name, cost = attribute["id"], attribute["name"], str(attribute["gem_cost"])
        basic = abilities_text(tell, faction, _ids(attribute["basic"]))
        upgraded = abilities_text(tell, faction, _ids(attribute["upgraded"]))
        at_once = tell(faction.attributes[id].on_upgrade)
        upgraded = "; ".join(part for part in (f"immediately {at_once}" if at_once else "", upgraded) if part)
        text = f"Basic: {basic or 'nothing'}. Upgraded: {upgraded or 'nothing'}."
        yield id, Name("ability", name, told_of(attribute)[1] or text, cost, of=faction.id)
        yield f"{id}:basic", Name("attribute side", name, basic, cost)
        yield f"{id}:upgraded", Name("attribute side", name, upgraded, cost)


def _abilities(tell: Tell, faction: Faction, tree: Json) -> Iterator[tuple[str, Name]]:
    """By its id, which another faction may use as well, and beside the faction's name, which none does."""
    named = {one["id"]: told_of(one) for one in ability_trees(tree)}
    carriers = {attribute["id"]: attribute["name"] for attribute in tree["attributes"]}
    for id, source in faction.abilities.items():
        name, text = named[id]
        name = name or carriers.get(source.key) or titled(id)
        does = text or tell(source.ability.effects) or "nothing"
        one = Name("ability", name, does, source.ability.trigger, of=faction.id)
        yield f"{faction.name}/{id}", one
        yield id, one
        for text_id in _by_hand(source.ability.effects):
            yield text_id, Name("text", name if named[id][0] else titled(text_id), text, of=faction.id)


def _by_hand(effects: tuple[Effect, ...]) -> Iterator[str]:
    for effect in effects:
        if effect.do == "manual" and effect.name:
            yield effect.name
        for inner in (effect.effects, *effect.branches):
            yield from _by_hand(inner)


def _buildings(tell: Tell, faction: Faction) -> Iterator[tuple[str, Name]]:
    """`zcharo:outpost` with what it adds in battle; `zcharo:outpost:0`: its left-most space."""
    for kind in BUILDING_TYPES:
        building = faction.buildings[kind]
        values = battle_values(building.strength, building.attack, building.shields)
        figures = f"{building.strength}/{building.attack}/{building.shields}"
        yield f"{faction.id}:{kind}", Name("faction building", BUILDING_NAMES[kind], values, figures)
        for number, space in enumerate(building.spaces):
            lock = "lock" if space.gem_lock else ""
            key = f"{faction.id}:{kind}:{number}"
            yield key, Name("space", BUILDING_NAMES[kind], tell(space.income), lock)


def _foundations(tell: Tell, box: Box, faction: Faction, tree: Json) -> Iterator[tuple[str, Name]]:
    for place, one in enumerate(tree["starting_foundations"]):
        name, text = told_of(one)
        usual = f"{possessive(faction.name)} {ordinal(place)} starting foundation"
        reward = tell(box.foundations[one["id"]].reward)
        yield one["id"], Name("foundation", name or usual, text or reward, of=faction.id)
    for one in tree["board_foundations"]:
        name, text = told_of(one)
        usual = f"{possessive(faction.name)} {titled(one['id'])}"
        lock, does = "lock" if one["gem_lock"] else "", FOUNDATION_ABILITIES[one["ability"]]
        yield one["id"], Name("foundation", name or usual, text, lock, of=faction.id)
        yield f"{one['id']}:ability", Name("foundation ability", titled(one["id"]), text or does)


def _tokens(tell: Tell, box: Box, faction: Faction, tree: Json) -> Iterator[tuple[str, Name]]:
    seen: dict[str, int] = {}
    for one in tree["pricing_tokens"]:
        token = box.tokens[one["id"]]
        costs = f"{token.to_owner}+{token.to_supply}"
        seen[costs] = seen.get(costs, 0) + 1
        number = f" no. {seen[costs]}" if seen[costs] > 1 else ""
        paid = [f"{token.to_owner} energy to {faction.name}"] if token.to_owner else []
        paid += [f"{token.to_supply} energy to the supply"] if token.to_supply else []
        parts = [listed(paid) or "free for everyone"]
        parts += [tell(token.on_place)] if token.on_place else []
        parts += ["leaves the game after use"] if token.removed else []
        name, text = told_of(one)
        told = with_text("; ".join(parts), text, "; ")
        yield one["id"], Name("price", name or f"the {costs} token{number}", told, costs, of=faction.id)


def _board(tell: Tell, faction: Faction) -> Iterator[tuple[str, Name]]:
    """Spaces of fame and relics, the fast track, what recruitment points buy, what the base yields."""
    for at, effects in faction.fame_spaces.items():
        yield f"{faction.id}:fame:{at}", Name("fame space", f"{at} fame", tell(effects))
    for number, effects in enumerate(faction.relic_spaces):
        key = f"{faction.id}:relic:{number}"
        yield key, Name("relic space", f"{ordinal(number)} relic", tell(effects))
    for number, option in enumerate(faction.exchanges):
        key = f"{faction.id}:exchange:{number}"
        yield key, Name("exchange", tell(option.effects), value=str(option.rp))
    if (fast := faction.fast_track) is not None:
        to = "the drop ship" if fast.to == "drop_ship" else "the base"
        yield f"{faction.id}:fast", Name("fast track", to, value=str(fast.energy))
    yield (
        f"{faction.id}:base",
        Name("base", "the base", tell(faction.base_production), icon=icon_of(faction.base_production)),
    )
