"""Every measure of Order vs Chaos: key, what it means, its unit, what it can be split by."""

from __future__ import annotations

from domain.kernel import Measure

SEAT = ("side", "hero", "map", "position")
"""Every figure of a seat can be split by its side, its hero, its place in the turn order, 0 = first player,
and by the map."""

GAME = ("map", "arch_enemy", "winner")
"""Every figure of a session can be split by map, arch enemy and winner."""


def _seat(
    key: str, title: str, meaning: str, unit: str, *dimensions: str, cells: str | None = None
) -> Measure:
    return Measure(key, title, meaning, unit, "seat", (*SEAT, *dimensions), cells=cells)


def _seat_counts(
    key: str, title: str, meaning: str, unit: str, *dimensions: str, over: str = "win_share"
) -> Measure:
    return Measure(key, title, meaning, unit, "seat", (*SEAT, *dimensions), over=over)


def _game(
    key: str, title: str, meaning: str, unit: str, *dimensions: str, cells: str | None = None
) -> Measure:
    return Measure(key, title, meaning, unit, "session", (*GAME, *dimensions), cells=cells)


def _game_counts(
    key: str, title: str, meaning: str, unit: str, *dimensions: str, over: str = "turns"
) -> Measure:
    return Measure(key, title, meaning, unit, "session", (*GAME, *dimensions), over=over)


RESULT = (
    _seat(
        "win_share",
        "Win share",
        "1 ÷ winning seats for each seat of the winning side, else 0 (OC-602, OC-603).",
        "share",
    ),
    _seat("alive_share", "Alive at the end", "Seats whose hero lives at the end.", "share"),
    _game_counts("outcome", "Outcome", "How the final battle ended.", "sessions", "stage", "reason"),
    _game("arch_health_left", "Arch enemy's health left", "Its full health if it was not fought.", "health"),
    _game("order_survivors", "Order survivors", "Order heroes alive at the end.", "heroes"),
    _game(
        "chaos_survivors",
        "Chaos survivors",
        "Chaos heroes and their monsters of the final battle (OC-610) alive at the end ÷ sessions.",
        "units",
    ),
    _game(
        "order_win_share",
        "Order wins",
        "Sessions that Order wins (OC-602) ÷ sessions, by the first player's side, Order's doom at the end "
        "and the rifts closed (OC-336) by the end of round 5.",
        "share",
        "first_side",
        "order_doom",
        "rifts_by_round_5",
    ),
    _game(
        "pair_order_win_share",
        "Order wins by heroes",
        "Sessions that Order wins ÷ sessions with both heroes; over several pairs, each pair of opposed "
        "heroes of a session counts once.",
        "share",
        "order_hero",
        "chaos_hero",
    ),
    _game(
        "monster_order_win_share",
        "Order wins by monster",
        "Sessions that Order wins ÷ sessions in which a Chaos seat drew the type (OC-108); over several "
        "types, each type of a session counts once.",
        "share",
        "type",
    ),
)

DOOM = (
    _game_counts(
        "doom_by_cause",
        "Doom by cause",
        "Boxes that a doom track advanced, less what effects took back, and Order's points beyond 13 "
        "(overflow, OC-606), ÷ sessions. The start is OC-105.",
        "doom",
        "track",
        "cause",
    ),
    _game(
        "doom_by_round",
        "Doom curve",
        "A track's height at the end of a round, or of the turns in the last one, ÷ sessions that got to "
        "the round.",
        "doom",
        "track",
        "round",
    ),
    _seat_counts(
        "doom_caused",
        "Doom caused",
        "Boxes that a doom track advanced by the seat's deliveries (OC-338), closed rifts (OC-336), destroyed"
        " shrines (OC-334), deaths (OC-371) and effects, ÷ seats.",
        "doom",
        "track",
        "cause",
    ),
    _game("turns", "Turns", "Turns until Chaos doom 13.", "turns"),
    _game("rounds", "Rounds", "Turns ÷ seats, rounded up.", "rounds"),
    _game("chaos_doom_per_round", "Chaos doom a round", "Chaos doom gained in play ÷ rounds.", "doom"),
    _game("final_order_doom", "Final Order doom", "Order doom when turns end.", "doom"),
)

