"""Answers about lists, curves, statistics, results and the service itself."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from domain.kernel.messages import Json
from service.schemas.answers.sessions import Digest, ForkedFrom, InLog, Options, SeatObject, Status

# Lists, curves and figures as they are answered; and how the service is.

AsOf = Annotated[int, Meta(description="The entry up to which the workers have come.")]
Position = Annotated[
    int, Meta(description="The position in the whole log up to which the workers have come.")
]


class ListedSession(TypedDict):
    """A session in a list. Names of people are for those who hold a token of it."""

    id: str
    game: str
    status: Status
    closed: Literal["finished", "abandoned"] | None
    count: Annotated[int, Meta(description="The number of seats.")]
    component_set: str
    rules_version: int
    visibility: Literal["private", "link", "public"]
    sandbox: bool
    timezone: str
    opened_at: str
    updated: str
    version: int
    digest: Digest
    flagged: int
    winners: list[str]
    scores: Annotated[
        dict[str, float | None],
        Meta(description="Each seat's score so far or in the end; null if it is unknown."),
    ]
    active: Annotated[list[str], Meta(description="The seats that the table waits for.")]
    minutes: Annotated[
        float | None,
        Meta(description="Minutes from the opening to the end, breaks left out; null before the end."),
    ]
    seats: list[SeatObject]
    players: dict[str, str]
    labels: dict[str, str]
    options: Options
    tags: list[str]
    forked_from: ForkedFrom | None
    in_log: InLog


class Sessions(TypedDict):
    """A page of sessions, newest first, and the cursor of the next one."""

    items: list[ListedSession]
    next: str | None


class TimelineEntry(TypedDict):
    """An entry on the timeline. seconds: since the one before, on the live line.

    Of an entry that cannot be read, only its number is told.
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
    """When what happened."""

    as_of: AsOf
    entries: list[TimelineEntry]


class MarkShown(TypedDict):
    """An entry that one may want to go to. seat: who scored. value: of the round, the turn or the score."""

    entry: int
    kind: Literal["round", "turn", "flag", "note", "correction", "retraction", "score"]
    seat: str | None
    value: int | float | str | None


class MarksShown(TypedDict):
    """Where a session may be looked into."""

    as_of: AsOf
    marks: list[MarkShown]


class SeriesHead(TypedDict):
    """Which series it is; before a worker has seen the session, by its key alone."""

    key: str
    title: NotRequired[str]
    meaning: NotRequired[str]
    unit: NotRequired[str]


class SeriesPoint(TypedDict):
    """A value from this entry on."""

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
    """A measure. over: the measure by whose seats or sessions it is divided. cells: what χ² is over."""

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
    statistics: Annotated[str, Meta(description="Where its figures are.")]


class Measures(TypedDict):
    """The measures of all games."""

    items: list[MeasureShown]


class FigureRow(TypedDict):
    """A group's figures. value: total ÷ weight. n: its sessions; rows: its figures in the tables.

    min, max, mean, spread: over seats or sessions. interval: of a share, at 95 %.
    """

    group: dict[str, str | int]
    value: float | None
    total: float
    n: int
    rows: int
    min: float | None
    max: float | None
    mean: float | None
    spread: float | None
    interval: Annotated[list[float], Meta(min_length=2, max_length=2)] | None
    sessions: Annotated[str, Meta(description="Lists exactly the sessions that count in it.")]
    chi_square: NotRequired[float | None]
    cells: NotRequired[int]


class Figures(TypedDict):
    """A statistic. groups: how many there are before `limit`."""

    game: str
    measure: str
    group_by: list[str]
    rows: list[FigureRow]
    groups: int
    as_of: Position
    independent: NotRequired[Literal["session", "player"]]


class RefusalRow(TypedDict):
    """A group of refusals: `total` in `n` of the `of` sessions; value: total ÷ of."""

    group: dict[str, str | int]
    total: int
    n: int
    of: int
    value: float
    rule_text: NotRequired[str | None]


