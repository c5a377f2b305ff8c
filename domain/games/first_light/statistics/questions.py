"""Measures that the end of a game shows next to their means, and questions in words."""

from domain.kernel import StatisticsQuestion

AT_THE_END = ("roll_luck", "dice_pool", "gained", "paid", "alteration", "blocked")
"""Measures of seats."""

QUESTIONS = (
    StatisticsQuestion(
        "Which character is too strong?", ("win_share",), ("character",), {"order_by": "-value"}, makers=True
    ),
    StatisticsQuestion(
        "Does the first player win more?", ("win_share",), ("position",), {"difference": "0,1"}, makers=True
    ),
    StatisticsQuestion("Where do dice go?", ("placed_value",), ("location",)),
    StatisticsQuestion(
        "Where do points come from?", ("score_by_source",), ("source",), {"order_by": "-value"}
    ),
    StatisticsQuestion(
        "Which Items win games?", ("win_with_item",), ("item",), {"order_by": "-value"}, makers=True
    ),
    StatisticsQuestion(
        "Which Items does nobody acquire?",
        ("acquisition_rate",),
        ("item",),
        {"order_by": "value"},
        makers=True,
    ),
    StatisticsQuestion("How close are games?", ("margin",), (), {"histogram": "20"}),
)
