"""Measures of cubes, chaos and ways."""

from __future__ import annotations

from domain.games.time_of_chaos.statistics.declaring import (
    counted_of_seat,
    counted_of_session,
    of_seat,
    of_session,
)

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
