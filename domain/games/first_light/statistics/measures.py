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
    seat_counts("negotiation_dice", "Negotiation dice", "Dice placed, a seat.", "dice", "clan", "row"),
    seat_counts(
        "negotiation_cost",
        "Negotiation cost",
        "Resources paid for cells, a seat; Garage Algae left out.",
        "units",
        "clan",
        "resource",
    ),
    of_seat(
        "points_per_resource",
        "Points per resource",
        "Printed points of the cells taken ÷ resources paid for them.",
        "points",
        "clan",
    ),
    seat_counts("advancement", "Advancements", "Rewards taken, a seat (FL-353).", "tokens", "reward"),
    seat_counts(
        "setback",
        "Setbacks",
        "Setbacks met, a seat, by what came of them: loss, gain (FL-544) or ignored (FL-515).",
        "setbacks",
        "punishment",
        "outcome",
    ),
    seat_counts(
        "condition_used", "Conditions used", "Setback tokens moved, a seat (FL-356).", "tokens", "condition"
    ),
)

ITEMS = (
    seat_counts(
        "item_drafted",
        "Items drafted",
        "Items kept from the draft or the solo five, a seat.",
        "cards",
        "item",
    ),
    of_seat(
        "pick_rate",
        "Pick rate",
        "Times kept ÷ times in the packet to draft from (FL-116, FL-117).",
        "share",
        "item",
        "step",
    ),
    seat_counts("item_drawn", "Items drawn", "Items drawn in play, a seat.", "cards", "item", "cause"),
    seat_counts(
        "item_discarded",
        "Items discarded",
        "Items discarded from the hand, a seat.",
        "cards",
        "item",
        "cause",
    ),
    seat_counts(
        "item_acquired",
        "Items acquired",
        "Items bought at the Depository, a seat (FL-311).",
        "cards",
        "item",
        "round",
        "row",
    ),
)

HARVESTERS = (
    seat_counts("harvester_steps", "Harvester steps", "Moves of the Harvester, a seat.", "steps", "cause"),
    seat_counts("arrows_used", "Arrows used", "Moves over an arrow, a seat (FL-373).", "steps"),
    seat_counts(
        "tokens_taken", "Planet tokens", "Tokens taken from the planet, a seat (FL-371).", "tokens", "token"
    ),
    of_seat(
        "first_cache_round",
        "First Gem Cache",
        "Round of the first step onto a Gem Cache, of the seats that made one.",
        "round",
    ),
    seat_counts(
        "planet_yield",
        "Planet yield",
        "Yield of the Harvester's spaces (FL-250), dice too, a seat.",
        "units",
        "round",
        "resource",
    ),
)

RIVAL = (
    rival_counts("ai_schemes", "Schemes", "Schemes revealed, a game with the AI.", "cards", "opponent"),
    rival_counts(
        "ai_option",
        "Scheme options",
        "Schemes by the option carried out, a game with the AI. None: no option was possible (FL-417). "
        "Those revealed while it had no die are left out (FL-415).",
        "cards",
        "option",
    ),
    rival_counts("ai_gems", "AI Gems", "Gems gained by the AI, a game with it.", "gems", "cause"),
    of_session(
        "ai_progress", "Progress Tiles", "Round in which a Progress Tile was unlocked.", "round", "bonus"
    ),
)


# Measures of resources and tiles, and of dice.

RESOURCE_FLOW = (
    seat_counts(
        "gained", "Resources gained", "Amount gained, a seat.", "units", "round", "resource", "cause"
    ),
    seat_counts("paid", "Resources paid", "Amount paid, a seat.", "units", "round", "resource", "cause"),
    seat_counts(
        "saved",
        "Saved",
        "Reductions of prices (FL-245, FL-548), per seat; all resources added up.",
        "units",
        "source",
    ),
    of_seat(
        "farm_tiles_kept",
        "Farm Tiles kept",
        "Farm Tiles that the seat still had at the end ÷ those that it took.",
        "share",
        "tile",
    ),
    seat_counts(
        "produce_of_tile",
        "Produce of a tile",
        "Resources and dice from a Farm Tile until the end or its loss, per Farm Tile taken.",
        "units",
        "tile",
        "resource",
        over="farm_tiles_kept",
    ),
    of_seat(
        "tile_round", "Tile tempo", "Round in which a Farm or Upgrade Tile arrived.", "round", "kind", "tile"
    ),
)

