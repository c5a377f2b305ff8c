"""Answers about clubs: their keys, their sessions, and what happens in them."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from service.schemas.answers.games import Entry
from service.schemas.answers.sessions import TokensByHolder

RightShown = Literal["read", "open", "record", "organise", "export", "keep"]


class ClubMade(TypedDict):
    """A new club, and the keys that it begins with."""

    club: str
    tokens: TokensByHolder


class KeyYouSent(TypedDict):
    """The key that you sent. name: of an application's key."""

    holder: str
    name: str | None
    rights: list[RightShown]


class ClubShown(TypedDict):
    """A club and the defaults of its new sessions. sessions: how many belong to it."""

    club: str
    name: str
    timezone: str
    visibility: Literal["club", "link", "public"]
    chance: Literal["declared", "drawn"] | None
    editions: Annotated[dict[str, str], Meta(description="By game, the edition that is played.")]
    made: str
    sessions: int
    you: KeyYouSent


class ClubKeyShown(TypedDict):
    """A key of a club, without its token. revoked: when it was revoked, if it was."""

    holder: str
    name: str | None
    rights: list[RightShown]
    made: str
    revoked: str | None


class ClubKeysShown(TypedDict):
    """The keys of a club."""

    items: list[ClubKeyShown]


class ClubKeyMade(TypedDict):
    """A new key of a club, and its token."""

    key: ClubKeyShown
    token: str


class ClubSessionShown(TypedDict):
    """Whether the session belongs to the club now."""

    club: str
    session: str
    belongs: bool


class ClubEvent(TypedDict):
    """What happened: `entry`, `session` (it came to the club), `unreadable` (an entry of a damaged log)."""

    event: Literal["entry", "session", "unreadable"]
    session: str
    number: Annotated[int, Meta(description="Of the entry, or of the session in the club.")]
    since: NotRequired[Annotated[str, Meta(description="When the session came to the club.")]]
    entry: NotRequired[Entry]


class ClubEvents(TypedDict):
    """A page of events. next: what to send as `after` next time. more: whether there are more already."""

    items: list[ClubEvent]
    next: str
    more: bool