class RefusalsSchema(TypedDict):
    """How often rules refused what was sent."""

    game: str
    group_by: list[str]
    rows: list[RefusalRow]
    groups: int


class Health(TypedDict):
    """That the process answers."""

    status: Literal["ok"]


class Readiness(TypedDict):
    """How far the log is, and how far behind the tables are where no worker follows."""

    status: Literal["ready"]
    position: int
    behind: NotRequired[int]
    missing: NotRequired[str]


# The result of a session as it is answered, and the forms in which it is handed over.


class SeatResult(TypedDict):
    """What a seat came to. `parts` are the game's own figures behind score and rank."""

    rank: Annotated[
        int,
        Meta(description="1 is best; tied seats share the better rank. At the end 1 is the winners' alone."),
    ]
    seat: str
    label: Annotated[str, Meta(description="The seat's name at its table.")]
    color: str | None
    role: Annotated[str | None, Meta(description="Its hero, alien or faction, where the game has such.")]
    name: Annotated[str | None, Meta(description="The player's name; null for strangers.")]
    player: Annotated[str | None, Meta(description="An opaque id.")]
    place: Annotated[
        int | None, Meta(description="Which one it is around the table; null for a side of paper.")
    ]
    starts: Annotated[
        bool | None,
        Meta(description="Whether it began, by its game's rules; null where nobody does, or is known to."),
    ]
    score: Annotated[float | None, Meta(description="Null where the game has no score.")]
    winner: bool
    parts: dict[str, float]


class GameOfPlay(TypedDict):
    """The game of a play, as BG Stats takes it."""

    name: str
    sourceGameId: str
    bggId: NotRequired[int]
    highestWins: bool
    noPoints: bool


class PlayerOfPlay(TypedDict):
    """A player of a play, as BG Stats takes it."""

    name: str
    sourcePlayerId: str
    startPlayer: bool
    rank: int
    role: str
    winner: bool
    score: NotRequired[float]


class BgStatsPlay(TypedDict):
    """A play, as BG Stats takes it."""

    sourceName: str
    sourcePlayId: str
    playDate: Annotated[str, Meta(description="When it ended, in UTC: `2026-11-25 20:15:00`.")]
    durationMin: NotRequired[int]
    game: GameOfPlay
    players: list[PlayerOfPlay]


class BgStats(TypedDict):
    """A play for BG Stats, and the link by which its app takes it."""

    link: str
    play: BgStatsPlay


class BoardGameGeekPlayer(TypedDict):
    """A player of a play, as BoardGameGeek's form names it."""

    username: str
    name: str
    color: str
    position: str
    score: str
    win: int
    new: int
    rating: int


class BoardGameGeekPlay(TypedDict):
    """A play, by the members of BoardGameGeek's form. No `objectid`: the game's number is not known here."""

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
    highest_wins: Annotated[bool, Meta(description="Whether a higher score never ranks below a lower one.")]
    ranks: Annotated[str, Meta(description="How ranks come about, in a sentence.")]


class Result(TypedDict):
    """The result of a session so far, or in the end; seats by rank."""

    session: str
    game: str
    title: str
    boardgamegeek_id: Annotated[int | None, Meta(description="Its number there, where it is known for sure.")]
    status: Status
    winners: list[str]
    decided_by: Annotated[str | None, Meta(description="What settled it, in the game's words.")]
    decided: Annotated[str | None, Meta(description="The same as a phrase; null before the end.")]
    scoring: ScoringOfGame
    played_on: Annotated[str, Meta(description="The day of the opening where the table stands.")]
    timezone: str
    opened_at: str
    ended_at: Annotated[str | None, Meta(description="When the table changed last.")]
    minutes: Annotated[
        int | None, Meta(description="Of playing, breaks left out; null before the end and for a fork.")
    ]
    version: int
    digest: Digest
    as_of: AsOf
    seats: list[SeatResult]
    bg_stats: Annotated[BgStats | None, Meta(description="Null unless the game was played to its end.")]
    board_game_geek: Annotated[BoardGameGeekPlay | None, Meta(description="Null until the game is finished.")]
