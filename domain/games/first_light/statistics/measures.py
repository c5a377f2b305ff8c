"""Every measure of First Light: key, meaning, unit and dimensions."""

from __future__ import annotations

from domain.games.first_light.statistics.tally import (
    of_seat,
    of_session,
    rival_counts,
    round_counts,
    seat_counts,
)
from domain.kernel import Measure

# Measures of the Negotiation Board, Items, Harvesters and the AI.

NEGOTIATION = (
    seat_counts(
        "negotiation_dice",
        "Negotiation dice",
        "Dice placed on the Negotiation Board, per seat.",
        "dice",
        "clan",
        "row",
    ),
    seat_counts(
        "negotiation_cost",
        "Negotiation cost",
        "Resources paid for Negotiation cells, per seat; Algae paid for Garages is not included.",
        "units",
        "clan",
        "resource",
    ),
    of_seat(
        "points_per_resource",
        "Points per resource",
        "Printed points of the cells taken ÷ the resources paid for them.",
        "points",
        "clan",
    ),
    seat_counts(
        "advancement", "Advancements", "Advancement rewards taken, per seat (FL-353).", "tokens", "reward"
    ),
    seat_counts(
        "setback",
        "Setbacks",
        "Setbacks per seat, by outcome: loss, gain (FL-544) or ignored (FL-515).",
        "setbacks",
        "punishment",
        "outcome",
    ),
    seat_counts(
        "condition_used", "Conditions used", "Setback tokens moved, per seat (FL-356).", "tokens", "condition"
    ),
)

ITEMS = (
    seat_counts(
        "item_drafted",
        "Items drafted",
        "Items kept from the draft, or from the five Items of a solo game, per seat.",
        "cards",
        "item",
    ),
    of_seat(
        "pick_rate",
        "Pick rate",
        "Times the Item was kept ÷ times it was in the packet to draft from (FL-116, FL-117).",
        "share",
        "item",
        "step",
    ),
    seat_counts("item_drawn", "Items drawn", "Items drawn during play, per seat.", "cards", "item", "cause"),
    seat_counts(
        "item_discarded",
        "Items discarded",
        "Items discarded from the hand, per seat.",
        "cards",
        "item",
        "cause",
    ),
    seat_counts(
        "item_acquired",
        "Items acquired",
        "Items bought at the Depository, per seat (FL-311).",
        "cards",
        "item",
        "round",
        "row",
    ),
)

HARVESTERS = (
    seat_counts("harvester_steps", "Harvester steps", "Moves of the Harvester, per seat.", "steps", "cause"),
    seat_counts("arrows_used", "Arrows used", "Moves along an arrow, per seat (FL-373).", "steps"),
    seat_counts(
        "tokens_taken", "Planet tokens", "Tokens taken from the planet, per seat (FL-371).", "tokens", "token"
    ),
    of_seat(
        "first_cache_round",
        "First Gem Cache",
        "Round of the first step onto a Gem Cache, among seats that reached one.",
        "round",
    ),
    seat_counts(
        "planet_yield",
        "Planet yield",
        "Yield of the Harvester's spaces (FL-250), including dice, per seat.",
        "units",
        "round",
        "resource",
    ),
)

RIVAL = (
    rival_counts("ai_schemes", "Schemes", "Schemes revealed, per game with the AI.", "cards", "opponent"),
    rival_counts(
        "ai_option",
        "Scheme options",
        "Schemes by the option carried out, per game with the AI. `none` means that no option was "
        "possible (FL-417). Schemes revealed while the AI had no die are not included (FL-415).",
        "cards",
        "option",
    ),
    rival_counts("ai_gems", "AI Gems", "Gems gained by the AI, per game with the AI.", "gems", "cause"),
    of_session(
        "ai_progress", "Progress Tiles", "Round in which a Progress Tile was unlocked.", "round", "bonus"
    ),
)


# Measures of resources and tiles, and of dice.

