"""What is made of whole logs, as it is answered."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from domain.kernel.messages import Json
from replays.findings import Finding
from service.schemas.answers.sessions import Digest, TokensByHolder


class AuditReport(TypedDict):
    """What an audit found. derived: entries whose facts were derived anew; drawn: outcomes drawn anew."""

    session: str
    game: str
    rules_version: int
    entries: int
    derived: int
    drawn: int
    findings: list[Finding]
    secret: str | None
    not_redrawn: Annotated[list[int], Meta(description="Entries whose draws could not be checked.")]
    passed: bool
    first_divergence: Finding | None


class HeadSchema(TypedDict):
    """The last entry of a file."""

    number: int
    digest: Digest


class FiledSet(TypedDict):
    """The component set in a file."""

    hash: str
    document: dict[str, Json]


class FiledEntry(TypedDict):
    """An entry as it is stored."""

    topic: str
    digest: Digest
    body: dict[str, Json]


class PortableFile(TypedDict):
    """A session as a file: docs/file-format.md."""

    format: Literal["tablelog"]
    version: int
    session: str
    game: str
    rules_version: int
    component_set: FiledSet
    head: HeadSchema
    entries: list[FiledEntry]


class SeenBySchema(TypedDict):
    """Whose file it is: a seat's, of owner and scribe (`sees_all`); of a game that is open now (`opened`)."""

    seat: str | None
    sees_all: bool
    opened: bool


class ProvenEntry(TypedDict):
    """An entry: its body, or a tree of hashes and members; else what is shown of it, unproved."""

    number: int
    digest: Digest
    body: NotRequired[dict[str, Json]]
    tree: NotRequired[Json]
    unproved: NotRequired[dict[str, Json]]


class ProofFile(TypedDict):
    """A finished session as a file to check: docs/file-format.md."""

    format: Literal["tablelog-proof"]
    version: int
    session: str
    game: str
    seen_by: SeenBySchema
    component_set: FiledSet
    head: HeadSchema
    entries: list[ProvenEntry]


class ImportedSession(TypedDict):
    """What became of a session of an import."""

    session: str | None
    status: Literal["imported", "continued", "already_there", "refused"]
    version: NotRequired[int]
    written: NotRequired[int]
    tokens: NotRequired[TokensByHolder]
    detail: NotRequired[str]


class Imported(TypedDict):
    """What became of each session of an import."""

    items: list[ImportedSession]
