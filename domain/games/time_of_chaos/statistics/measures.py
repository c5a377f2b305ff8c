"""Every measure of A Time of Chaos: key, meaning, unit, and what it can be split by."""

from __future__ import annotations

from domain.games.time_of_chaos.statistics.tally import (
    counted_of_seat,
    counted_of_session,
    of_seat,
    of_session,
)
from domain.kernel import Measure

# Measures of cubes, chaos and ways.

CUBES = (
    counted_of_seat(
        "disorder_made", "Disorder made", "Cubes placed by a seat, including the setup.", "cubes", "cause"
    ),
    counted_of_seat(
        "disorder_avoided", "Disorder avoided", "Actions that a seat took under the cloak.", "uses", "action"
    ),
    counted_of_seat(
        "cloak_refreshes",
        "Cloak refreshes",
        "3-point deliveries that applied to a seat's cloak (TC-414); `by` is own_delivery or "
        "others_delivery if the cloak was refreshed, and wasted if it was already active.",
        "times",
        "by",
    ),
    of_seat(
        "turns_begun_exhausted",
        "Turns begun exhausted",
        "Turns that a seat began with an exhausted cloak.",
        "turns",
    ),
    of_seat(
        "lowest_supply", "Lowest supply", "Smallest number of cubes that a seat's supply ever held.", "cubes"
    ),
    of_seat(
        "turns_without_supply",
        "Turns without supply",
        "The seat's own turns during which its supply was empty at any time.",
        "turns",
    ),
    counted_of_seat("sends", "Sends", "Sources in a seat's send steps.", "sources", "outcome"),
    of_seat(
        "self_inflicted_leaks",
        "Self-inflicted leaks",
        "A seat's sends whose target flipped in the same turn.",
        "sends",
    ),
)

CHAOS = (
    counted_of_session(
        "flips",
        "Flips",
        "Tiles that fell in the end steps of a session; `cause` is that of the last cube placed on the "
        "tile, `place` is the tile's place in its grid.",
        "flips",
        "era",
        "city",
        "cause",
        "place",
    ),
    of_seat("flips_in_own_turn", "Flips in own turns", "Tiles that fell in a seat's own end steps.", "flips"),
    of_seat(
        "penalties_inflicted",
        "Penalties inflicted",
        "−1 tokens that other seats took in this seat's end steps.",
        "tokens",
    ),
    of_seat(
        "blame",
        "Blame ratio",
        "Flips in a seat's end steps after which its colour did not remain on the tile ÷ all flips in "
        "those steps.",
        "share",
    ),
    counted_of_session(
        "ties", "Ties", "Flips in a session with a tie for the lead: 2-2 or 1-1-1.", "flips", "tie"
    ),
    of_session("chaos_load", "Chaos load", "Chaos tiles after a turn; mean over all turns.", "tiles"),
    of_session(
        "chaos_peak", "Chaos peak", "Largest number of chaos tiles after any turn of the session.", "tiles"
    ),
    of_seat(
        "chaos_tile_turns",
        "Chaos-tile-turns",
        "Chaos tiles with the seat's colour after each turn, summed over all turns of the session.",
        "tile-turns",
    ),
    of_session(
        "chaos_lifetime",
        "Chaos lifetime",
        "Turns from the fall of a tile (setup counts as turn 0) to its restore; mean over restored tiles.",
        "turns",
        "era",
        "city",
    ),
    counted_of_session(
        "chaos_open_at_end",
        "Chaos left at the end",
        "Fallen tiles of a session that were never restored (censored lifetimes).",
        "tiles",
        "era",
        "city",
    ),
    counted_of_seat(
        "restores",
        "Restores",
        "Tiles restored by a seat; `colors` is own_color (only its own cubes were there), shared or "
        "foreign_only.",
        "tiles",
        "colors",
    ),
    counted_of_seat(
        "cubes_restored",
        "Cubes restored",
        "Cubes returned by a seat's restores; `to` is self or others.",
        "cubes",
        "to",
    ),
    of_seat(
        "turns_begun_locked",
        "Turns begun locked",
        "Turns that a seat began on a chaos tile (TC-301).",
        "turns",
    ),
    of_seat(
        "actions_on_chaos", "Actions on chaos", "Actions that a seat took while on a chaos tile.", "actions"
    ),
)

MOVEMENT = (
    of_seat("travels", "Travels", "A seat's steps within an era.", "steps"),
    counted_of_seat(
        "time_travels", "Time travels", "A seat's moves between eras.", "moves", "from_era", "to_era"
    ),
    of_seat(
        "turns_ended",
        "Turns ended by era",
        "Share of the seat's own turns that ended in each era.",
        "share",
        "era",
    ),
    of_seat(
        "tiles_visited", "Tiles visited", "Number of different tiles that a seat's pawn stood on.", "tiles"
    ),
    counted_of_session(
        "heat",
        "City heat map",
        "What happened on each tile in a session, including the setup: visits, cubes, flips, restores, "
        "deliveries.",
        "times",
        "what",
        "tile",
    ),
    of_seat(
        "final_turn_points",
        "Final-turn points",
        "Card points delivered in the final turn (TC-603), among seats that had one.",
        "points",
    ),
    of_seat(
        "final_turn_penalties",
        "Final-turn penalties",
        "−1 tokens taken in the seat's final turn (TC-603), among seats that had one.",
        "tokens",
    ),
)


