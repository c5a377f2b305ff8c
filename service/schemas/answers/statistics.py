"""Answers about lists, curves, statistics, results and the service itself."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from msgspec import Meta

from domain.kernel.messages import Json
from service.schemas.answers.sessions import (
    Digest,
    ForkedFrom,
    InLog,
    Options,
    SeatObject,
    Status,
    VoidedBy,
)

# Lists, curves and figures as they are answered; and how the service is.

AsOf = Annotated[int, Meta(description="The last entry that the workers have processed.")]
StartedAt = Annotated[str | None, Meta(description="When play began; null if nobody knows.")]
EndedAt = Annotated[str | None, Meta(description="When play ended, so far; null if nobody knows.")]
Position = Annotated[
    int, Meta(description="The position in the whole log up to which the workers have processed it.")
]


class ListedSession(TypedDict):
    """A session in a list. People's names are visible only with a token for the session."""

    id: str
    game: str
    status: Status
    closed: Literal["finished", "abandoned"] | None
    void: Annotated[VoidedBy | None, Meta(description="If the session does not count: why. Otherwise null.")]
    replaces: NotRequired[
        Annotated[list[str], Meta(description="The void sessions that this one was recorded instead of.")]
    ]
    count: Annotated[int, Meta(description="The number of seats.")]
    component_set: str
    rules_version: int
    visibility: Literal["private", "link", "public"]
    sandbox: bool
    timezone: str
    opened_at: str
    played_on: Annotated[str, Meta(description="The day of play in the table's time zone.")]
    started_at: StartedAt
    ended_at: EndedAt
    updated: str
    version: int
    digest: Digest
    flagged: int
    winners: list[str]
    scores: Annotated[
        dict[str, float | None],
        Meta(description="Each seat's current or final score; null if it is unknown."),
    ]
    active: Annotated[list[str], Meta(description="The seats that the table is waiting for.")]
    minutes: Annotated[
        float | None,
        Meta(
            description="Minutes of play: as the owner says, else from the opening to the end, not counting "
            "breaks; null before the end, and if nobody knows."
        ),
    ]
    seats: list[SeatObject]
    players: dict[str, str]
    labels: dict[str, str]
    options: Options
    tags: list[str]
    forked_from: ForkedFrom | None
    in_log: InLog


class Sessions(TypedDict):
    """A page of sessions, those played last first, and the cursor of the next page."""

    items: list[ListedSession]
    next: str | None


class TimelineEntry(TypedDict):
    """An entry on the timeline. seconds: since the previous live entry was recorded.

    If an entry cannot be read, only its number is included.
    """

    entry: int
    kind: str | None
    type: str | None
    seat: str | None
    at: str | None
    moved_at: str | None
    seconds: float | None
    turn: int | None
    round: int | None
    phase: str | None
    active: list[str]
    live: bool | None
    flagged: bool | None
    unreadable: bool


class TimelineShown(TypedDict):
    """The timeline of a session."""

    as_of: AsOf
    entries: list[TimelineEntry]


class MarkShown(TypedDict):
    """An entry worth jumping to. seat: who scored. value: the number of the round or turn, or the score."""

    entry: int
    kind: Literal["round", "turn", "flag", "note", "correction", "retraction", "score"]
    seat: str | None
    value: int | float | str | None


class MarksShown(TypedDict):
    """The bookmarks of a session."""

    as_of: AsOf
    marks: list[MarkShown]


class SeriesHead(TypedDict):
    """The series; only its key until a worker has processed the session."""

    key: str
    title: NotRequired[str]
    meaning: NotRequired[str]
    unit: NotRequired[str]


class SeriesPoint(TypedDict):
    """A value that holds from this entry on."""

    entry: int
    subject: str
    value: float | str | None
    detail: dict[str, Json]
    at: str
    turn: int


class SeriesShown(TypedDict):
    """A series of a session."""

    series: SeriesHead
    as_of: AsOf
    points: list[SeriesPoint]


class MeasureShown(TypedDict):
    """A measure. over: the measure whose seats or sessions it is divided by. cells: what χ² covers."""

    game: str
    key: str
    title: str
    meaning: str
    unit: str
    per: Literal["seat", "session"]
    dimensions: list[str]
    group_by: list[str]
    only_finished: bool
    over: str | None
    cells: str | None
    statistics: Annotated[str, Meta(description="A link to the measure's figures.")]


class Measures(TypedDict):
    """The measures of all games."""

    items: list[MeasureShown]


