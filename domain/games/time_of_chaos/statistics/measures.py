"""Every measure of A Time of Chaos: key, what it means, its unit, what it can be split by."""

from __future__ import annotations

from domain.kernel import Measure

SEAT = ("position",)
"""Every figure of a seat can be split by its place in the turn order, 0 = first player."""


def _seat(key: str, title: str, meaning: str, unit: str, *dimensions: str) -> Measure:
    return Measure(key, title, meaning, unit, "seat", (*SEAT, *dimensions))


def _seat_counts(key: str, title: str, meaning: str, unit: str, *dimensions: str) -> Measure:
    return Measure(key, title, meaning, unit, "seat", (*SEAT, *dimensions), over="score")


def _game_counts(key: str, title: str, meaning: str, unit: str, *dimensions: str) -> Measure:
    return Measure(key, title, meaning, unit, "session", dimensions, over="turns")


def _game(key: str, title: str, meaning: str, unit: str, *dimensions: str) -> Measure:
    return Measure(key, title, meaning, unit, "session", dimensions)


RESULT = (
    _seat("score", "Score", "Card points minus penalties at the end (TC-611).", "points", "rank"),
    _seat("card_points", "Card points", "Points of the delivered cards.", "points", "rank"),
    _seat("penalties", "Penalties", "−1 tokens taken.", "tokens", "rank"),
    _seat_counts("penalties_by_turn", "Penalties by turn", "−1 tokens taken, by whose turn.", "tokens", "in"),
    _seat(
        "chaos_tiles", "Chaos tiles", "Chaos tiles with the own colour at the end (TC-615).", "tiles", "rank"
    ),
    _seat("final_supply", "Cubes left", "Cubes in the supply at the end (TC-616).", "cubes", "rank"),
    _seat("rank", "Rank", "Place by score, chaos tiles, supply; equal on all three = the same.", "rank"),
    _seat("win_share", "Win share", "A win counts 1, a shared win 1 ÷ the number of winners.", "share"),
    _game_counts("decided_by", "Decided by", "What settled the first place.", "sessions", "by"),
    _game(
        "lead_changes", "Lead changes", "Turns after which the set of leaders differs from before.", "turns"
    ),
    _game("turns", "Turns", "Turns of all players.", "turns"),
    _game("rounds", "Rounds", "Rounds begun.", "rounds"),
    _game(
        "trigger_turn",
        "Trigger turn",
        "The turn in which a fourth card was delivered first.",
        "turn",
        "position",
    ),
    _game(
        "trigger_wins",
        "Trigger player wins",
        "Share of the win of who delivered a fourth card first.",
        "share",
    ),
)

ACTIONS = (
    _seat_counts("actions", "Action mix", "Actions taken.", "actions", "action"),
    _seat("unused_actions", "Unused actions", "3 × turns − actions.", "actions"),
    _seat("points_per_action", "Points per action", "Card points ÷ actions taken.", "points per action"),
    _seat("net_points_per_action", "Net points per action", "Score ÷ actions taken.", "points per action"),
    _seat_counts("deliveries", "Deliveries", "Cards delivered.", "cards", "era", "city", "deck"),
    _seat(
        "delivery_points",
        "Points a delivery",
        "Mean points of a delivered card.",
        "points",
        "era",
        "city",
        "deck",
    ),
    _seat(
        "transit", "Transit time", "Own turns from taking a card to delivering it.", "turns", "card", "via"
    ),
    _seat("search_share", "Search share", "Searches ÷ (grabs + searches).", "share", "rank"),
    _seat("delivered_share", "Delivered share", "Cards delivered ÷ cards taken.", "share", "via"),
    _seat_counts("stranded_cards", "Stranded cards", "Cards left in hand at the end.", "cards", "via"),
    _seat_counts(
        "stranded_points",
        "Stranded points",
        "Points of the cards left in hand at the end; one that nobody named counts none.",
        "points",
        "via",
    ),
    _game("search_share_by_rank", "Search share and rank", "Rank correlation within a game.", "coefficient"),
    _game("penalties_by_rank", "Penalties and rank", "Rank correlation within a game.", "coefficient"),
)