# Measures of results, actions and cards on their way.

RESULT = (
    of_seat("score", "Score", "Card points minus penalties at the end (TC-611).", "points", "rank"),
    of_seat("card_points", "Card points", "Points from delivered cards.", "points", "rank"),
    of_seat("penalties", "Penalties", "−1 tokens taken by a seat (TC-237).", "tokens", "rank"),
    counted_of_seat(
        "penalties_by_turn",
        "Penalties by turn",
        "−1 tokens taken by a seat; `in` is own_turn or others_turn.",
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
    of_seat(
        "rank",
        "Rank",
        "Place by score, then chaos tiles, then supply; seats that are equal on all three share a rank.",
        "rank",
    ),
    of_seat(
        "win_share", "Win share", "A win counts as 1, a shared win as 1 ÷ the number of winners.", "share"
    ),
    counted_of_session(
        "decided_by",
        "Decided by",
        "Share of sessions in which first place was decided by score, chaos_tiles or supply, or was shared.",
        "sessions",
        "by",
    ),
    of_session(
        "lead_changes",
        "Lead changes",
        "Turns after which the set of score leaders differs from the set before; at the start all seats "
        "lead with 0.",
        "turns",
    ),
    of_session("turns", "Turns", "Turns taken by all players.", "turns"),
    of_session("rounds", "Rounds", "Number of rounds begun.", "rounds"),
    of_session(
        "trigger_turn",
        "Trigger turn",
        "Turn in which a seat first delivered a fourth card (TC-601); `position` is that seat's position.",
        "turn",
        "position",
    ),
    of_session(
        "trigger_wins",
        "Trigger player wins",
        "Win share of the seat that first delivered a fourth card; a shared win counts as 1 ÷ the number "
        "of winners.",
        "share",
    ),
)

ACTIONS = (
    counted_of_seat("actions", "Action mix", "Actions taken by a seat.", "actions", "action"),
    of_seat(
        "unused_actions", "Unused actions", "3 × the seat's turns − the actions that it took.", "actions"
    ),
    of_seat(
        "points_per_action",
        "Points per action",
        "Card points ÷ actions taken; omitted for a seat that took no action.",
        "points per action",
    ),
    of_seat(
        "net_points_per_action",
        "Net points per action",
        "Score ÷ actions taken; omitted for a seat that took no action.",
        "points per action",
    ),
    counted_of_seat(
        "deliveries",
        "Deliveries",
        "Cards delivered by a seat; `era` and `city` are those of the destination.",
        "cards",
        "era",
        "city",
        "deck",
    ),
    of_seat(
        "delivery_points",
        "Points per delivery",
        "Mean points of a delivered card; `era` and `city` are those of the destination.",
        "points",
        "era",
        "city",
        "deck",
    ),
    of_seat(
        "transit",
        "Transit time",
        "The seat's own turns from taking a card to delivering it (0 = in the same turn); mean over "
        "delivered cards.",
        "turns",
        "card",
        "via",
    ),
    of_seat("search_share", "Search share", "Searches ÷ (grabs + searches).", "share", "rank"),
    of_seat("delivered_share", "Delivered share", "Cards delivered ÷ cards taken this way.", "share", "via"),
    counted_of_seat(
        "stranded_cards", "Stranded cards", "Cards left in a seat's hand at the end.", "cards", "via"
    ),
    counted_of_seat(
        "stranded_points",
        "Stranded points",
        "Points of the cards left in a seat's hand at the end; a card that was never named counts as 0.",
        "points",
        "via",
    ),
    of_session(
        "search_share_by_rank",
        "Search share and rank",
        "Rank correlation between search share and rank within a session; omitted if either is the same "
        "for all seats.",
        "coefficient",
    ),
    of_session(
        "penalties_by_rank",
        "Penalties and rank",
        "Rank correlation between penalties and rank within a session; omitted if either is the same for "
        "all seats.",
        "coefficient",
    ),
)


# Every measure of A Time of Chaos: key, what it means, its unit, what it can be split by.

CARDS = (
    of_session(
        "card_seen",
        "Card seen",
        "Share of sessions in which the card left its deck, among those in which that is known.",
        "share",
        "card",
    ),
    counted_of_seat(
        "card_taken",
        "Card taken",
        "Times that a seat took the card into its hand.",
        "times",
        "card",
        "via",
        kinds="card_seen",
    ),
    counted_of_seat(
        "card_delivered",
        "Card delivered",
        "Times that a seat delivered the card.",
        "times",
        "card",
        kinds="card_seen",
    ),
    of_seat(
        "card_win_share",
        "Win share by card",
        "Win share of the seat that delivered the card; a shared win counts as 1 ÷ the number of winners.",
        "share",
        "card",
    ),
    Measure(
        "draws_against_expectation",
        "Draws against expectation",
        "Draws of a card ÷ the draws expected from a well-shuffled deck (1 ÷ k for each of k undrawn "
        "cards), for cards known when they were drawn; a high χ² hints at recording errors.",
        "ratio",
        "session",
        ("deck", "card"),
        cells="card",
    ),
)

MEASURES: tuple[Measure, ...] = (*RESULT, *ACTIONS, *CUBES, *CHAOS, *MOVEMENT, *CARDS)
