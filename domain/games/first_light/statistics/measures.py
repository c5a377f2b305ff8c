"""The measures: key, meaning, unit and dimensions of every figure."""

from __future__ import annotations

from typing import Literal

from domain.kernel import Measure


def _of_seat(key: str, title: str, meaning: str, unit: str, *dimensions: str) -> Measure:
    return Measure(key, title, meaning, unit, "seat", dimensions)


def _of_session(key: str, title: str, meaning: str, unit: str, *dimensions: str) -> Measure:
    per: Literal["session"] = "session"
    return Measure(key, title, meaning, unit, per, dimensions)


WHO = ("character", "table_size", "opponent", "position")
"""What results of a seat can be split by; `position`: its place in the first round, 0 = start player."""

RESULTS = (
    _of_seat("score", "Score", "Final score.", "points", *WHO),
    _of_seat("score_by_source", "Score by source", "Final points of one source.", "points", "source", "won"),
    _of_seat("negotiation_by_clan", "Negotiation by clan", "Final points of one column.", "points", "clan"),
    _of_seat("items_printed", "Printed Item points", "Points printed on acquired Items.", "points"),
    _of_seat("item_bonus", "Item bonus", "Bonus points of one acquired end-game Item.", "points", "item"),
    _of_seat(
        "item_points", "Item points", "Printed and bonus points of one acquired Item.", "points", "item"
    ),
    _of_seat("rank", "Rank", "Final rank, 1 is best; the AI counts.", "rank", "character", "position"),
    _of_seat("win", "Wins, shared or not", "1 for a winner, shared or not, else 0.", "share", *WHO),
    _of_seat(
        "win_share",
        "Win share",
        "A win counts 1, a shared one 1 ÷ the number of winners, the AI among them.",
        "share",
        *WHO,
    ),
    _of_seat("win_with_item", "Wins with an Item", "Win of a seat that acquired it.", "share", "item"),
    _of_seat(
        "acquisition_rate",
        "Acquisition rate",
        "1 for an Item that the hand held and the seat acquired, 0 for one it never did.",
        "share",
        "item",
    ),
    _of_seat(
        "standing_after_round",
        "Standing after a round",
        "Score as if the game ended with that Rest; Gem Caches are unknown then and left out.",
        "points",
        "round",
        "source",
    ),
    _of_session("winning_score", "Winning score", "Score of the winner.", "points", "table_size"),
    _of_session("margin", "Margin", "Winner's score less the next one's.", "points", "table_size"),
    _of_session(
        "decided_by", "Decided by", "What settled the game: score, dice, resources, shared.", "sessions", "by"
    ),
    _of_session("human_win", "Human win", "1 where a human won against the AI.", "share", "opponent"),
    _of_session(
        "ai_score_by_source",
        "AI score",
        "The AI's final points of one source.",
        "points",
        "source",
        "opponent",
    ),
)

RESOURCE_FLOW = (
    _of_seat("gained", "Resources gained", "Amount gained, by cause.", "units", "round", "resource", "cause"),
    _of_seat("paid", "Resources paid", "Amount paid, by cause.", "units", "round", "resource", "cause"),
    _of_seat("saved", "Saved", "What a reduction took off prices.", "units", "source"),
    _of_seat("produce_of_tile", "Produce of a tile", "What a Farm Tile gave until the end.", "units", "tile"),
    _of_seat("tile_round", "Tile tempo", "Round in which a tile arrived.", "round", "kind", "tile"),
)