CUBES = (
    _seat_counts("disorder_made", "Disorder made", "Cubes placed.", "cubes", "cause"),
    _seat_counts("disorder_avoided", "Disorder avoided", "Actions taken under the cloak.", "uses", "action"),
    _seat_counts(
        "cloak_refreshes",
        "Cloak refreshes",
        "3-point deliveries, by whose; wasted = found it active.",
        "times",
        "by",
    ),
    _seat("turns_begun_exhausted", "Turns begun exhausted", "Turns begun with an exhausted cloak.", "turns"),
    _seat("lowest_supply", "Lowest supply", "Fewest cubes ever in the supply.", "cubes"),
    _seat("turns_without_supply", "Turns without supply", "Turns ended with an empty supply.", "turns"),
    _seat_counts("sends", "Sends", "Sources in send steps.", "sources", "outcome"),
    _seat(
        "self_inflicted_leaks",
        "Self-inflicted leaks",
        "Sends whose target flipped in the same turn.",
        "sends",
    ),
)

CHAOS = (
    _game_counts(
        "flips", "Flips", "Tiles that fell in an end step.", "flips", "era", "city", "cause", "place"
    ),
    _seat("flips_in_own_turn", "Flips in own turns", "Tiles that fell in own end steps.", "flips"),
    _seat("penalties_inflicted", "Penalties inflicted", "Penalties of others in own end steps.", "tokens"),
    _seat("blame", "Blame ratio", "Own end steps' flips on which the own colour did not stay.", "share"),
    _game_counts("ties", "Ties", "Flips with a tie for the lead, such as 2-2 or 1-1-1.", "flips", "tie"),
    _game("chaos_load", "Chaos load", "Chaos tiles after a turn, mean.", "tiles"),
    _game("chaos_peak", "Chaos peak", "Most chaos tiles after a turn.", "tiles"),
    _seat(
        "chaos_tile_turns",
        "Chaos-tile-turns",
        "Sum over all turns of chaos tiles with the own colour.",
        "tiles",
    ),
    _game(
        "chaos_lifetime", "Chaos lifetime", "Turns from a tile's fall to its restore.", "turns", "era", "city"
    ),
    _game_counts(
        "chaos_open_at_end",
        "Chaos left open",
        "Fallen tiles never restored (censored lifetimes).",
        "tiles",
        "era",
        "city",
    ),
    _seat_counts("restores", "Restores", "Tiles restored, by whose cubes lay there.", "tiles", "colors"),
    _seat_counts("cubes_restored", "Cubes restored", "Cubes that restores gave back.", "cubes", "to"),
    _seat("turns_begun_locked", "Turns begun locked", "Turns begun on a chaos tile.", "turns"),
    _seat("actions_on_chaos", "Actions on chaos", "Actions taken on a chaos tile.", "actions"),
)

MOVEMENT = (
    _seat("travels", "Travels", "Steps within an era.", "steps"),
    _seat_counts("time_travels", "Time travels", "Moves between eras.", "moves", "from_era", "to_era"),
    _seat("turns_ended", "Turns ended in an era", "Share of own turns ended there.", "share", "era"),
    _seat("tiles_visited", "Tiles visited", "Distinct tiles stood on.", "tiles"),
    _game_counts("heat", "City heat map", "What happened on each tile.", "times", "what", "tile"),
    _seat("final_turn_points", "Final turn's points", "Card points delivered in the final turn.", "points"),
    _seat("final_turn_penalties", "Final turn's penalties", "Penalties taken in the final turn.", "tokens"),
)

CARDS = (
    _game(
        "card_seen",
        "Card seen",
        "Sessions in which the card left its deck, of those in which that is known.",
        "share",
        "card",
    ),
    _seat_counts("card_taken", "Card taken", "Times the card was taken.", "times", "card", "via"),
    _seat_counts("card_delivered", "Card delivered", "Times the card was delivered.", "times", "card"),
    _seat("card_win_share", "Card's win share", "Win share of who delivered the card.", "share", "card"),
    Measure(
        "draws_against_expectation",
        "Draws against expectation",
        "Draws of a card ÷ the draws expected of a well-shuffled deck, of cards known when they were drawn; "
        "χ² hints at mis-recording.",
        "ratio",
        "session",
        ("deck", "card"),
        cells="card",
    ),
)

MEASURES = (*RESULT, *ACTIONS, *CUBES, *CHAOS, *MOVEMENT, *CARDS)