Interval: TypeAlias = Annotated[list[float], Meta(min_length=2, max_length=2)] | None


class FiguresOfGroup(TypedDict):
    """value: total ÷ weight. n: sessions; rows: rows in the tables. interval: of a share, at 95 %.

    min, max, mean, spread, quantiles, histogram: over seats or sessions. expected: the share if all teams won
    equally often. normalised: value ÷ expected.
    """

    value: float | None
    total: float
    n: int
    rows: int
    min: float | None
    max: float | None
    mean: float | None
    spread: float | None
    interval: Interval
    chi_square: NotRequired[float | None]
    cells: NotRequired[int]
    quantiles: NotRequired[dict[str, float | None]]
    histogram: NotRequired[list[int]]
    expected: NotRequired[float | None]
    normalised: NotRequired[float | None]


class RowOfGroup(TypedDict):
    """A group. sessions: a link to exactly those that count. too_few: sessions, by `least`."""

    group: dict[str, str | int | bool]
    sessions: str
    too_few: NotRequired[bool]


class FigureRow(RowOfGroup, FiguresOfGroup):
    """The figures of a group. value: total ÷ weight. n: sessions; rows: rows in the tables.

    sessions: a link to exactly those that count. too_few: sessions, by `least`. interval: of a share, at
    95 %. min, max, mean, spread, quantiles, histogram: over seats or sessions. expected: the share if all
    teams won equally often. normalised: value ÷ expected.
    """


class RowOfMeasures(RowOfGroup):
    """The figures of a group by measure; n and sessions: of the first that it has."""

    n: int
    measures: dict[str, FiguresOfGroup | None]


class PageOfFigures(TypedDict):
    """groups: how many there are. next: the cursor of the next page.

    changed: whether something was processed since the page before.
    """

    game: str
    group_by: list[str]
    groups: int
    next: str | None
    as_of: Position
    independent: NotRequired[Literal["session", "player"]]
    changed: NotRequired[bool]


BinsOfHistogram = TypedDict("BinsOfHistogram", {"from": float, "width": float})
DifferenceOfGroups = TypedDict(
    "DifferenceOfGroups", {"of": str, "from": str, "value": float, "interval": Interval}
)


class Figures(PageOfFigures):
    """A statistic."""

    measure: str
    rows: list[FigureRow]
    bins: NotRequired[BinsOfHistogram | None]
    difference: NotRequired[DifferenceOfGroups | None]


class FiguresOfMeasures(PageOfFigures):
    """Several statistics."""

    measures: list[str]
    rows: list[RowOfMeasures]


class SeatPlayed(TypedDict):
    """A seat of a finished session, with its result and every measure of seats.

    start: when the game began, if that is known. edition: its id; null if you may know of none. place:
    position around the table, from 1. team: its seats win together. of_seat: colour, faction or whatever the
    game gives a seat. player: an opaque id, or the person of the club if you filter by one. name: of the
    person at the seat, if you send a token of the session or the key of its club. margin: the score less the
    best one of another seat. measures: by key; null where the seat has none.
    """

    session: str
    played_on: str
    start: str | None
    component_set: str
    edition: str | None
    edition_version: int | None
    rules_version: int
    count: Annotated[int, Meta(description="The number of seats.")]
    options: Options
    tags: list[str]
    minutes: float | None
    flagged: int
    seat: str
    place: int
    team: str | None
    of_seat: dict[str, Json]
    player: str | None
    name: str | None
    score: float | None
    parts: dict[str, float]
    rank: int | None
    won: bool
    margin: float | None
    measures: dict[str, float | None]


class SeatsPlayed(TypedDict):
    """A page of seats, those of the sessions that were played last first, and the cursor of the next page."""

    game: str
    rows: list[SeatPlayed]
    next: str | None
    as_of: Position


class RefusalRow(TypedDict):
    """A group of rejections: `total` in `n` of the `of` sessions; value: total ÷ of."""

    group: dict[str, str | int]
    total: int
    n: int
    of: int
    value: float
    rule_text: NotRequired[str | None]


class RefusalsSchema(TypedDict):
    """How often the rules rejected actions."""

    game: str
    group_by: list[str]
    rows: list[RefusalRow]
    groups: int


class Health(TypedDict):
    """The process is running."""

    status: Literal["ok"]


class Readiness(TypedDict):
    """The position of the log, and how far behind the tables are if no worker is running."""

    status: Literal["ready"]
    position: int
    behind: NotRequired[int]
    missing: NotRequired[str]


