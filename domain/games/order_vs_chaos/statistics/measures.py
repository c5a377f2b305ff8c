"""Every measure of Order vs Chaos."""

from __future__ import annotations

from domain.games.order_vs_chaos.statistics.measures_battles import ARCH_ENEMY, BATTLES
from domain.games.order_vs_chaos.statistics.tally import of_seat, of_session, seat_counts, session_counts
from domain.kernel import Measure

# Measures of items and growth, and what an audit looks at.

ITEMS = (
    seat_counts(
        "items_gained",
        "Items gained",
        "Items taken as a reward (OC-480), at a visit (OC-330), for doom overflow (OC-606) or by an "
        "effect, ÷ Order seats.",
        "items",
        "via",
        "item",
        over="items_unused",
    ),
    seat_counts(
        "items_discarded",
        "Items discarded",
        "Own items used (OC-503), thrown (OC-439), discarded for room (OC-502), by choice or by an effect,"
        " ÷ Order seats.",
        "items",
        "cause",
        "item",
        over="items_unused",
    ),
    of_seat(
        "items_unused",
        "Items left",
        "Weapons and equipment owned at the end ÷ Order seats; inherent weapons do not count.",
        "items",
    ),
    of_seat(
        "item_win_share",
        "Owner's wins",
        "1 ÷ winning seats if the seat won, else 0, once for each item (by name) that the seat gained in "
        "the session.",
        "share",
        "item",
    ),
    of_session(
        "item_pick_rate",
        "Pick rate",
        "Times taken ÷ times laid out in the display, at the setup or by a refill.",
        "share",
        "item",
    ),
    session_counts(
        "refills",
        "Refills",
        "Times that six new items were laid out after the setup (OC-330 or an effect) ÷ sessions.",
        "refills",
    ),
    session_counts(
        "items_discarded_by_chaos",
        "Discarded by Chaos",
        "Items that Chaos seats discarded from the display, by their visits (OC-331) or their event cards,"
        " ÷ sessions.",
        "items",
    ),
    session_counts(
        "turns_with_empty_display",
        "Empty display",
        "Turns ended (OC-209) while no item was laid out ÷ sessions.",
        "turns",
    ),
    session_counts(
        "kills_without_reward",
        "No reward",
        "Monsters killed by Order heroes, also in the final battle, for which the display had no item left"
        " (OC-480, OC-483), ÷ sessions.",
        "kills",
    ),
    session_counts(
        "events_used",
        "Event cards",
        "Instants resolved and kept cards played (OC-507, OC-519) ÷ sessions.",
        "cards",
        "card",
        "how",
    ),
)

GROWTH = (
    seat_counts(
        "xp_gained",
        "XP gained",
        "XP that found a box (OC-350), by cause, ÷ seats: start XP, the card opened, a rift closed, doom "
        "overflow (OC-606) or an effect.",
        "XP",
        "cause",
    ),
    of_seat(
        "rounds_reached",
        "Rounds reached",
        "Seats whose session reached the round; 0 is the setup.",
        "seats",
        "round",
    ),
    seat_counts(
        "xp_by_round",
        "XP by round",
        "XP gained in the round ÷ seats whose session reached it; over all rounds, a seat and round. 0 is "
        "the setup, and the final battle belongs to the last round.",
        "XP",
        "round",
        over="rounds_reached",
    ),
    seat_counts(
        "xp_allotted",
        "XP allotted",
        "XP put on the track (OC-350), or on locked slots (OC-352), ÷ seats.",
        "XP",
        "track",
    ),
    seat_counts(
        "xp_lost",
        "XP without a box",
        "XP that found no box ÷ seats: a token came for it (OC-354), or nothing, as for Order heroes and "
        "while the supply is empty.",
        "XP",
        "to",
    ),
    of_seat("final_stat", "Final stats", "Value of a track at the end (OC-351) ÷ seats.", "points", "stat"),
    of_seat(
        "ability_owners",
        "Ability owners",
        "Seats whose hero has the ability, of those that cost stamina (OC-506).",
        "seats",
        "ability",
    ),
    seat_counts(
        "stamina_spent",
        "Stamina spent",
        "Stamina that abilities cost their hero (OC-506) ÷ seats whose hero has the ability; over all "
        "abilities, a seat and ability. What other texts take is not spent.",
        "stamina",
        "ability",
        over="ability_owners",
    ),
    seat_counts(
        "stamina_regained",
        "Stamina regained",
        "Stamina that came back by an Order shrine (OC-333), resurrection (OC-370, OC-604) or the effect of "
        "a card or ability (OC-520), ÷ seats.",
        "stamina",
        "cause",
    ),
    of_seat("stamina_idle", "Stamina idle", "Stamina left at the end ÷ seats.", "stamina"),
    seat_counts("path_length", "Path length", "Steps of own moves (OC-301) ÷ seats.", "steps"),
    of_seat(
        "moves_unused",
        "Moves unused",
        "Move stat − steps made (OC-301) when the seat ends its turn ÷ turns that it ended, for any reason.",
        "moves",
    ),
)

