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
        "Items taken as a reward (OC-480), on a visit (OC-330), for doom overflow (OC-606) or because of "
        "an effect, per Order seat.",
        "items",
        "via",
        "item",
        over="items_unused",
    ),
    seat_counts(
        "items_discarded",
        "Items discarded",
        "The seat's items that were used (OC-503), thrown (OC-439), discarded to make room (OC-502), or "
        "discarded by choice or by an effect, per Order seat.",
        "items",
        "cause",
        "item",
        over="items_unused",
    ),
    of_seat(
        "items_unused",
        "Items left",
        "Weapons and equipment owned at the end, per Order seat; inherent weapons do not count.",
        "items",
    ),
    of_seat(
        "item_win_share",
        "Owner's win share",
        "1 ÷ winning seats if the seat won, otherwise 0, counted once for each item (by name) that the "
        "seat gained in the session.",
        "share",
        "item",
    ),
    of_session(
        "item_pick_rate",
        "Pick rate",
        "Times taken ÷ times laid out in the display, during the setup or by a refill.",
        "share",
        "item",
    ),
    session_counts(
        "refills",
        "Refills",
        "Times that six new items were laid out after the setup (OC-330 or an effect), per session.",
        "refills",
    ),
    session_counts(
        "items_discarded_by_chaos",
        "Discarded by Chaos",
        "Items that Chaos seats discarded from the display on visits (OC-331) or with event cards, per "
        "session.",
        "items",
    ),
    session_counts(
        "turns_with_empty_display",
        "Empty display",
        "Turns that ended (OC-209) while the display was empty, per session.",
        "turns",
    ),
    session_counts(
        "kills_without_reward",
        "Kills without reward",
        "Monsters killed by Order heroes, including in the final battle, when the display had no item "
        "left (OC-480, OC-483), per session.",
        "kills",
    ),
    session_counts(
        "events_used",
        "Event cards",
        "Instants resolved and kept cards played (OC-507, OC-519), per session.",
        "cards",
        "card",
        "how",
    ),
)

GROWTH = (
    seat_counts(
        "xp_gained",
        "XP gained",
        "XP that found a free box (OC-350), per seat, by cause: starting XP, an opened card, a closed "
        "rift, doom overflow (OC-606) or an effect.",
        "XP",
        "cause",
    ),
    of_seat(
        "rounds_reached",
        "Rounds reached",
        "Seats whose session reached the round; round 0 is the setup.",
        "seats",
        "round",
    ),
    seat_counts(
        "xp_by_round",
        "XP by round",
        "XP gained in the round, per seat whose session reached it; for all rounds together, per seat and "
        "round. Round 0 is the setup, and the final battle belongs to the last round.",
        "XP",
        "round",
        over="rounds_reached",
    ),
    seat_counts(
        "xp_allotted",
        "XP allotted",
        "XP placed on the track (OC-350) or on locked slots (OC-352), per seat.",
        "XP",
        "track",
    ),
    seat_counts(
        "xp_lost",
        "XP without a free box",
        "XP that found no free box, per seat: it became a token (OC-354) or was lost, as for Order heroes "
        "or while the supply is empty.",
        "XP",
        "to",
    ),
    of_seat("final_stat", "Final stats", "Mean value of a stat track at the end (OC-351).", "points", "stat"),
    of_seat(
        "ability_owners",
        "Ability owners",
        "Seats whose hero has the ability; only abilities that cost stamina are listed (OC-506).",
        "seats",
        "ability",
    ),
    seat_counts(
        "stamina_spent",
        "Stamina spent",
        "Stamina that heroes spent on their abilities (OC-506), per seat whose hero has the ability; over "
        "all abilities, per seat and ability. Stamina lost to other texts does not count.",
        "stamina",
        "ability",
        over="ability_owners",
    ),
    seat_counts(
        "stamina_regained",
        "Stamina regained",
        "Stamina regained at an Order shrine (OC-333), by resurrection (OC-370, OC-604) or by a card or "
        "ability (OC-520), per seat.",
        "stamina",
        "cause",
    ),
    of_seat("stamina_idle", "Unused stamina", "Stamina left at the end, per seat.", "stamina"),
    seat_counts("path_length", "Path length", "Steps of the hero's own moves (OC-301), per seat.", "steps"),
    of_seat(
        "moves_unused",
        "Unused moves",
        "Move stat minus steps made (OC-301) when the seat ended its turn, for any reason, per turn.",
        "moves",
    ),
)