DICE = (
    of_seat(
        "dice_pool",
        "Dice pool",
        "Dice rolled and at the Headquarters at the reveal of plans, a seat and round. "
        "Place in round: in the turn order, 1 = start player.",
        "dice",
        "round",
        "place_in_round",
    ),
    round_counts("dice_rolled", "Dice rolled", "Dice rolled, a seat and round (FL-214).", "dice", "round"),
    seat_counts(
        "dice_gained", "Dice gained", "From the dice supply, a seat (FL-202).", "dice", "round", "cause"
    ),
    seat_counts(
        "dice_lost",
        "Dice lost",
        "To the dice supply, a seat: by a punishment (FL-366), the limit (FL-273) or a manual effect.",
        "dice",
        "round",
        "cause",
    ),
    seat_counts(
        "dice_spent",
        "Dice placed for good",
        "Dice placed at Negotiation and Depository, a seat; also those lost again later.",
        "dice",
        "round",
        "location",
    ),
    of_seat("roll_luck", "Roll luck", "Mean of the values rolled less 3.5.", "pips"),
    of_seat("roll_histogram", "Roll histogram", "Share of a value among the dice rolled.", "share", "value"),
    of_seat(
        "roll_as_low",
        "Chance as low",
        "Chance of a mean as low as that of a seat's game or lower, with fair dice; over many the mean "
        "chance.",
        "probability",
    ),
    of_seat(
        "roll_as_high",
        "Chance as high",
        "Chance of a mean as high as that of a seat's game or higher, with fair dice; over many the mean "
        "chance.",
        "probability",
    ),
    of_seat(
        "roll_chi_square",
        "Chi-square",
        "Dice rolled with a value ÷ those expected of fair dice; χ² over the values, all rolls pooled.",
        "dice",
        "value",
        cells="value",
    ),
    of_seat(
        "die_use",
        "Die use",
        "Share of the dice used that went there. A die at the Headquarters is used again in the next round.",
        "share",
        "destination",
    ),
    of_seat(
        "placed_value",
        "Placed value",
        "Mean value that dice placed at a location showed there.",
        "pips",
        "location",
    ),
    of_seat(
        "alteration",
        "Alteration",
        "Mean difference of the value that a die was placed as and the one it had.",
        "pips",
    ),
    of_seat(
        "cantina_rate", "Cantina rate", "Garage dice sent to the Cantina ÷ dice put in Garages.", "share"
    ),
    of_seat(
        "cantina_unable",
        "Unable",
        "Garage dice sent there as the first of them had no legal placement ÷ dice put in Garages (FL-238).",
        "share",
    ),
    of_seat(
        "cantina_unwilling",
        "Unwilling",
        "Garage dice sent there by choice ÷ dice put in Garages (FL-238).",
        "share",
    ),
    of_seat(
        "blocked",
        "Blocked",
        "Spaces taken ÷ all spaces that fitted the seat's die and purse at its turns.",
        "share",
    ),
    round_counts(
        "actions",
        "Actions",
        "Dice or pairs of dice placed, and turns of sending away, a seat and round.",
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
        "Final points of one of the five sources. Won: yes for every winner, of a shared win too.",
        "points",
        "source",
        "won",
    ),
    of_seat("negotiation_by_clan", "Negotiation by clan", "Final points of one column.", "points", "clan"),
    of_seat("items_printed", "Printed Item points", "Points printed on all acquired Items.", "points"),
    of_seat(
        "item_bonus",
        "Item bonus",
        "Bonus points of one acquired Item that has a bonus (FL-521..535); every copy counts.",
        "points",
        "item",
    ),
    of_seat(
        "item_points",
        "Item points",
        "Printed and bonus points of one acquired Item; every copy counts.",
        "points",
        "item",
    ),
    of_seat("rank", "Rank", "Final rank, 1 is best; the AI counts.", "rank", "character", "position"),
    of_seat("win", "Wins, shared or not", "1 for a winner, shared or not, else 0.", "share", *WHO),
    of_seat(
        "win_share",
        "Win share",
        "A win counts 1, a shared one 1 ÷ the number of winners, the AI among them.",
        "share",
        *WHO,
    ),
    of_seat(
        "win_with_item",
        "Wins with an Item",
        "Win share of the seats that acquired it; every copy acquired counts, a shared win 1 ÷ winners.",
        "share",
        "item",
    ),
    of_seat(
        "acquisition_rate",
        "Acquisition rate",
        "Copies acquired ÷ copies that came to the hand; one discarded and drawn again came twice. "
        "Cards that nobody ever named are left out.",
        "share",
        "item",
    ),
    of_seat(
        "standing_after_round",
        "Standing after a round",
        "Points of one source as if the game ended with that Rest; Gem Caches are unknown then and left out.",
        "points",
        "round",
        "source",
    ),
    of_session("winning_score", "Winning score", "Score of the winner, the AI too.", "points", "table_size"),
    of_session(
        "margin", "Margin", "Winner's score less the next one's; 0 where level.", "points", "table_size"
    ),
    Measure(
        "decided_by",
        "Decided by",
        "Games settled so (score, dice, resources or shared) ÷ finished games (FL-607..610).",
        "sessions",
        "session",
        ("by",),
        over="winning_score",
    ),
    of_session(
        "human_win",
        "Human win",
        "The humans' part of the win against the AI: 1, 0, or of a shared win their share of the winners.",
        "share",
        "opponent",
    ),
    of_session(
        "ai_score_by_source",
        "AI score",
        "The AI's final points of one of its five sources (FL-620).",
        "points",
        "source",
        "opponent",
    ),
)


# The measures: key, meaning, unit and dimensions of every figure.

MEASURES: tuple[Measure, ...] = (*RESULTS, *RESOURCE_FLOW, *DICE, *NEGOTIATION, *ITEMS, *HARVESTERS, *RIVAL)