AUDIT = (
    session_counts(
        "manual_effects",
        "Manual effects",
        "Texts carried out by hand ÷ sessions: effects listed for a text without its own (OC-521), dice "
        "changed by a text (OC-522), special tokens.",
        "times",
        "source",
    ),
    session_counts(
        "split_decisions",
        "Split decisions",
        "Event cards resolved or played by a decision that was not unanimous (OC-213) ÷ sessions.",
        "decisions",
    ),
    session_counts(
        "timeouts",
        "Timeouts",
        "Monsters placed by an Order seat since Chaos took too long (OC-340) ÷ sessions.",
        "placements",
    ),
)


# Measures of the map: exploring, tokens, monsters.

EXPLORATION = (
    seat_counts(
        "cards_opened",
        "Cards opened",
        "Location cards opened by exploring (OC-320) and by its cascades (OC-325), not by effects, ÷ seats.",
        "cards",
        "kind",
        "how",
    ),
    of_session(
        "opening_turn",
        "Turn of opening",
        "Turn of the session in which a card was opened, by effects too, ÷ cards opened.",
        "turn",
        "kind",
    ),
    of_session("opened_share", "Opened share", "Location cards opened, by effects too, ÷ 30.", "share"),
    seat_counts(
        "xp_given_away",
        "XP given away",
        "XP that heroes of the other side gained by the cards that the seat opened by exploring (OC-321) ÷ "
        "seats; XP without a box does not count.",
        "XP",
    ),
    of_seat(
        "able_to_attack",
        "Able to attack",
        "Seats that can attack the target: Order seats a rift, Chaos seats a healing shrine.",
        "seats",
        "target",
    ),
    seat_counts(
        "attempts",
        "Attempts",
        "Rolls against rifts and healing shrines ÷ seats able to attack that target.",
        "rolls",
        "target",
        "number",
        over="able_to_attack",
    ),
    of_seat("success_rate", "Success rate", "Successes ÷ attempts.", "share", "target", "number"),
    seat_counts(
        "expected_successes",
        "Expected successes",
        "Σ 1 − (1 − share)ⁿ ÷ seats able to attack that target.",
        "successes",
        "target",
        "number",
        over="able_to_attack",
    ),
    seat_counts(
        "luck",
        "Luck",
        "Successes − expected successes, ÷ seats able to attack that target.",
        "successes",
        "target",
        "number",
        over="able_to_attack",
    ),
    of_session(
        "rift_lifetime",
        "Rift lifetime",
        "Turns of all seats from opening to closing (OC-336) ÷ rifts closed.",
        "turns",
        "number",
    ),
    session_counts(
        "rifts",
        "Rifts",
        "Rifts opened, closed (OC-336), removed by an effect, and left open at the end, ÷ sessions.",
        "rifts",
        "state",
    ),
)

TOKENS = (
    session_counts(
        "tokens_placed",
        "Tokens placed",
        "Tokens out of the supply, onto the map or to heroes: by the card opened (OC-321), for a monster "
        "without a figure (OC-341), for XP without a box (OC-354), by effects, ÷ sessions.",
        "tokens",
        "cause",
    ),
    session_counts(
        "tokens_moved",
        "Tokens moved",
        "Tokens picked up (OC-361), delivered (OC-338), discarded with a closed rift (OC-336) or by an "
        "effect, ÷ sessions. A token counts once for each way.",
        "tokens",
        "how",
    ),
    seat_counts(
        "deliveries",
        "Deliveries",
        "Deliveries to the arch enemy ÷ Chaos seats.",
        "deliveries",
        over="tokens_carried",
    ),
    of_seat("tokens_per_delivery", "Tokens a delivery", "Tokens delivered ÷ deliveries (OC-338).", "tokens"),
    of_seat(
        "delivery_time",
        "Delivery time",
        "Turns of all seats from getting a token to delivering it ÷ tokens delivered.",
        "turns",
    ),
    of_seat(
        "tokens_carried",
        "Tokens carried at the end",
        "Tokens that the hero still carries at the end ÷ Chaos seats.",
        "tokens",
    ),
)

MONSTERS = (
    of_session(
        "monster_types",
        "Monster types",
        "Sessions in which a Chaos seat drew the type (OC-108).",
        "sessions",
        "type",
    ),
    session_counts(
        "monsters_placed",
        "Monsters placed",
        "Monsters that came onto the map (OC-340) ÷ sessions with the type; over all types, a session and "
        "type.",
        "monsters",
        "type",
        over="monster_types",
    ),
    session_counts(
        "monsters_gone",
        "Monsters gone",
        "Monsters killed on the map, or discarded as surplus (OC-342) or by an effect, ÷ sessions with the "
        "type; over all types, a session and type.",
        "monsters",
        "type",
        "how",
        over="monster_types",
    ),
    of_session(
        "monster_lifetime",
        "Monster lifetime",
        "Turns of all seats that a monster was on the map ÷ monsters placed; open: until the turns ended.",
        "turns",
        "type",
        "ended",
    ),
    of_session(
        "most_monsters",
        "Most monsters",
        "Most monsters on the map at once ÷ sessions; a surplus one (OC-342) does not count.",
        "monsters",
    ),
    of_session(
        "first_monster",
        "First monster",
        "Turn of the first placement of a monster ÷ sessions with one.",
        "turn",
    ),
    session_counts(
        "tokens_instead",
        "Tokens for monsters",
        "Placements without a figure left, for which a token was due (OC-341), the supply empty or not, ÷ "
        "sessions.",
        "placements",
    ),
)