DICE = (
    _of_seat("dice_pool", "Dice pool", "Reserve and Headquarters at the reveal of plans.", "dice", "round"),
    _of_seat("dice_rolled", "Dice rolled", "Dice rolled in a round.", "dice", "round"),
    _of_seat("dice_gained", "Dice gained", "From the dice supply, by cause.", "dice", "round", "cause"),
    _of_seat("dice_lost", "Dice lost", "To a punishment or to the limit.", "dice", "round", "cause"),
    _of_seat(
        "dice_spent", "Dice placed for good", "At Negotiation and Depository.", "dice", "round", "location"
    ),
    _of_seat("roll_luck", "Roll luck", "Mean of the values rolled less 3.5.", "pips"),
    _of_seat("roll_histogram", "Roll histogram", "Share of a value among the dice rolled.", "share", "value"),
    _of_seat(
        "roll_as_low", "Chance as low", "Chance of a mean this low or lower, with fair dice.", "probability"
    ),
    _of_seat(
        "roll_as_high",
        "Chance as high",
        "Chance of a mean this high or higher, with fair dice.",
        "probability",
    ),
    _of_seat("roll_chi_square", "Chi-square", "Of the values rolled against uniform 1 to 6.", "chi-square"),
    _of_seat("die_use", "Die use", "Share of the dice used that went there.", "share", "destination"),
    _of_seat("placed_value", "Placed value", "Mean value of dice placed at a location.", "pips", "location"),
    _of_seat("alteration", "Alteration", "Mean difference of the value placed and the die's own.", "pips"),
    _of_seat("cantina_rate", "Cantina rate", "Garage dice sent to the Cantina.", "share"),
    _of_seat("cantina_unable", "Unable", "Garage dice sent there for want of a placement.", "share"),
    _of_seat("cantina_unwilling", "Unwilling", "Garage dice sent there by choice.", "share"),
    _of_seat("blocked", "Blocked", "Spaces that the seat could use but for a die on them.", "share"),
    _of_seat("actions", "Actions", "Turns of placing or sending away.", "turns", "round", "place_in_round"),
)

NEGOTIATION = (
    _of_seat("negotiation_dice", "Negotiation dice", "Dice placed.", "dice", "clan", "row"),
    _of_seat("negotiation_cost", "Negotiation cost", "Resources paid for cells.", "units", "clan"),
    _of_seat(
        "points_per_resource", "Points per resource", "Printed points by resource paid.", "points", "clan"
    ),
    _of_seat("advancement", "Advancements", "Rewards taken.", "tokens", "reward"),
    _of_seat("setback", "Setbacks", "Setbacks met, by what came of them.", "tokens", "punishment", "outcome"),
    _of_seat("condition_used", "Conditions used", "Setback tokens moved.", "tokens", "condition"),
)

ITEMS = (
    _of_seat("item_drafted", "Items drafted", "Items kept from the draft or the solo five.", "cards", "item"),
    _of_seat(
        "pick_rate",
        "Pick rate",
        "1 for the card kept of a packet, 0 for the others.",
        "share",
        "item",
        "step",
    ),
    _of_seat("item_drawn", "Items drawn", "Items drawn, by cause.", "cards", "item", "cause"),
    _of_seat("item_discarded", "Items discarded", "Items discarded, by cause.", "cards", "item", "cause"),
    _of_seat(
        "item_acquired", "Items acquired", "Items bought at the Depository.", "cards", "item", "round", "row"
    ),
)

HARVESTERS = (
    _of_seat("harvester_steps", "Harvester steps", "Moves of the Harvester, by cause.", "steps", "cause"),
    _of_seat("arrows_used", "Arrows used", "Moves over an arrow.", "steps"),
    _of_seat("tokens_taken", "Planet tokens", "Tokens taken from the planet.", "tokens", "token"),
    _of_seat("first_cache_round", "First Gem Cache", "Round of the first step onto a Gem Cache.", "round"),
    _of_seat("planet_yield", "Planet yield", "Gained from the planet.", "units", "round", "resource"),
)

RIVAL = (
    _of_session("ai_schemes", "Schemes", "Schemes that the AI revealed.", "cards", "opponent"),
    _of_session(
        "ai_option", "Scheme options", "Which option was carried out: 1, 2, 3 or none.", "cards", "option"
    ),
    _of_session("ai_gems", "AI Gems", "Gems gained by the AI, by cause.", "gems", "cause"),
    _of_session(
        "ai_progress", "Progress Tiles", "Round in which a Progress Tile was unlocked.", "round", "bonus"
    ),
)

MEASURES: tuple[Measure, ...] = (*RESULTS, *RESOURCE_FLOW, *DICE, *NEGOTIATION, *ITEMS, *HARVESTERS, *RIVAL)
