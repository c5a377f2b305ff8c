"""Measures of items and growth, and what an audit looks at."""

from __future__ import annotations

from domain.games.order_vs_chaos.statistics.declaring import of_seat, of_session, seat_counts, session_counts

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
