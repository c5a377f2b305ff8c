"""Measures of the Negotiation Board, Items, Harvesters and the AI."""

from __future__ import annotations

from domain.games.first_light.statistics.declaring import of_seat, of_session, rival_counts, seat_counts

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
