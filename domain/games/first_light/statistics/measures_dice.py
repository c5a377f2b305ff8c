"""Measures of resources and tiles, and of dice."""

from __future__ import annotations

from domain.games.first_light.statistics.declaring import of_seat, round_counts, seat_counts

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
