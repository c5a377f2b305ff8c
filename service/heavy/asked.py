"""What is asked of the process of heavy work, and what it gives back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from domain.kernel.messages import Json
from service.queries.question import Question
from service.queries.row_forms import RowForm


class Audit(Struct, frozen=True, tag="audit"):
    """An audit of a session, which has `version` entries and this digest of the last one."""

    session: str
    version: int
    digest: str


class Export(Struct, frozen=True, tag="export"):
    """A portable file of a session's first `version` entries, and what its head tells."""

    session: str
    version: int
    game: str
    rules_version: int
    component_set: str


class Statistics(Struct, frozen=True, tag="statistics"):
    """A statistic, in this form."""

    question: Question
    form: RowForm = "application/json"


class Import(Struct, frozen=True, tag="import"):
    """A file of portable sessions. digest: of its bytes. importer: a digest of the key that came along.

    The web stores what is proven, so it works on this piece itself.
    """

    digest: str
    importer: str


class Proof(Struct, frozen=True, tag="proof"):
    """A proof of each session of a file.

    of: the import that needs it. owned: the session whose owner brings it, if any does.
    """

    of: str
    owned: str | None
    most_bytes: int
    most_session_bytes: int


Wanted: TypeAlias = Audit | Export | Statistics | Import | Proof
Header: TypeAlias = dict[str, str]
Kind: TypeAlias = Literal["audit", "export", "statistics", "import", "proof"]
Standing: TypeAlias = Literal["waiting", "running", "done", "failed"]


KINDS: Mapping[type[Wanted], Kind] = {
    Audit: "audit",
    Export: "export",
    Statistics: "statistics",
    Import: "import",
    Proof: "proof",
}


class Asked(Struct, frozen=True):
    """A piece of work: what is wanted, by whom, from where, since when; `headers` of the answer.

    holder: a digest of the tokens that came with the request. address: what requests are counted under; none
    of a piece that another one needs.
    """

    wanted: Wanted
    holder: str
    address: str
    asked_at: str
    headers: Header = {}

    @property
    def kind(self) -> Kind:
        """Its name in answers."""
        return KINDS[type(self.wanted)]

    def is_same_as(self, other: Asked) -> bool:
        """Whether one answer is both's."""
        return (self.wanted, self.holder, self.headers) == (other.wanted, other.holder, other.headers)


class PieceOfWork(Struct, frozen=True):
    """How far a piece of heavy work is.

    status: what has failed is asked for again by the request that it came from. ahead: how many are done
    before it. detail: why it failed. result: where the answer is, kept for an hour.
    """

    id: str
    kind: Kind
    status: Standing
    asked_at: str
    ahead: int
    detail: str | None = None
    result: str | None = None


class Made(Struct, frozen=True):
    """An answer: what a request that could wait would have been given."""

    status: int
    headers: Header
    body: bytes


def written(made: Made) -> bytes:
    """The answer as a file holds it: a line that tells status and headers, and the body."""
    head: Json = {"status": made.status, "headers": made.headers}
    return msgspec.json.encode(head) + b"\n" + made.body


class _Head(Struct):
    status: int
    headers: Header


def read(data: bytes) -> Made:
    """The answer in such a file."""
    line, _, body = data.partition(b"\n")
    head = msgspec.json.decode(line, type=_Head)
    return Made(head.status, head.headers, body)