RESOURCE_FLOW = (
    seat_counts(
        "gained", "Resources gained", "Amount gained, per seat.", "units", "round", "resource", "cause"
    ),
    seat_counts("paid", "Resources paid", "Amount paid, per seat.", "units", "round", "resource", "cause"),
    seat_counts(
        "saved",
        "Resources saved",
        "Price reductions (FL-245, FL-548), per seat, summed over all resources.",
        "units",
        "source",
    ),
    of_seat(
        "farm_tiles_kept",
        "Farm Tiles kept",
        "Farm Tiles that the seat still had at the end ÷ Farm Tiles that it took.",
        "share",
        "tile",
    ),
    seat_counts(
        "produce_of_tile",
        "Farm Tile yield",
        "Resources and dice from a Farm Tile until the game ended or the tile was lost, per Farm Tile taken.",
        "units",
        "tile",
        "resource",
        over="farm_tiles_kept",
    ),
    of_seat(
        "tile_round",
        "Tile tempo",
        "Round in which the seat took a Farm or Upgrade Tile.",
        "round",
        "kind",
        "tile",
    ),
)

DICE = (
    of_seat(
        "dice_pool",
        "Dice pool",
        "Dice rolled, plus dice at the Headquarters when plans were revealed, per seat and round. "
        "`place_in_round` is the place in the turn order (1 = start player).",
        "dice",
        "round",
        "place_in_round",
    ),
    round_counts("dice_rolled", "Dice rolled", "Dice rolled, per seat and round (FL-214).", "dice", "round"),
    seat_counts(
        "dice_gained",
        "Dice gained",
        "Dice gained from the dice supply, per seat (FL-202).",
        "dice",
        "round",
        "cause",
    ),
    seat_counts(
        "dice_lost",
        "Dice lost",
        "Dice returned to the dice supply, per seat, because of a punishment (FL-366), the limit (FL-273) "
        "or a manual effect.",
        "dice",
        "round",
        "cause",
    ),
    seat_counts(
        "dice_spent",
        "Dice committed",
        "Dice placed at Negotiation and the Depository, per seat, including those lost again later.",
        "dice",
        "round",
        "location",
    ),
    of_seat("roll_luck", "Roll luck", "Mean of the values rolled minus 3.5.", "pips"),
    of_seat(
        "roll_histogram", "Roll histogram", "Share of each value among the dice rolled.", "share", "value"
    ),
    of_seat(
        "roll_as_low",
        "Chance of a roll as low",
        "Chance that fair dice give a mean as low as the seat's mean in its game, or lower; over several "
        "games, the mean of these chances.",
        "probability",
    ),
    of_seat(
        "roll_as_high",
        "Chance of a roll as high",
        "Chance that fair dice give a mean as high as the seat's mean in its game, or higher; over "
        "several games, the mean of these chances.",
        "probability",
    ),
    of_seat(
        "roll_chi_square",
        "Chi-square",
        "Dice rolled with each value ÷ dice expected from fair dice; χ² over the values, with all rolls "
        "pooled.",
        "dice",
        "value",
        cells="value",
    ),
    of_seat(
        "die_use",
        "Die use",
        "Share of the dice used that went to each destination. A die at the Headquarters is used again in "
        "the next round.",
        "share",
        "destination",
    ),
    of_seat(
        "placed_value",
        "Placed value",
        "Mean value at which dice were placed at a location.",
        "pips",
        "location",
    ),
    of_seat(
        "alteration",
        "Alteration",
        "Mean difference between a die's face and the value at which it was placed.",
        "pips",
    ),
    of_seat(
        "cantina_rate", "Cantina rate", "Garage dice sent to the Cantina ÷ dice put in Garages.", "share"
    ),
    of_seat(
        "cantina_unable",
        "Sent to the Cantina: unable",
        "Garage dice sent to the Cantina because the first of them had no legal placement ÷ dice put in "
        "Garages (FL-238).",
        "share",
    ),
    of_seat(
        "cantina_unwilling",
        "Sent to the Cantina: by choice",
        "Garage dice sent to the Cantina by choice ÷ dice put in Garages (FL-238).",
        "share",
    ),
    of_seat(
        "blocked",
        "Blocked spaces",
        "Share of occupied spaces among all spaces that the seat's die matched and that the seat could pay "
        "for on its turns.",
        "share",
    ),
    round_counts(
        "actions",
        "Actions",
        "Turns on which the seat placed a die or a pair of dice, or sent dice to the Cantina, per seat "
        "and round.",
        "turns",
        "round",
        "place_in_round",
    ),
)


