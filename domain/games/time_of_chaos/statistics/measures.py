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
        "disorder_made", "Disorder made", "Cubes placed by a seat, the setup's included.", "cubes", "cause"
    ),
    counted_of_seat(
        "disorder_avoided", "Disorder avoided", "Actions of a seat under the cloak.", "uses", "action"
    ),
    counted_of_seat(
        "cloak_refreshes",
        "Cloak refreshes",
        "3-point deliveries that a seat's cloak met (TC-414), `by` own_delivery or others_delivery; wasted = "
        "by anyone, and found it active.",
        "times",
        "by",
    ),
    of_seat(
        "turns_begun_exhausted",
        "Turns begun exhausted",
        "Turns that a seat began with an exhausted cloak.",
        "turns",
    ),
    of_seat("lowest_supply", "Lowest supply", "Fewest cubes ever in a seat's supply.", "cubes"),
    of_seat(
        "turns_without_supply",
        "Turns without supply",
        "Own turns at any time of which a seat's supply was empty.",
        "turns",
    ),
    counted_of_seat("sends", "Sends", "Sources of a seat in its send steps.", "sources", "outcome"),
    of_seat(
        "self_inflicted_leaks",
        "Self-inflicted leaks",
        "Sends of a seat whose target flipped in the same turn.",
        "sends",
    ),
)

CHAOS = (
    counted_of_session(
        "flips",
        "Flips",
        "Tiles that fell in the end steps of a session; `cause` of the last cube placed there before, "
        "`place` of the tile in its grid.",
        "flips",
        "era",
        "city",
        "cause",
        "place",
    ),
    of_seat("flips_in_own_turn", "Flips in own turns", "Tiles that fell in a seat's end steps.", "flips"),
    of_seat(
        "penalties_inflicted",
        "Penalties inflicted",
        "−1 tokens that others took in a seat's end steps.",
        "tokens",
    ),
    of_seat(
        "blame",
        "Blame ratio",
        "Flips in a seat's end steps on which its colour did not stay ÷ all flips in them.",
        "share",
    ),
    counted_of_session(
        "ties", "Ties", "Flips of a session with a tie for the lead: 2-2 or 1-1-1.", "flips", "tie"
    ),
    of_session("chaos_load", "Chaos load", "Chaos tiles after a turn, mean of the turns.", "tiles"),
    of_session("chaos_peak", "Chaos peak", "Most chaos tiles after a turn of the session.", "tiles"),
    of_seat(
        "chaos_tile_turns",
        "Chaos-tile-turns",
        "Sum over all turns of the session of chaos tiles with the seat's colour after the turn.",
        "tile-turns",
    ),
    of_session(
        "chaos_lifetime",
        "Chaos lifetime",
        "Turns from a tile's fall (setup: turn 0) to its restore, mean of restored tiles.",
        "turns",
        "era",
        "city",
    ),
    counted_of_session(
        "chaos_open_at_end",
        "Chaos left open",
        "Fallen tiles of a session that were not restored (censored lifetimes).",
        "tiles",
        "era",
        "city",
    ),
    counted_of_seat(
        "restores",
        "Restores",
        "Tiles restored by a seat; `colors` own_color (its cubes alone lay there), shared or foreign_only.",
        "tiles",
        "colors",
    ),
    counted_of_seat(
        "cubes_restored",
        "Cubes restored",
        "Cubes that a seat's restores gave back, `to` self or others.",
        "cubes",
        "to",
    ),
    of_seat(
        "turns_begun_locked",
        "Turns begun locked",
        "Turns that a seat began on a chaos tile (TC-301).",
        "turns",
    ),
    of_seat("actions_on_chaos", "Actions on chaos", "Actions that a seat took on a chaos tile.", "actions"),
)

MOVEMENT = (
    of_seat("travels", "Travels", "Steps of a seat within an era.", "steps"),
    counted_of_seat(
        "time_travels", "Time travels", "Moves of a seat between eras.", "moves", "from_era", "to_era"
    ),
    of_seat("turns_ended", "Turns ended in an era", "Share of own turns ended in each era.", "share", "era"),
    of_seat("tiles_visited", "Tiles visited", "Distinct tiles that a seat stood on.", "tiles"),
    counted_of_session(
        "heat",
        "City heat map",
        "What happened on each tile in a session, setup included: visits, cubes, flips, restores, "
        "deliveries.",
        "times",
        "what",
        "tile",
    ),
    of_seat(
        "final_turn_points",
        "Final turn's points",
        "Card points delivered in the final turn (TC-603), by the seats that had one.",
        "points",
    ),
    of_seat(
        "final_turn_penalties",
        "Final turn's penalties",
        "−1 tokens taken in a seat's final turn (TC-603), by the seats that had one.",
        "tokens",
    ),
)


# Measures of results, actions and cards on their way.

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


# Every measure of A Time of Chaos: key, what it means, its unit, what it can be split by.

CARDS = (
    of_session(
        "card_seen",
        "Card seen",
        "Share of the sessions in which the card left its deck, of those in which that is known.",
        "share",
        "card",
    ),
    counted_of_seat(
        "card_taken", "Card taken", "Times that a seat took the card into its hand.", "times", "card", "via"
    ),
    counted_of_seat(
        "card_delivered", "Card delivered", "Times that a seat delivered the card.", "times", "card"
    ),
    of_seat(
        "card_win_share",
        "Card's win share",
        "Win share of the seat that delivered the card; a shared win counts 1 ÷ winners.",
        "share",
        "card",
    ),
    Measure(
        "draws_against_expectation",
        "Draws against expectation",
        "Draws of a card ÷ the draws expected of a well-shuffled deck (1 ÷ k for each of k undrawn cards), "
        "of cards known when they were drawn; χ² hints at mis-recording.",
        "ratio",
        "session",
        ("deck", "card"),
        cells="card",
    ),
)

MEASURES: tuple[Measure, ...] = (*RESULT, *ACTIONS, *CUBES, *CHAOS, *MOVEMENT, *CARDS)