EXPLORATION = (
    _seat_counts(
        "cards_opened",
        "Cards opened",
        "Location cards opened by exploring (OC-320) and by its cascades (OC-325), not by effects, ÷ seats.",
        "cards",
        "kind",
        "how",
    ),
    _game(
        "opening_turn",
        "Turn of opening",
        "Turn of the session in which a card was opened, by effects too, ÷ cards opened.",
        "turn",
        "kind",
    ),
    _game("opened_share", "Opened share", "Location cards opened, by effects too, ÷ 30.", "share"),
    _seat_counts(
        "xp_given_away",
        "XP given away",
        "XP that heroes of the other side gained by the cards that the seat opened by exploring (OC-321) ÷ "
        "seats; XP without a box does not count.",
        "XP",
    ),
    _seat(
        "able_to_attack",
        "Able to attack",
        "Seats that can attack the target: Order seats a rift, Chaos seats a healing shrine.",
        "seats",
        "target",
    ),
    _seat_counts(
        "attempts",
        "Attempts",
        "Rolls against rifts and healing shrines ÷ seats able to attack that target.",
        "rolls",
        "target",
        "number",
        over="able_to_attack",
    ),
    _seat("success_rate", "Success rate", "Successes ÷ attempts.", "share", "target", "number"),
    _seat_counts(
        "expected_successes",
        "Expected successes",
        "Σ 1 − (1 − share)ⁿ ÷ seats able to attack that target.",
        "successes",
        "target",
        "number",
        over="able_to_attack",
    ),
    _seat_counts(
        "luck",
        "Luck",
        "Successes − expected successes, ÷ seats able to attack that target.",
        "successes",
        "target",
        "number",
        over="able_to_attack",
    ),
    _game(
        "rift_lifetime",
        "Rift lifetime",
        "Turns of all seats from opening to closing (OC-336) ÷ rifts closed.",
        "turns",
        "number",
    ),
    _game_counts(
        "rifts",
        "Rifts",
        "Rifts opened, closed (OC-336), removed by an effect, and left open at the end, ÷ sessions.",
        "rifts",
        "state",
    ),
)

TOKENS = (
    _game_counts(
        "tokens_placed",
        "Tokens placed",
        "Tokens out of the supply, onto the map or to heroes: by the card opened (OC-321), for a monster "
        "without a figure (OC-341), for XP without a box (OC-354), by effects, ÷ sessions.",
        "tokens",
        "cause",
    ),
    _game_counts(
        "tokens_moved",
        "Tokens moved",
        "Tokens picked up (OC-361), delivered (OC-338), discarded with a closed rift (OC-336) or by an "
        "effect, ÷ sessions. A token counts once for each way.",
        "tokens",
        "how",
    ),
    _seat_counts(
        "deliveries",
        "Deliveries",
        "Deliveries to the arch enemy ÷ Chaos seats.",
        "deliveries",
        over="tokens_carried",
    ),
    _seat("tokens_per_delivery", "Tokens a delivery", "Tokens delivered ÷ deliveries (OC-338).", "tokens"),
    _seat(
        "delivery_time",
        "Delivery time",
        "Turns of all seats from getting a token to delivering it ÷ tokens delivered.",
        "turns",
    ),
    _seat(
        "tokens_carried",
        "Tokens carried at the end",
        "Tokens that the hero still carries at the end ÷ Chaos seats.",
        "tokens",
    ),
)

MONSTERS = (
    _game(
        "monster_types",
        "Monster types",
        "Sessions in which a Chaos seat drew the type (OC-108).",
        "sessions",
        "type",
    ),
    _game_counts(
        "monsters_placed",
        "Monsters placed",
        "Monsters that came onto the map (OC-340) ÷ sessions with the type; over all types, a session and "
        "type.",
        "monsters",
        "type",
        over="monster_types",
    ),
    _game_counts(
        "monsters_gone",
        "Monsters gone",
        "Monsters killed on the map, or discarded as surplus (OC-342) or by an effect, ÷ sessions with the "
        "type; over all types, a session and type.",
        "monsters",
        "type",
        "how",
        over="monster_types",
    ),
    _game(
        "monster_lifetime",
        "Monster lifetime",
        "Turns of all seats that a monster was on the map ÷ monsters placed; open: until the turns ended.",
        "turns",
        "type",
        "ended",
    ),
    _game(
        "most_monsters",
        "Most monsters",
        "Most monsters on the map at once ÷ sessions; a surplus one (OC-342) does not count.",
        "monsters",
    ),
    _game(
        "first_monster",
        "First monster",
        "Turn of the first placement of a monster ÷ sessions with one.",
        "turn",
    ),
    _game_counts(
        "tokens_instead",
        "Tokens for monsters",
        "Placements without a figure left, for which a token was due (OC-341), the supply empty or not, ÷ "
        "sessions.",
        "placements",
    ),
)