AUDIT = (
    session_counts(
        "manual_effects",
        "Manual effects",
        "Texts carried out by hand, per session: effects listed for a text without a template (OC-521), "
        "dice changed by a text (OC-522), special tokens.",
        "times",
        "source",
    ),
    session_counts(
        "split_decisions",
        "Split decisions",
        "Event cards resolved or played by a decision that was not unanimous (OC-213), per session.",
        "decisions",
    ),
    session_counts(
        "timeouts",
        "Timeouts",
        "Monsters placed by an Order seat because Chaos took too long (OC-340), per session.",
        "placements",
    ),
)


# Measures of the map: exploring, tokens, monsters.

EXPLORATION = (
    seat_counts(
        "cards_opened",
        "Cards opened",
        "Location cards opened by exploring (OC-320) and by the resulting cascades (OC-325), but not by "
        "effects, per seat.",
        "cards",
        "kind",
        "how",
    ),
    of_session(
        "opening_turn",
        "Turn of opening",
        "Mean turn of the session in which a card was opened, including openings by effects.",
        "turn",
        "kind",
    ),
    of_session(
        "opened_share",
        "Share of cards opened",
        "Share of the 30 location cards that were opened, including openings by effects.",
        "share",
    ),
    seat_counts(
        "xp_given_away",
        "XP given away",
        "XP that heroes of the other side gained from cards that the seat opened by exploring (OC-321), "
        "per seat; XP without a free box does not count.",
        "XP",
    ),
    of_seat(
        "able_to_attack",
        "Able to attack",
        "Seats that can attack the target: Order seats can attack a rift, Chaos seats a healing shrine.",
        "seats",
        "target",
    ),
    seat_counts(
        "attempts",
        "Attempts",
        "Rolls against rifts and healing shrines, per seat that can attack the target.",
        "rolls",
        "target",
        "number",
        over="able_to_attack",
    ),
    of_seat("success_rate", "Success rate", "Successes ÷ attempts.", "share", "target", "number"),
    seat_counts(
        "expected_successes",
        "Expected successes",
        "Σ 1 − (1 − share)ⁿ, per seat that can attack the target.",
        "successes",
        "target",
        "number",
        over="able_to_attack",
    ),
    seat_counts(
        "luck",
        "Luck",
        "Successes minus expected successes, per seat that can attack the target.",
        "successes",
        "target",
        "number",
        over="able_to_attack",
    ),
    of_session(
        "rift_lifetime",
        "Rift lifetime",
        "Turns of all seats from the opening of a rift to its closing (OC-336), per rift closed.",
        "turns",
        "number",
    ),
    session_counts(
        "rifts",
        "Rifts",
        "Rifts opened, closed (OC-336), removed by an effect and left open at the end, per session.",
        "rifts",
        "state",
    ),
)

TOKENS = (
    session_counts(
        "tokens_placed",
        "Tokens placed",
        "Tokens that went from the supply onto the map or to heroes because of an opened card (OC-321), a "
        "monster without a figure (OC-341), XP without a free box (OC-354) or an effect, per session.",
        "tokens",
        "cause",
    ),
    session_counts(
        "tokens_moved",
        "Tokens moved",
        "Tokens picked up (OC-361), delivered (OC-338), or discarded with a closed rift (OC-336) or by an "
        "effect, per session. A token counts once in each of these ways.",
        "tokens",
        "how",
    ),
    seat_counts(
        "deliveries",
        "Deliveries",
        "Deliveries to the arch enemy, per Chaos seat.",
        "deliveries",
        over="tokens_carried",
    ),
    of_seat(
        "tokens_per_delivery", "Tokens per delivery", "Tokens delivered per delivery (OC-338).", "tokens"
    ),
    of_seat(
        "delivery_time",
        "Delivery time",
        "Turns of all seats from picking up a token to delivering it, per token delivered.",
        "turns",
    ),
    of_seat(
        "tokens_carried",
        "Tokens carried at the end",
        "Tokens that the hero still carried at the end, per Chaos seat.",
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
        "Monsters that came onto the map (OC-340), per session with the type; for all types together, per "
        "session and type.",
        "monsters",
        "type",
        over="monster_types",
    ),
    session_counts(
        "monsters_gone",
        "Monsters gone",
        "Monsters that were killed on the map, or discarded as surplus (OC-342) or by an effect, per "
        "session with the type; for all types together, per session and type.",
        "monsters",
        "type",
        "how",
        over="monster_types",
    ),
    of_session(
        "monster_lifetime",
        "Monster lifetime",
        "Turns of all seats that a monster spent on the map, per monster placed; for monsters still on "
        "the map (`open`), turns until the turns ended.",
        "turns",
        "type",
        "ended",
    ),
    of_session(
        "most_monsters",
        "Most monsters",
        "Largest number of monsters on the map at once, per session; a surplus monster (OC-342) does not "
        "count.",
        "monsters",
    ),
    of_session(
        "first_monster",
        "First monster",
        "Mean turn in which the first monster was placed, among sessions with a monster.",
        "turn",
    ),
    session_counts(
        "tokens_instead",
        "Tokens instead of monsters",
        "Placements for which no figure was left and a token was due instead (OC-341), even if the supply "
        "was empty, per session.",
        "placements",
    ),
)


