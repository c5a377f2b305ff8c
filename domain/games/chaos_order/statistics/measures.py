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
        "Victories of a faction; a shared one counts 1 divided by the number of winners.",
        "share",
        dimensions=SEAT,
    ),
    Measure(
        "win_reasons",
        "Win reasons",
        "Share of the games that ended for each reason.",
        "share",
        per="session",
        dimensions=("reason",),
    ),
    Measure("rounds", "Rounds", "Rounds begun.", "rounds", per="session"),
    Measure(
        "battle_win_share",
        "Battle win share",
        "Battles won, of those whose strength was compared (CO-431, CO-432); `role` is selector or opponent, "
        "`strength` equal or different.",
        "share",
        dimensions=(*SEAT, "role", "strength"),
    ),
    Measure(
        "sections",
        "Wheel sections",
        "Share of a seat's plans on each section of the combat wheel.",
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
        "Fighters that a seat's attacks wounded (CO-441), divided by its battles.",
        "fighters",
        dimensions=SEAT,
        over="battle_win_share",
    ),
    Measure(
        "wounds_taken",
        "Wounds taken",
        "Own fighters that attacks wounded (CO-441), divided by the seat's battles.",
        "fighters",
        dimensions=SEAT,
        over="battle_win_share",
    ),
    Measure(
        "act_rate",
        "Act rate",
        "Turns of an action phase on which the seat acted; `price` is the token's whole cost in energy, "
        "`priced_by` own, other, neutral or nobody.",
        "share",
        dimensions=(*SEAT, "phase", "price", "priced_by"),
    ),
    Measure(
        "phase_price",
        "Price of a phase",
        "Mean whole cost of the tokens placed on an action phase; `priced_by` is seat or neutral.",
        "energy",
        per="session",
        dimensions=("phase", "priced_by"),
    ),
    Measure(
        "energy_from_prices",
        "Energy from own prices",
        "Energy that the others paid to the seat for acting (CO-234), divided by the rounds begun.",
        "energy a round",
        dimensions=SEAT,
    ),
    Measure(
        "region_count",
        "Region count",
        "Mean region count as a seat read it for income (CO-468).",
        "regions",
        dimensions=(*SEAT, "round", "won"),
    ),
    Measure(
        "income_rows",
        "Income rows",
        "Share of the region counts that a seat read which earned each row (named by its least count).",
        "share",
        dimensions=(*SEAT, "row"),
    ),
    Measure(
        "control_share",
        "Control of regions",
        "Share of the rounds at whose end of combat the seat controlled the region.",
        "share",
        dimensions=(*SEAT, "region"),
    ),
    Measure(
        "win_share_by_count",
        "Win share by region count",
        "Victories of the seats that had this region count when combat ended in this round; a shared one "
        "counts 1 divided by the number of winners.",
        "share",
        dimensions=(*SEAT, "round", "count"),
    ),
    Measure(
        "research_column",
        "Research at the end",
        "Column of the marker on each track when the game ended, from 1.",
        "column",
        dimensions=(*SEAT, "track", "won"),
    ),
    Measure(
        "die_faces",
        "Faces of the combat die",
        "Rolls of a face ÷ the rolls expected of a fair die, by the face's position; for dice of the table, "
        "look at sessions with declared chance.",
        "ratio",
        per="session",
        dimensions=("face",),
        cells="face",
    ),
    Measure(
        "relics_unclaimed",
        "Relics taken by nobody",
        "Share of the relics settled that left the game (CO-484).",
        "share",
        per="session",
    ),
    Measure(
        "cards",
        "Tactics cards",
        "How often a seat drew the card (where known), used it in a battle, played it, or discarded it over "
        "the limit.",
        "cards",
        dimensions=(*SEAT, "card", "way"),
        over="win_share",
    ),
    Measure(
        "card_battle_win_share",
        "Battles won with a card",
        "Battles won by the seat that used the card, of those whose strength was compared.",
        "share",
        dimensions=(*SEAT, "card"),
    ),
)