BATTLES = (
    _seat_counts(
        "battles",
        "Battles",
        "Battles that the hero was in ÷ seats, as phasing hero or other (nobody phases in the final "
        "battle). It died, retreated, won (it was there when every enemy had died), or left otherwise.",
        "battles",
        "role",
        "result",
        "kind",
    ),
    _seat(
        "battle_rounds",
        "Rounds a battle",
        "Rounds of the whole battle ÷ battles that the hero was in.",
        "rounds",
        "kind",
    ),
    _seat_counts(
        "kills",
        "Kills",
        "Enemies that damage of the seat's hero or monster reached in the segment of their death (OC-438, "
        "OC-481) ÷ seats. Several killers count 1 each.",
        "kills",
        "by",
        "target",
    ),
    _seat_counts(
        "deaths",
        "Deaths",
        "Deaths of the hero (OC-370, OC-617) ÷ seats, by phase; doom damage (OC-613) is no death.",
        "deaths",
        "stage",
    ),
    _seat("kills_per_death", "Kills per death", "Kills ÷ deaths of the hero.", "kills"),
    _game(
        "locations",
        "Locations",
        "Sessions whose map has the location.",
        "sessions",
        "location",
    ),
    _game_counts(
        "battles_at",
        "Battles by place",
        "Battles on the map ÷ sessions whose map has the location; over all locations, a session and "
        "location.",
        "battles",
        "location",
        over="locations",
    ),
    _game_counts(
        "deaths_at",
        "Deaths by place",
        "Deaths of heroes on the map ÷ sessions whose map has the location; over all locations, a session "
        "and location.",
        "deaths",
        "location",
        over="locations",
    ),
    _game_counts(
        "visits",
        "Visits",
        "Arrivals of heroes by moves, retreats and effects ÷ sessions whose map has the location; over all"
        " locations, a session and location.",
        "arrivals",
        "location",
        over="locations",
    ),
    _game(
        "matchup_win_share",
        "Hero against monster",
        "Battles on the map that ended with every Chaos unit dead and an Order unit left ÷ battles of that"
        " hero and monster.",
        "share",
        "order_hero",
        "monster",
    ),
    _seat_counts(
        "damage",
        "Damage",
        "Damage (OC-435) dealt and received by the seat's hero or monster (by) ÷ seats: forgone for a "
        "block (OC-422), absorbed by chits, taken from health, overkill.",
        "damage",
        "direction",
        "part",
        "segment",
        "by",
    ),
    _seat(
        "weapon_owners",
        "Weapon owners",
        "Seats that could attack with the weapon: printed for their hero or monster, gained or used.",
        "seats",
        "weapon",
    ),
    _seat_counts(
        "weapon_uses",
        "Weapon uses",
        "Attacks made (OC-432) ÷ seats that could attack with the weapon; over all weapons, a seat and "
        "weapon.",
        "attacks",
        "weapon",
        "how",
        over="weapon_owners",
    ),
    _seat(
        "weapon_dice",
        "Dice a use",
        "Dice ÷ rolled attacks; flat damage rolls none (OC-432).",
        "dice",
        "weapon",
    ),
    _seat(
        "weapon_damage",
        "Damage a use",
        "Damage before a block's debt (OC-435) ÷ attacks resolved; lost ones (OC-490) do not count.",
        "damage",
        "weapon",
    ),
    _seat(
        "weapon_forgone",
        "Share forgone",
        "Damage forgone for blocks (OC-422) ÷ damage before it.",
        "share",
        "weapon",
    ),
    _seat_counts(
        "chits_gained",
        "Chits gained",
        "Chits of hero and monster from stat (OC-404), block (OC-421), dice (OC-434), effects ÷ seats.",
        "chits",
        "source",
    ),
    _seat_counts("chits_used", "Chits used", "Chits that absorbed damage (OC-437) ÷ seats.", "chits"),
    _seat_counts(
        "chits_wasted",
        "Chits wasted",
        "Chits left to hero or monster when the battle ended for it (OC-405), by retreat and death too, ÷ "
        "seats.",
        "chits",
    ),
    _seat_counts("blocks", "Blocks", "Blocks of hero and monster (OC-420) ÷ seats.", "blocks"),
    _seat_counts(
        "block_debt",
        "Block debt",
        "Debt taken (OC-421), and paid by damage (OC-422), chits and health (OC-423), ÷ seats.",
        "debt",
        "part",
    ),
    _seat(
        "block_value",
        "Block value",
        "Chits of the block that absorbed damage − damage forgone − health paid (OC-423), ÷ blocks; older "
        "chits absorb first.",
        "points",
    ),
    _seat("retreat_rate", "Retreat rate", "Successful tries ÷ tries (OC-471).", "share"),
    _seat_counts(
        "retreats_expected",
        "Retreats expected",
        "Σ 1 − (1 − blue share)^move over the tries (OC-471) ÷ seats.",
        "retreats",
    ),
    _seat(
        "die_faces",
        "Die faces",
        "Faces as rolled, before dice are changed (OC-433), against expected; χ² over the faces.",
        "faces",
        "face",
        cells="face",
    ),
)