# Measures of the winner, the doom tracks and the final battle.

RESULT = (
    of_seat(
        "win_share",
        "Win share",
        "1 ÷ winning seats for each seat of the winning side, otherwise 0 (OC-602, OC-603).",
        "share",
    ),
    of_seat("alive_share", "Alive at the end", "Share of seats whose hero is alive at the end.", "share"),
    session_counts(
        "outcome",
        "Outcome",
        "How the final battle ended, by stage and reason.",
        "sessions",
        "stage",
        "reason",
    ),
    of_session(
        "arch_health_left",
        "Arch enemy health left",
        "Health of the arch enemy at the end; its full health if nobody fought it.",
        "health",
    ),
    of_session("order_survivors", "Order survivors", "Order heroes alive at the end, per session.", "heroes"),
    of_session(
        "chaos_survivors",
        "Chaos survivors",
        "Chaos heroes and their monsters of the final battle (OC-610) that are alive at the end, per "
        "session.",
        "units",
    ),
    of_session(
        "order_win_share",
        "Order wins",
        "Sessions won by Order (OC-602) ÷ sessions, by the first player's side, Order's doom at the end "
        "and the rifts closed (OC-336) by the end of round 5.",
        "share",
        "first_side",
        "order_doom",
        "rifts_by_round_5",
    ),
    of_session(
        "pair_order_win_share",
        "Order wins by hero pair",
        "Sessions won by Order ÷ sessions with both heroes; with several pairs selected, each pair of "
        "opposing heroes in a session counts once.",
        "share",
        "order_hero",
        "chaos_hero",
    ),
    of_session(
        "monster_order_win_share",
        "Order wins by monster",
        "Sessions won by Order ÷ sessions in which a Chaos seat drew the type (OC-108); with several "
        "types selected, each type in a session counts once.",
        "share",
        "type",
    ),
)

DOOM = (
    session_counts(
        "doom_by_cause",
        "Doom by cause",
        "Boxes that a doom track advanced, minus what effects took back, plus Order's points beyond 13 "
        "(overflow, OC-606), per session. The cause of the starting doom is OC-105.",
        "doom",
        "track",
        "cause",
    ),
    of_session(
        "doom_by_round",
        "Doom curve",
        "Mean height of a doom track at the end of a round (in the last round, when the turns ended), "
        "among sessions that reached the round.",
        "doom",
        "track",
        "round",
    ),
    seat_counts(
        "doom_caused",
        "Doom caused",
        "Boxes that a doom track advanced because of the seat's deliveries (OC-338), closed rifts "
        "(OC-336), destroyed shrines (OC-334), deaths (OC-371) and effects, per seat.",
        "doom",
        "track",
        "cause",
    ),
    of_session("turns", "Turns", "Turns until Chaos doom reached 13.", "turns"),
    of_session("rounds", "Rounds", "Turns ÷ seats, rounded up.", "rounds"),
    of_session(
        "chaos_doom_per_round", "Chaos doom per round", "Chaos doom gained during play, per round.", "doom"
    ),
    of_session("final_order_doom", "Final Order doom", "Order doom when the turns ended.", "doom"),
)

FINAL = (
    of_session(
        "final_health",
        "Health after preparation",
        "Mean health per unit of each kind, before doom damage (OC-613): Order heroes after OC-611, Chaos "
        "heroes and their monsters after OC-612, the arch enemy by OC-614.",
        "health",
        "unit",
    ),
    session_counts(
        "doom_damage",
        "Doom damage",
        "Health that Chaos heroes and their monsters lost to Order's doom (OC-613), whether Order divided "
        "it or there was no choice, per session.",
        "health",
        "unit",
    ),
    of_session(
        "final_rounds",
        "Final rounds",
        "Rounds of a stage of the final battle, per stage fought (OC-615, OC-616).",
        "rounds",
        "stage",
    ),
    seat_counts(
        "final_damage",
        "Final damage",
        "Damage to chits and health from attacks by the seat's hero or monster in the final battle "
        "(OC-437), per seat; forgone damage and overkill do not count.",
        "damage",
        "by",
    ),
    of_session(
        "final_lead",
        "Order's health lead",
        "Health of Order heroes minus health of Chaos heroes, their monsters and the arch enemy at the "
        "start of a round of the final battle, per round begun.",
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
