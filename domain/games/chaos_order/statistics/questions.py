"""Measures that the end of a game shows next to their means, and questions in words."""

from domain.kernel import StatisticsQuestion

AT_THE_END = (
    "battle_win_share",
    "wounds_dealt",
    "wounds_taken",
    "energy_from_prices",
    "region_count",
    "act_rate",
)
"""Measures of seats."""

QUESTIONS = (
    StatisticsQuestion(
        "Which faction is too strong?", ("win_share",), ("faction",), {"order_by": "-value"}, makers=True
    ),
    StatisticsQuestion(
        "Does the first player win more?", ("win_share",), ("position",), {"difference": "0,1"}, makers=True
    ),
    StatisticsQuestion("Which regions are held?", ("control_share",), ("region",)),
    StatisticsQuestion("How do regions grow by round?", ("region_count",), ("round",)),
    StatisticsQuestion(
        "Which Tactics cards win battles?",
        ("card_battle_win_share",),
        ("card",),
        {"order_by": "-value"},
        makers=True,
    ),
    StatisticsQuestion(
        "Which Tactics cards does nobody use?",
        ("cards",),
        ("card",),
        {"way": "used", "order_by": "value"},
        makers=True,
    ),
    StatisticsQuestion("How does a game end?", ("win_reasons",), ("reason",), {"order_by": "-value"}),
)
