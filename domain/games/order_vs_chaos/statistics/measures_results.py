"""Measures of who won, the doom tracks and the final battle."""

from __future__ import annotations

from domain.games.order_vs_chaos.statistics.declaring import of_seat, of_session, seat_counts, session_counts

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
