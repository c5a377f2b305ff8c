"""How people edit the box: what its parts are called, where they are printed, how many there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.chaos_order.components.box import ACTION_PHASES, BUILDING_TYPES
from domain.games.chaos_order.components.constraints import FOUNDATION_ABILITIES, STATICS
from domain.games.chaos_order.components.document import Document
from domain.games.chaos_order.components.effects import EFFECT_NAMES
from domain.kernel import Editing, Graph, Json, Roads, Total, capitalized

EFFECT = "map/places/*/production/*"
"""The first place of effects: what is said here of their members holds for all of them."""

ABILITIES = (
    "factions/*/abilities",
    *(
        f"factions/*/{thing}/*/{side}/abilities"
        for thing in ("leaders", "attributes")
        for side in ("basic", "upgraded")
    ),
    "factions/*/buildings/*/abilities",
)

TRIGGERS = {
    "income": "Income, once a round",
    "relic_taken": "When you take a relic",
    "any_time": "At any time on your turn",
    "region_control_gained": "When you gain control of a region",
    "region_control_lost": "When you lose control of a region",
    "battle": "In battle",
    "battle_victor": "When you win a battle",
    "battle_loser": "When you lose a battle",
    "own_fighter_wounded": "For each own fighter wounded",
    "opposing_fighter_wounded": "For each opposing fighter wounded",
    **{f"act:{phase}": f"When you act in {capitalized(phase)}" for phase in ACTION_PHASES},
    **{f"pass:{phase}": f"When you pass in {capitalized(phase)}" for phase in ACTION_PHASES},
}

LABELS = {
    **EFFECT_NAMES,
    **{ability: capitalized(words) for ability, words in FOUNDATION_ABILITIES.items()},
    **{static: capitalized(words) for static, words in STATICS.items()},
    **{f"{path}/*/trigger:{value}": words for path in ABILITIES for value, words in TRIGGERS.items()},
    "ai": "AI",
    "base_location": "Base location",
    "tile_location": "Site of a land tile",
    "controlled_regions": "Each region that you control",
    "controlled_land": "Each land region that you control",
    "fighters_here": "Each own fighter there",
    "relics": "Each relic that you hold",
    "own": "Own fighters",
    "opponent": "Opposing fighters",
    "retreat": "Retreat",
    "die": "With the die",
    "massed": "Massed attack",
    "plain": "Neither",
    "act": "After acting",
    "pass": "After passing",
    "either": "After acting or passing",
    "immediate": "At once",
    "end_of_check_relics": "After the relics are checked",
    "drop_ship": "The drop ship",
}

HINTS = {
    "name": "What you call this box, for example your group and the language.",
    "map": "The places of the main board and their borders.",
    "map/places": "Land regions, lakes, and all places for bases and land tiles.",
    "map/places/*/kind": "Bases and land tiles are laid on their places during setup.",
    "map/places/*/terrain": "Of a land region.",
    "map/places/*/set": "Of a site of a land tile: the colour printed there.",
    "map/places/*/factions": "Of a base location: the numbers of factions printed there.",
    "map/places/*/production": "The yield of its printed production token. Leave it out if there is none.",
    "map/borders": "Two places that share a side.",
    "map/borders/*/printed_mountain": "Three borders have a space for a mountain.",
    "map/tunnels": "The blue tunnel is open with 4 or 5 factions, the red one with 5.",
    "land_tiles": "The tiles that are laid on the map with 3 or more factions, by the colour of their back.",
    "land_tiles/*/production": "The yield of its printed production token. Leave it out if there is none.",
    "neutral_foundations": "The foundations of no faction: six with the number of a relic, three without.",
    "neutral_foundations/*/relic": "The number of a relic, 1 to 6. Leave it out if there is none.",
    "neutral_foundations/*/reward": "Your gains when you build on it.",
    "neutral_pricing": "The pricing tokens of no faction, two stacked on each other.",
    "neutral_pricing/*/factions": "The numbers of factions with which the pair is used.",
    "neutral_pricing/*/top": "The token that lies on top until its relic is taken.",
    "neutral_pricing/*/top/relic": "The number of the relic that is printed on it.",
    "neutral_pricing/*/under": "The token beneath, which costs more.",
    "production_tokens": "The loose production tokens, which are laid over printed ones.",
    "production_tokens/*/basic": "The yield of its front.",
    "production_tokens/*/upgraded": "The yield of its back.",
    "tracks": "The five research tracks, each column from the top row to the bottom row.",
    "tactics_cards": "Each card once, with the number of its copies.",
    "tactics_cards/*/count": "Copies in the deck.",
    "tactics_cards/*/left": "The value at the left of the combat wheel.",
    "tactics_cards/*/right": "The value at the right of the combat wheel.",
    "tactics_cards/*/retreat_shields": "Shields when you retreat; below 0 for shields lost.",
    "tactics_cards/*/battle": "Its effects when you use it in battle.",
    "tactics_cards/*/plays": "Its effects when you play it outside battle, for each phase printed on it.",
    "tactics_cards/*/plays/*/gem_lock": "Whether playing it costs a gem.",
    "tactics_cards/*/plays/*/when": "It counts in the phases from Discover to Move alone.",
    "combat_wheel": "The dial: its printed card, and its sections.",
    "combat_wheel/printed": "The card that is printed on the wheel, for those who use none.",
    "combat_wheel/sections": "The settings of the dial, with the icon at either side.",
    "combat_die": "The faces of the die, each once.",
    "vault_order": "The factions from left to right on the vault of the main board.",
    "mountains": "All of the box, those for the printed spaces among them.",
    "factions": "Board, rulesheet, cards and tokens of each faction.",
    "factions/*/base_production": "The yield printed on the base tile. Leave it out if there is none.",
    "factions/*/pricing_tokens": "Four have an orange back; those with a grey back start in the vault.",
    "factions/*/pricing_tokens/*/to_owner": "The energy in the colour of the faction, paid to it.",
    "factions/*/pricing_tokens/*/to_supply": "The energy on orange, paid to the main supply.",
    "factions/*/pricing_tokens/*/on_place": "Effects when you set the price with it.",
    "factions/*/setup": "Gains on the rulesheet at setup, beyond 6 energy and 1 gem.",
    "factions/*/fighters/on_track": "How many start in each sector of the recruitment track, from the first.",
    "factions/*/fast_track": "The way from the first sector past the others. Leave it out if there is none.",
    "factions/*/fast_track/energy": "For each fighter.",
    "factions/*/rp_exchange": "Things to buy with recruitment points besides fighters.",
    "factions/*/leaders": "The leader cards, with the values and abilities of either side.",
    "factions/*/leaders/*/basic/gem_cost": "Paid to deploy or upgrade the leader while it shows this side.",
    "factions/*/leaders/*/upgraded/gem_cost": "Paid to deploy the leader while it shows this side.",
    "factions/*/attributes": "The cards with a basic and an upgraded side.",
    "factions/*/attributes/*/gem_cost": "Paid to upgrade it.",
    "factions/*/attributes/*/upgraded/on_upgrade": "Your gains at once when you upgrade it.",
    "factions/*/board_foundations": "From the top of the faction board to its bottom.",
    "factions/*/board_foundations/*/gem_lock": "Whether a gem lock is printed on it.",
    "factions/*/board_foundations/*/ability": "The ability that it uncovers.",
    "factions/*/starting_foundations": "The two that lie next to the base at the start.",
    "factions/*/starting_foundations/*/reward": "Your gains when you build on it.",
    "factions/*/relic_spaces": "The effects that relics cover on the faction board, from left to right.",
    "factions/*/fame/length": "The number of the last space.",
    "factions/*/fame/spaces": "Gains of the marker on its way, by the number of the space.",
    "factions/*/fame/victory": "When a marker at the end of the track wins.",
    "factions/*/counters": "Things that the faction counts for itself: morale, intel, traps.",
    "factions/*/counters/*/max": "Leave it out if there is no limit.",
    "factions/*/statics": "Abilities that always work.",
    "factions/*/abilities": "Abilities of the faction itself, besides those of its cards and buildings.",
    f"{EFFECT}/tracks": "The tracks among which you choose. Leave it out for any.",
    f"{EFFECT}/types": "The types among which you choose. Leave it out for any.",
    f"{EFFECT}/on": "Land and base, or lake alone.",
    f"{EFFECT}/id": "The id of a counter of the faction.",
    f"{EFFECT}/delta": "Below 0 to go down.",
    f"{EFFECT}/strength": "Below 0 for a loss.",
    f"{EFFECT}/attack": "Below 0 for a loss.",
    f"{EFFECT}/shields": "Below 0 for a loss.",
    f"{EFFECT}/text_id": "A word for the text; write the text itself with the card or ability.",
    f"{EFFECT}/then": "Your gains for it.",
    **{
        f"tracks/{track}/*/{member}": hint
        for track in ACTION_PHASES
        for member, hint in {
            "lock_before": "Whether a gem lock is printed before the column.",
            "main": "The top row.",
            "immediate": "The middle row: once, when the marker enters the column.",
            "auxiliary": "The bottom row, each option with its cost.",
        }.items()
    },
    **{
        f"factions/*/buildings/*/{member}": hint
        for member, hint in {
            "strength": "In each battle of its region.",
            "spaces": "From left to right on the faction board: the lock, and the income uncovered.",
        }.items()
    },
    **{path: "Each with its effects and its moment." for path in ABILITIES if path != "factions/*/abilities"},
    **{f"{path}/*/optional": "Whether you may decline it." for path in ABILITIES},
}

TITLES = {
    "map/places/*/set": "Set of land tiles",
    "map/places/*/factions": "Numbers of factions",
    "map/borders/*/between": "Between",
    "neutral_pricing": "Neutral pricing tokens",
    "neutral_pricing/*/factions": "Numbers of factions",
    "neutral_pricing/*/under": "Beneath",
    "production_tokens": "Loose production tokens",
    "production_tokens/*/upgraded": "Upgraded",
    "tracks": "Research tracks",
    "tactics_cards/*/battle": "Used in battle",
    "tactics_cards/*/plays": "Played",
    "combat_wheel/printed": "Printed card",
    "vault_order": "Order in the vault",
    "factions/*/pricing_tokens/*/to_owner": "To the faction",
    "factions/*/pricing_tokens/*/to_supply": "To the main supply",
    "factions/*/pricing_tokens/*/on_place": "When it is placed",
    "factions/*/fighters/total": "In all",
    "factions/*/fighters/on_track": "On the recruitment track",
    "factions/*/fast_track/to": "Leads to",
    "factions/*/rp_exchange": "Exchange of recruitment points",
    "factions/*/rp_exchange/*/rp": "Recruitment points",
    "factions/*/counters/*/min": "Least",
    "factions/*/counters/*/max": "Most",
    "factions/*/fame": "Fame track",
    "factions/*/fame/victory": "Wins",
    "factions/*/statics": "Always",
    f"{EFFECT}/n": "How many",
    f"{EFFECT}/of": "Of",
    f"{EFFECT}/id": "Counter",
    f"{EFFECT}/delta": "By how much",
    f"{EFFECT}/value": "To",
    f"{EFFECT}/text_id": "Text",
}

_SIDE: Json = {"gem_cost": 0, "strength": 0, "attack": 0, "shields": 0, "abilities": []}
_SPACES: Json = [{"gem_lock": False, "income": []}]
_FACTION: Json = {
    "id": "jrayek",
    "name": "",
    "base_production": None,
    "pricing_tokens": [],
    "setup": [],
    "fighters": {"total": 2, "on_track": [0]},
    "fast_track": {"energy": 0, "to": "base"},
    "rp_exchange": [],
    "leaders": [{"id": "new_leader", "name": "", "basic": _SIDE, "upgraded": _SIDE}],
    "attributes": [],
    "buildings": {
        kind: {
            "strength": 2 if kind == "outpost" else 0,
            "attack": 0,
            "shields": 0,
            "abilities": [],
            "spaces": _SPACES,
        }
        for kind in BUILDING_TYPES
    },
    "board_foundations": [
        {"id": f"new_foundation_{number}", "gem_lock": False, "ability": ability}
        for number, ability in enumerate(FOUNDATION_ABILITIES, 1)
    ],
    "starting_foundations": [{"id": f"new_start_{number}", "reward": None} for number in (1, 2)],
    "relic_spaces": [[]],
    "fame": {"length": 12, "spaces": {}, "victory": "immediate"},
    "counters": [],
    "statics": [],
    "abilities": [],
}

BLANKS: dict[str, Json] = {
    "map/borders": {"between": ["", ""], "printed_mountain": False},
    "map/places": {"kind": "land", "terrain": "plains"},
    "land_tiles": {"set": "yellow", "terrain": "plains"},
    "neutral_foundations": {"relic": None, "reward": None},
    "neutral_pricing": {
        "factions": [],
        "top": {"id": "new_top", "cost": 0, "relic": 2},
        "under": {"id": "new_under", "cost": 1},
    },
    "production_tokens": {"basic": [], "upgraded": []},
    "tactics_cards": {
        "name": "",
        "count": 1,
        "left": 0,
        "right": 0,
        "retreat_shields": 0,
        "battle": [],
        "plays": [],
    },
    "combat_wheel/sections": {"kind": "die", "left": "none", "right": "none"},
    "combat_die/faces": {"strength": 1, "shields": 0},
    "factions": _FACTION,
    "factions/*/pricing_tokens": {"back": "orange", "to_owner": 0, "to_supply": 0, "on_place": []},
    "factions/*/leaders": {"name": "", "basic": _SIDE, "upgraded": _SIDE},
    "factions/*/attributes": {
        "name": "",
        "gem_cost": 0,
        "basic": {"abilities": []},
        "upgraded": {"abilities": []},
    },
    "factions/*/board_foundations": {"gem_lock": False, "ability": "hand_limit_six"},
    "factions/*/starting_foundations": {"reward": None},
    "factions/*/counters": {"start": 0, "min": 0, "max": None},
    **{path: {"trigger": "income", "optional": False, "effects": []} for path in ABILITIES},
}


def _land_tile(row: Mapping[str, Json]) -> Sequence[Json]:
    """The back of a tile shows its set."""
    return ({**BLANKS["land_tiles"], "set": row["set"]},)


def _tactics_card(row: Mapping[str, Json]) -> Sequence[Json]:
    return (BLANKS["tactics_cards"],) * int(row["count"])


EDITING = Editing(
    document=Document,
    order=(
        "name",
        "map",
        "land_tiles",
        "neutral_foundations",
        "neutral_pricing",
        "production_tokens",
        "tracks",
        "tactics_cards",
        "combat_wheel",
        "combat_die",
        "vault_order",
        "mountains",
        "factions",
    ),
    hidden=frozenset({"game", "relic_count", "invented"}),
    titles=TITLES,
    hints=HINTS,
    units={
        "neutral_pricing/*/top/cost": "energy",
        "neutral_pricing/*/under/cost": "energy",
        "factions/*/fast_track/energy": "energy",
        "factions/*/pricing_tokens/*/to_owner": "energy",
        "factions/*/pricing_tokens/*/to_supply": "energy",
        "factions/*/leaders/*/basic/gem_cost": "gems",
        "factions/*/leaders/*/upgraded/gem_cost": "gems",
        "factions/*/attributes/*/gem_cost": "gems",
    },
    labels=LABELS,
    refs={"map/borders/*/between/*": "map/places", "map/tunnels/*/between/*": "map/places"},
    totals={
        "map/tunnels": Total(2),
        "land_tiles": Total(9),
        "neutral_foundations": Total(9),
        "neutral_pricing": Total(2),
        "production_tokens": Total(6),
        "factions": Total(6),
        "factions/*/board_foundations": Total(5),
        "factions/*/starting_foundations": Total(2),
        **{f"tracks/{track}": Total(5) for track in ACTION_PHASES},
    },
    maps={"map": Graph(("places",), (Roads("borders", ("places", "places"), "between"),))},
    blanks=BLANKS,
    decks={"land_tiles": _land_tile, "tactics_cards": _tactics_card},
)
