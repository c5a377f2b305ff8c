"""The questions that people ask of every game, in words: what pages of statistics begin with."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct

from domain.kernel import Game, StatisticsQuestion
from service.pages.asking import FORM, REFUSALS, address
from service.pages.group_words import CLOSE

OF_PEOPLE: Sequence[StatisticsQuestion] = (
    StatisticsQuestion("Who is best?", ("wins",), ("player",), {"order_by": "-value"}),
    StatisticsQuestion("Who beats whom?", ("wins",), ("player", "against_player"), {"order_by": "-n"}),
    StatisticsQuestion("How does everybody stand?", ("wins", "rank"), ("player",), {"order_by": "-wins"}),
    StatisticsQuestion("Who plays most?", ("wins",), ("player",), {"order_by": "-n"}),
    StatisticsQuestion("Does the seat at the table decide?", ("wins",), ("place",)),
    StatisticsQuestion("How long does a game take?", ("minutes",), (), {"histogram": "20"}),
    StatisticsQuestion("How long by the number of seats?", ("minutes",), ("count",)),
    StatisticsQuestion("How much is played?", ("minutes",), ("month",), {"order_by": "-group"}),
    StatisticsQuestion("How far apart are the ranks?", ("score",), ("rank",)),
)
OF_MAKERS: Sequence[StatisticsQuestion] = (
    StatisticsQuestion(
        "How many rounds does a game have?", ("rounds",), (), {"histogram": "20"}, makers=True
    ),
    StatisticsQuestion("How long is a round?", ("round_minutes",), ("round",), makers=True),
    StatisticsQuestion("How do scores grow by round?", ("score_by_round",), ("round",), makers=True),
    StatisticsQuestion("Which rules refuse most?", (REFUSALS,), ("rule",), makers=True),
    StatisticsQuestion(
        "Which decisions never matter?",
        ("decision_offered", "decision_taken", "decision_win_share"),
        ("action",),
        {"order_by": "decision_taken"},
        makers=True,
    ),
    StatisticsQuestion("How do two boxes compare?", ("minutes",), ("component_set",), makers=True),
)


class AskedInWords(Struct, frozen=True):
    """A question as a link."""

    words: str
    address: str


def questions(
    game: Game[object] | None, known: Collection[str], path: str, fixed: dict[str, str]
) -> tuple[list[AskedInWords], list[AskedInWords]]:
    """Those of people and those of makers, as far as the measures are known. fixed: parameters of all."""
    own = () if game is None else (*game.statistics.questions, *_of_the_end(game))
    every = (
        *OF_PEOPLE,
        *(one for one in own if not one.makers),
        *OF_MAKERS,
        *(one for one in own if one.makers),
    )
    asked = [one for one in every if set(one.measures) <= {*known, *([] if game is None else [REFUSALS])}]
    form = AskedInWords("How is somebody doing, game by game?", address(path, {**fixed, "show": FORM}))
    return (
        [*_links((one for one in asked if not one.makers), path, fixed), form],
        _links((one for one in asked if one.makers), path, fixed),
    )


def _of_the_end(game: Game[object]) -> Iterable[StatisticsQuestion]:
    """What a typical winner does, and what differs in close games, by the measures that the end shows."""
    measures = game.statistics.at_the_end
    if measures:
        yield StatisticsQuestion("What does a typical winner do?", measures, ("won",), makers=True)
        close = {"closeness": CLOSE}
        yield StatisticsQuestion("What is different in close games?", measures, (), close, makers=True)


def _links(asked: Iterable[StatisticsQuestion], path: str, fixed: dict[str, str]) -> list[AskedInWords]:
    return [AskedInWords(one.words, address_of(one, path, fixed)) for one in asked]


def address_of(asked: StatisticsQuestion, path: str, fixed: dict[str, str]) -> str:
    """The page that answers a question."""
    what = (
        {"measure": asked.measures[0]} if len(asked.measures) == 1 else {"measures": ",".join(asked.measures)}
    )
    return address(path, {**fixed, **what, "group_by": ",".join(asked.group_by), **asked.options})
