"""The result of a session as it is answered, and the forms in which it is handed over."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from service.schemas.answers.sessions import Digest, Status
from service.schemas.answers.statistics import AsOf


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
