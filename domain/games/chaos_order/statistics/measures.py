"""The measures across games.

`won` is `yes` for the seats that won; who shared a victory counts there by its share, and otherwise as `no`.
"""

from domain.kernel import Measure

SEAT = ("faction", "position")
"""Every figure of a seat can be split by its faction and its place, 0 = who holds the flare gun at first."""

MEASURES = (
    Measure(
        "win_share",
        "Win share",
        "Share of victories; a shared victory counts as 1 ÷ the number of winners.",
        "share",
        dimensions=SEAT,
    ),
    Measure(
        "win_reasons",
        "Win reasons",
        "Share of games that ended for each reason.",
        "share",
        per="session",
        dimensions=("reason",),
    ),
    Measure("rounds", "Rounds", "Number of rounds begun.", "rounds", per="session"),
    Measure(
        "battle_win_share",
        "Battle win share",
        "Share of battles won, among those in which strength was compared (CO-431, CO-432); `role` is "
        "selector or opponent, `strength` is equal or different.",
        "share",
        dimensions=(*SEAT, "role", "strength"),
    ),
    Measure(
        "sections",
        "Wheel sections",
        "Share of a seat's plans that used each section of the combat wheel.",
        "share",
        dimensions=(*SEAT, "section"),
    ),
    Measure(
        "plan_cards",
        "Cards in plans",
        "Share of a seat's plans that used a card, bluffed, or did neither.",
        "share",
        dimensions=(*SEAT, "tactics"),
    ),
    Measure(
        "retreat_rate",
        "Retreat rate",
        "Share of a seat's plans that were a retreat.",
        "share",
        dimensions=SEAT,
    ),
    Measure(
        "wounds_dealt",
        "Wounds dealt",
        "Fighters wounded by the seat's attacks (CO-441), divided by its battles.",
        "fighters",
        dimensions=SEAT,
        over="battle_win_share",
    ),
    Measure(
        "wounds_taken",
        "Wounds taken",
        "The seat's own fighters wounded by attacks (CO-441), divided by its battles.",
        "fighters",
        dimensions=SEAT,
        over="battle_win_share",
    ),
    Measure(
        "act_rate",
        "Act rate",
        "Share of turns in an action phase on which the seat acted; `price` is the token's total cost in "
        "energy, `priced_by` is own, other, neutral or nobody.",
        "share",
        dimensions=(*SEAT, "phase", "price", "priced_by"),
    ),
    Measure(
        "phase_price",
        "Phase price",
        "Mean total cost of the tokens placed on an action phase; `priced_by` is seat or neutral.",
        "energy",
        per="session",
        dimensions=("phase", "priced_by"),
    ),
    Measure(
        "energy_from_prices",
        "Energy from own prices",
        "Energy that other seats paid to this seat for acting (CO-234), divided by the rounds begun.",
        "energy per round",
        dimensions=SEAT,
    ),
    Measure(
        "region_count",
        "Region count",
        "Mean region count that the seat used for income (CO-468).",
        "regions",
        dimensions=(*SEAT, "round", "won"),
    ),
    Measure(
        "income_rows",
        "Income rows",
        "Share of the seat's income counts that earned each row (named by the row's lowest count).",
        "share",
        dimensions=(*SEAT, "row"),
    ),
    Measure(
        "control_share",
        "Region control",
        "Share of rounds in which the seat controlled the region at the end of combat.",
        "share",
        dimensions=(*SEAT, "region"),
    ),
    Measure(
        "win_share_by_count",
        "Win share by region count",
        "Win share of the seats that had this region count when combat ended in this round; a shared "
        "victory counts as 1 ÷ the number of winners.",
        "share",
        dimensions=(*SEAT, "round", "count"),
    ),
    Measure(
        "research_column",
        "Final research",
        "Column of the marker on each track when the game ended, counted from 1.",
        "column",
        dimensions=(*SEAT, "track", "won"),
    ),
    Measure(
        "die_faces",
        "Combat die faces",
        "Rolls of each face ÷ the rolls expected from a fair die, by the position of the face; for the "
        "dice at your table, filter to sessions with declared chance.",
        "ratio",
        per="session",
        dimensions=("face",),
        cells="face",
    ),
    Measure(
        "relics_unclaimed",
        "Unclaimed relics",
        "Share of relics that left the game (CO-484), among those that were taken or left the game.",
        "share",
        per="session",
    ),
    Measure(
        "cards",
        "Tactics cards",
        "How often a seat drew the card (where known), used it in a battle, played it, or discarded it "
        "because of the hand limit.",
        "cards",
        dimensions=(*SEAT, "card", "way"),
        over="win_share",
    ),
    Measure(
        "card_battle_win_share",
        "Battles won with a card",
        "Share of battles won by the seat that used the card, among those in which strength was compared.",
        "share",
        dimensions=(*SEAT, "card"),
    ),
)