ITEMS = (
    _seat_counts(
        "items_gained",
        "Items gained",
        "Items taken as a reward (OC-480), at a visit (OC-330), for doom overflow (OC-606) or by an "
        "effect, ÷ Order seats.",
        "items",
        "via",
        "item",
        over="items_unused",
    ),
    _seat_counts(
        "items_discarded",
        "Items discarded",
        "Own items used (OC-503), thrown (OC-439), discarded for room (OC-502), by choice or by an effect,"
        " ÷ Order seats.",
        "items",
        "cause",
        "item",
        over="items_unused",
    ),
    _seat(
        "items_unused",
        "Items left",
        "Weapons and equipment owned at the end ÷ Order seats; inherent weapons do not count.",
        "items",
    ),
    _seat(
        "item_win_share",
        "Owner's wins",
        "1 ÷ winning seats if the seat won, else 0, once for each item (by name) that the seat gained in "
        "the session.",
        "share",
        "item",
    ),
    _game(
        "item_pick_rate",
        "Pick rate",
        "Times taken ÷ times laid out in the display, at the setup or by a refill.",
        "share",
        "item",
    ),
    _game_counts(
        "refills",
        "Refills",
        "Times that six new items were laid out after the setup (OC-330 or an effect) ÷ sessions.",
        "refills",
    ),
    _game_counts(
        "items_discarded_by_chaos",
        "Discarded by Chaos",
        "Items that Chaos seats discarded from the display, by their visits (OC-331) or their event cards,"
        " ÷ sessions.",
        "items",
    ),
    _game_counts(
        "turns_with_empty_display",
        "Empty display",
        "Turns ended (OC-209) while no item was laid out ÷ sessions.",
        "turns",
    ),
    _game_counts(
        "kills_without_reward",
        "No reward",
        "Monsters killed by Order heroes, also in the final battle, for which the display had no item left"
        " (OC-480, OC-483), ÷ sessions.",
        "kills",
    ),
    _game_counts(
        "events_used",
        "Event cards",
        "Instants resolved and kept cards played (OC-507, OC-519) ÷ sessions.",
        "cards",
        "card",
        "how",
    ),
)

GROWTH = (
    _seat_counts(
        "xp_gained",
        "XP gained",
        "XP that found a box (OC-350), by cause, ÷ seats: start XP, the card opened, a rift closed, doom "
        "overflow (OC-606) or an effect.",
        "XP",
        "cause",
    ),
    _seat(
        "rounds_reached",
        "Rounds reached",
        "Seats whose session reached the round; 0 is the setup.",
        "seats",
        "round",
    ),
    _seat_counts(
        "xp_by_round",
        "XP by round",
        "XP gained in the round ÷ seats whose session reached it; over all rounds, a seat and round. 0 is "
        "the setup, and the final battle belongs to the last round.",
        "XP",
        "round",
        over="rounds_reached",
    ),
    _seat_counts(
        "xp_allotted",
        "XP allotted",
        "XP put on the track (OC-350), or on locked slots (OC-352), ÷ seats.",
        "XP",
        "track",
    ),
    _seat_counts(
        "xp_lost",
        "XP without a box",
        "XP that found no box ÷ seats: a token came for it (OC-354), or nothing, as for Order heroes and "
        "while the supply is empty.",
        "XP",
        "to",
    ),
    _seat("final_stat", "Final stats", "Value of a track at the end (OC-351) ÷ seats.", "points", "stat"),
    _seat(
        "ability_owners",
        "Ability owners",
        "Seats whose hero has the ability, of those that cost stamina (OC-506).",
        "seats",
        "ability",
    ),
    _seat_counts(
        "stamina_spent",
        "Stamina spent",
        "Stamina that abilities cost their hero (OC-506) ÷ seats whose hero has the ability; over all "
        "abilities, a seat and ability. What other texts take is not spent.",
        "stamina",
        "ability",
        over="ability_owners",
    ),
    _seat_counts(
        "stamina_regained",
        "Stamina regained",
        "Stamina that came back by an Order shrine (OC-333), resurrection (OC-370, OC-604) or the effect of "
        "a card or ability (OC-520), ÷ seats.",
        "stamina",
        "cause",
    ),
    _seat("stamina_idle", "Stamina idle", "Stamina left at the end ÷ seats.", "stamina"),
    _seat_counts("path_length", "Path length", "Steps of own moves (OC-301) ÷ seats.", "steps"),
    _seat(
        "moves_unused",
        "Moves unused",
        "Move stat − steps made (OC-301) when the seat ends its turn ÷ turns that it ended, whatever ended "
        "its moving.",
        "moves",
    ),
)

