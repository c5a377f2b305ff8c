"""Measures of results, actions and cards on their way."""

from __future__ import annotations

from domain.games.time_of_chaos.statistics.declaring import (
    counted_of_seat,
    counted_of_session,
    of_seat,
    of_session,
)

RESULT = (
    of_seat("score", "Score", "Card points minus penalties at the end (TC-611).", "points", "rank"),
    of_seat("card_points", "Card points", "Points of the delivered cards.", "points", "rank"),
    of_seat("penalties", "Penalties", "−1 tokens taken by a seat (TC-237).", "tokens", "rank"),
    counted_of_seat(
        "penalties_by_turn",
        "Penalties by turn",
        "−1 tokens taken by a seat; `in` its own_turn or others_turn.",
        "tokens",
        "in",
    ),
    of_seat(
        "chaos_tiles",
        "Chaos tiles",
        "Chaos tiles with the seat's colour at the end (TC-615).",
        "tiles",
        "rank",
    ),
    of_seat("final_supply", "Cubes left", "Cubes in the supply at the end (TC-616).", "cubes", "rank"),
    of_seat("rank", "Rank", "Place by score, chaos tiles, supply; equal on all three = the same.", "rank"),
    of_seat("win_share", "Win share", "A win counts 1, a shared win 1 ÷ the number of winners.", "share"),
    counted_of_session(
        "decided_by",
        "Decided by",
        "Share of the sessions whose first place was settled by score, chaos_tiles, supply, or was shared.",
        "sessions",
        "by",
    ),
    of_session(
        "lead_changes",
        "Lead changes",
        "Turns after which the set of leaders by score differs from before; at the start all lead with 0.",
        "turns",
    ),
    of_session("turns", "Turns", "Turns of all players.", "turns"),
    of_session("rounds", "Rounds", "Rounds begun.", "rounds"),
    of_session(
        "trigger_turn",
        "Trigger turn",
        "The turn in which a fourth card was delivered first (TC-601); `position` of that seat.",
        "turn",
        "position",
    ),
    of_session(
        "trigger_wins",
        "Trigger player wins",
        "Share of the win of the seat that delivered a fourth card first; a shared win counts 1 ÷ winners.",
        "share",
    ),
)

ACTIONS = (
    counted_of_seat("actions", "Action mix", "Actions taken by a seat.", "actions", "action"),
    of_seat("unused_actions", "Unused actions", "3 × turns − actions of a seat.", "actions"),
    of_seat(
        "points_per_action",
        "Points per action",
        "Card points ÷ actions taken; none of a seat without an action.",
        "points per action",
    ),
    of_seat(
        "net_points_per_action",
        "Net points per action",
        "Score ÷ actions taken; none of a seat without an action.",
        "points per action",
    ),
    counted_of_seat(
        "deliveries",
        "Deliveries",
        "Cards delivered by a seat; `era` and `city` are the destination's.",
        "cards",
        "era",
        "city",
        "deck",
    ),
    of_seat(
        "delivery_points",
        "Points a delivery",
        "Mean points of a delivered card; `era` and `city` are the destination's.",
        "points",
        "era",
        "city",
        "deck",
    ),
    of_seat(
        "transit",
        "Transit time",
        "Own turns from taking a card to delivering it, 0 = in the same turn; mean of delivered cards.",
        "turns",
        "card",
        "via",
    ),
    of_seat("search_share", "Search share", "Searches ÷ (grabs + searches).", "share", "rank"),
    of_seat("delivered_share", "Delivered share", "Cards delivered ÷ cards taken so.", "share", "via"),
    counted_of_seat(
        "stranded_cards", "Stranded cards", "Cards left in a seat's hand at the end.", "cards", "via"
    ),
    counted_of_seat(
        "stranded_points",
        "Stranded points",
        "Points of the cards left in a seat's hand at the end; one that nobody named counts none.",
        "points",
        "via",
    ),
    of_session(
        "search_share_by_rank",
        "Search share and rank",
        "Rank correlation of search share and rank within a session; none where either is the same for all.",
        "coefficient",
    ),
    of_session(
        "penalties_by_rank",
        "Penalties and rank",
        "Rank correlation of penalties and rank within a session; none where either is the same for all.",
        "coefficient",
    ),
)