# Measures of the winner, the doom tracks and the final battle.

RESULT = (
    of_seat(
        "win_share",
        "Win share",
        "1 ÷ winning seats for each seat of the winning side, else 0 (OC-602, OC-603).",
        "share",
    ),
    of_seat("alive_share", "Alive at the end", "Seats whose hero lives at the end.", "share"),
    session_counts("outcome", "Outcome", "How the final battle ended.", "sessions", "stage", "reason"),
    of_session(
        "arch_health_left", "Arch enemy's health left", "Its full health if it was not fought.", "health"
    ),
    of_session("order_survivors", "Order survivors", "Order heroes alive at the end.", "heroes"),
    of_session(
        "chaos_survivors",
        "Chaos survivors",
        "Chaos heroes and their monsters of the final battle (OC-610) alive at the end ÷ sessions.",
        "units",
    ),
    of_session(
        "order_win_share",
        "Order wins",
        "Sessions that Order wins (OC-602) ÷ sessions, by the first player's side, Order's doom at the end "
        "and the rifts closed (OC-336) by the end of round 5.",
        "share",
        "first_side",
        "order_doom",
        "rifts_by_round_5",
    ),
    of_session(
        "pair_order_win_share",
        "Order wins by heroes",
        "Sessions that Order wins ÷ sessions with both heroes; over several pairs, each pair of opposed "
        "heroes of a session counts once.",
        "share",
        "order_hero",
        "chaos_hero",
    ),
    of_session(
        "monster_order_win_share",
        "Order wins by monster",
        "Sessions that Order wins ÷ sessions in which a Chaos seat drew the type (OC-108); over several "
        "types, each type of a session counts once.",
        "share",
        "type",
    ),
)

DOOM = (
    session_counts(
        "doom_by_cause",
        "Doom by cause",
        "Boxes that a doom track advanced, less what effects took back, and Order's points beyond 13 "
        "(overflow, OC-606), ÷ sessions. The start is OC-105.",
        "doom",
        "track",
        "cause",
    ),
    of_session(
        "doom_by_round",
        "Doom curve",
        "A track's height at the end of a round, or of the turns in the last one, ÷ sessions that got to "
        "the round.",
        "doom",
        "track",
        "round",
    ),
    seat_counts(
        "doom_caused",
        "Doom caused",
        "Boxes that a doom track advanced by the seat's deliveries (OC-338), closed rifts (OC-336), destroyed"
        " shrines (OC-334), deaths (OC-371) and effects, ÷ seats.",
        "doom",
        "track",
        "cause",
    ),
    of_session("turns", "Turns", "Turns until Chaos doom 13.", "turns"),
    of_session("rounds", "Rounds", "Turns ÷ seats, rounded up.", "rounds"),
    of_session("chaos_doom_per_round", "Chaos doom a round", "Chaos doom gained in play ÷ rounds.", "doom"),
    of_session("final_order_doom", "Final Order doom", "Order doom when turns end.", "doom"),
)

FINAL = (
    of_session(
        "final_health",
        "Health after preparation",
        "Health of Order heroes after OC-611, of Chaos heroes and their monsters after OC-612, of the arch "
        "enemy by OC-614, all before doom damage (OC-613), ÷ units of the kind.",
        "health",
        "unit",
    ),
    session_counts(
        "doom_damage",
        "Doom damage",
        "Health that Chaos heroes and their monsters lost to Order's doom (OC-613), as Order divided it or "
        "all of it where there was no choice, ÷ sessions.",
        "health",
        "unit",
    ),
    of_session(
        "final_rounds",
        "Final rounds",
        "Rounds of a stage of the final battle ÷ stages fought (OC-615, OC-616).",
        "rounds",
        "stage",
    ),
    seat_counts(
        "final_damage",
        "Final damage",
        "Damage of attacks of the seat's hero or monster to chits and health in the final battle (OC-437) ÷"
        " seats; forgone damage and overkill do not count.",
        "damage",
        "by",
    ),
    of_session(
        "final_lead",
        "Lead",
        "Health of Order heroes − health of Chaos heroes, their monsters and the arch enemy, at the start of "
        "a round of the final battle ÷ rounds begun.",
        "health",
        "stage",
        "round",
    ),
)


# Every measure of Order vs Chaos.

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