# The result of a session as it is answered, and the forms in which it is handed over.


class SeatResult(TypedDict):
    """The result of a seat. `parts` are the figures behind its score and rank."""

    rank: Annotated[
        int,
        Meta(
            description="1 is best; tied seats share the better rank. At the end, only winners have rank 1."
        ),
    ]
    seat: str
    label: Annotated[str, Meta(description="The seat's name at its table.")]
    color: str | None
    role: Annotated[str | None, Meta(description="The seat's hero, alien or faction, if the game has them.")]
    name: Annotated[str | None, Meta(description="The player's name; null if you may not see it.")]
    player: Annotated[str | None, Meta(description="An opaque id.")]
    place: Annotated[
        int | None,
        Meta(description="The seat's position around the table; null for a side that no seat plays."),
    ]
    starts: Annotated[
        bool | None,
        Meta(description="Whether the seat started, by the rules; null if nobody starts or it is unknown."),
    ]
    score: Annotated[float | None, Meta(description="Null if the game has no score.")]
    winner: bool
    parts: dict[str, float]


class GameOfPlay(TypedDict):
    """The game of a play in BG Stats format."""

    name: str
    sourceGameId: str
    bggId: NotRequired[int]
    highestWins: bool
    noPoints: bool


class PlayerOfPlay(TypedDict):
    """A player of a play in BG Stats format."""

    name: str
    sourcePlayerId: str
    startPlayer: bool
    rank: int
    role: str
    winner: bool
    score: NotRequired[float]


class BgStatsPlay(TypedDict):
    """A play in BG Stats format."""

    sourceName: str
    sourcePlayId: str
    playDate: Annotated[str, Meta(description="The end of the play in UTC, such as `2026-11-25 20:15:00`.")]
    durationMin: NotRequired[int]
    game: GameOfPlay
    players: list[PlayerOfPlay]


class BgStats(TypedDict):
    """A play for BG Stats, and the link that imports it into the app."""

    link: str
    play: BgStatsPlay


class BoardGameGeekPlayer(TypedDict):
    """A player of a play, with the names from BoardGameGeek's form."""

    username: str
    name: str
    color: str
    position: str
    score: str
    win: int
    new: int
    rating: int


class BoardGameGeekPlay(TypedDict):
    """A play, with the members of BoardGameGeek's form. `objectid` is missing because it is unknown."""

    ajax: int
    action: Literal["save"]
    version: int
    objecttype: Literal["thing"]
    objectid: NotRequired[int]
    playdate: str
    length: int
    quantity: int
    incomplete: int
    nowinstats: int
    comments: str
    players: list[BoardGameGeekPlayer]


class ScoringOfGame(TypedDict):
    """How the game is scored and ranked."""

    score: Annotated[str | None, Meta(description="The meaning of a score; null if the game has no score.")]
    highest_wins: Annotated[
        bool, Meta(description="Whether a higher score always ranks at least as high as a lower one.")
    ]
    ranks: Annotated[str, Meta(description="A sentence that explains how ranks are determined.")]


class Result(TypedDict):
    """The current or final result of a session, with seats by rank."""

    session: str
    game: str
    title: str
    boardgamegeek_id: Annotated[
        int | None, Meta(description="The game's number on BoardGameGeek, if it is known for certain.")
    ]
    status: Status
    void: Annotated[VoidedBy | None, Meta(description="If the session does not count: why. Otherwise null.")]
    winners: list[str]
    decided_by: Annotated[str | None, Meta(description="What decided the result, as the game names it.")]
    decided: Annotated[
        str | None, Meta(description="What decided the result, as a phrase; null before the end.")
    ]
    scoring: ScoringOfGame
    played_on: Annotated[str, Meta(description="The day of play in the table's time zone.")]
    timezone: str
    opened_at: str
    started_at: StartedAt
    ended_at: EndedAt
    minutes: Annotated[
        int | None,
        Meta(
            description="Minutes of play, not counting breaks; null before the end, for a fork, and if "
            "nobody knows."
        ),
    ]
    version: int
    digest: Digest
    as_of: AsOf
    seats: list[SeatResult]
    bg_stats: Annotated[
        BgStats | None,
        Meta(description="Null unless the game was played to its end, and if the session does not count."),
    ]
    board_game_geek: Annotated[BoardGameGeekPlay | None, Meta(description="Null until the game is finished.")]