FINAL = (
    _game(
        "final_health",
        "Health after preparation",
        "Health of Order heroes after OC-611, of Chaos heroes and their monsters after OC-612, of the arch "
        "enemy by OC-614, all before doom damage (OC-613), ÷ units of the kind.",
        "health",
        "unit",
    ),
    _game_counts(
        "doom_damage",
        "Doom damage",
        "Health that Chaos heroes and their monsters lost to Order's doom (OC-613), as Order divided it or "
        "all of it where there was no choice, ÷ sessions.",
        "health",
        "unit",
    ),
    _game(
        "final_rounds",
        "Final rounds",
        "Rounds of a stage of the final battle ÷ stages fought (OC-615, OC-616).",
        "rounds",
        "stage",
    ),
    _seat_counts(
        "final_damage",
        "Final damage",
        "Damage of attacks of the seat's hero or monster to chits and health in the final battle (OC-437) ÷"
        " seats; forgone damage and overkill do not count.",
        "damage",
        "by",
    ),
    _game(
        "final_lead",
        "Lead",
        "Health of Order heroes − health of Chaos heroes, their monsters and the arch enemy, at the start of "
        "a round of the final battle ÷ rounds begun.",
        "health",
        "stage",
        "round",
    ),
)

ARCH_ENEMY = (
    _game(
        "arch_enemy_fought",
        "Arch enemy fought",
        "Sessions in which an arch enemy with the weapon fought its battle (OC-616).",
        "sessions",
        "weapon",
    ),
    _game_counts(
        "arch_enemy_weapon_uses",
        "Arch enemy's attacks",
        "Attacks of the arch enemy ÷ sessions in which one with the weapon fought; over all weapons, a "
        "session and weapon.",
        "attacks",
        "weapon",
        "how",
        over="arch_enemy_fought",
    ),
    _game(
        "arch_enemy_weapon_dice",
        "Arch enemy's dice a use",
        "Dice ÷ rolled attacks of the arch enemy.",
        "dice",
        "weapon",
    ),
    _game(
        "arch_enemy_weapon_damage",
        "Arch enemy's damage a use",
        "Damage before a block's debt (OC-435) ÷ attacks of the arch enemy resolved.",
        "damage",
        "weapon",
    ),
    _game(
        "arch_enemy_die_faces",
        "Arch enemy's die faces",
        "Faces as it rolled them, before dice are changed (OC-433), against expected; χ² over the faces.",
        "faces",
        "face",
        cells="face",
    ),
)

AUDIT = (
    _game_counts(
        "manual_effects",
        "Manual effects",
        "Texts carried out by hand ÷ sessions: effects listed for a text without its own (OC-521), dice "
        "changed by a text (OC-522), special tokens.",
        "times",
        "source",
    ),
    _game_counts(
        "split_decisions",
        "Split decisions",
        "Event cards resolved or played by a decision that was not unanimous (OC-213) ÷ sessions.",
        "decisions",
    ),
    _game_counts(
        "timeouts",
        "Timeouts",
        "Monsters placed by an Order seat since Chaos took too long (OC-340) ÷ sessions.",
        "placements",
    ),
)

MEASURES: tuple[Measure, ...] = (
    *RESULT,
    *DOOM,
    *EXPLORATION,
    *TOKENS,
    *MONSTERS,
    *BATTLES,
    *ITEMS,
    *GROWTH,
    *FINAL,
    *ARCH_ENEMY,
    *AUDIT,
)