# Measures of how a game ended, and of how it stood on the way.

WHO = ("character", "table_size", "opponent", "position")
"""The splits of a seat's results; `position`: its place in the first round, 0 = start player."""

RESULTS = (
    of_seat("score", "Score", "Final score (FL-607).", "points", *WHO),
    of_seat(
        "score_by_source",
        "Score by source",
        "Final points from each of the five sources. `won` is yes for every winner, including those who "
        "share the win.",
        "points",
        "source",
        "won",
    ),
    of_seat(
        "negotiation_by_clan",
        "Negotiation by clan",
        "Final points from each clan's column.",
        "points",
        "clan",
    ),
    of_seat(
        "items_printed",
        "Printed Item points",
        "Points printed on all of the seat's acquired Items.",
        "points",
    ),
    of_seat(
        "item_bonus",
        "Item bonus",
        "Bonus points per acquired Item that has a bonus (FL-521..535); every copy counts.",
        "points",
        "item",
    ),
    of_seat(
        "item_points",
        "Item points",
        "Printed and bonus points per acquired Item; every copy counts.",
        "points",
        "item",
    ),
    of_seat("rank", "Rank", "Final rank (1 is best), including the AI.", "rank", "character", "position"),
    Measure(
        "wins",
        "Wins, shared or not",
        "1 for a winner, including those who share the win, otherwise 0.",
        "share",
        dimensions=WHO,
        former="win",
    ),
    of_seat(
        "win_share",
        "Win share",
        "A win counts as 1, a shared win as 1 ÷ the number of winners, including the AI.",
        "share",
        *WHO,
    ),
    of_seat(
        "win_with_item",
        "Wins with an Item",
        "Win share of the seats that acquired the Item; every copy acquired counts, and a shared win "
        "counts as 1 ÷ the number of winners.",
        "share",
        "item",
    ),
    of_seat(
        "acquisition_rate",
        "Acquisition rate",
        "Copies acquired ÷ copies that came into the hand; a copy that was discarded and drawn again "
        "counts twice. Cards that were never named are not included.",
        "share",
        "item",
    ),
    of_seat(
        "standing_after_round",
        "Standing after a round",
        "Points from each source as if the game had ended with that round's Rest; Gem Caches are still "
        "unknown then and are not included.",
        "points",
        "round",
        "source",
    ),
    of_session(
        "winning_score", "Winning score", "Score of the winner, which may be the AI.", "points", "table_size"
    ),
    of_session(
        "margin",
        "Margin",
        "Winner's score minus the next score; 0 if they are equal.",
        "points",
        "table_size",
    ),
    Measure(
        "decided_by",
        "Decided by",
        "Share of finished games that were decided by score, dice or resources, or were shared "
        "(FL-607..610).",
        "sessions",
        "session",
        ("by",),
        over="winning_score",
    ),
    of_session(
        "human_win",
        "Human win",
        "The humans' share of the win against the AI: 1, 0, or their share of the winners if the win is "
        "shared.",
        "share",
        "opponent",
    ),
    of_session(
        "ai_score_by_source",
        "AI score",
        "The AI's final points from each of its five sources (FL-620).",
        "points",
        "source",
        "opponent",
    ),
)


# The measures: key, meaning, unit and dimensions of every figure.

MEASURES: tuple[Measure, ...] = (*RESULTS, *RESOURCE_FLOW, *DICE, *NEGOTIATION, *ITEMS, *HARVESTERS, *RIVAL)
