"""The requests and results of jobs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from domain.kernel.messages import Json
from domain.kernel.session.proofs import SeenBy
from service.queries.question import RowForm, StatisticsQuery


class AuditTask(Struct, frozen=True, tag="audit"):
    """Audit a session. version: its number of entries. digest: of its last entry."""

    session: str
    version: int
    digest: str


class ExportTask(Struct, frozen=True, tag="export"):
    """Write the first `version` entries of a session as a portable file with this head."""

    session: str
    version: int
    game: str
    rules_version: int
    component_set: str


class ProofFileTask(Struct, frozen=True, tag="checkable"):
    """Write the file by which a viewer can check the first `version` entries of a session."""

    session: str
    version: int
    game: str
    component_set: str
    seen_by: SeenBy


class StatisticsTask(Struct, frozen=True, tag="statistics"):
    """Compute a statistic, in this form. bom: whether CSV begins with a byte order mark.

    following: the address of another page, but for its cursor.
    """

    question: StatisticsQuery
    form: RowForm = "application/json"
    bom: bool = True
    following: str = ""


def next_link(following: str, cursor: str) -> str:
    """The header `Link` that leads to the next page."""
    return f'<{following}{cursor}>; rel="next"'


class ImportTask(Struct, frozen=True, tag="import"):
    """Import a file of portable sessions. digest: of its bytes. importer: a digest of the caller's key.

    The web process runs this job itself, because only the web appends to the log.
    """

    digest: str
    importer: str


class ProofTask(Struct, frozen=True, tag="proof"):
    """Verify each session of a file.

    of: the job of the import that needs it. owned: the session whose owner sent the file, if any.
    """

    of: str
    owned: str | None
    most_bytes: int
    most_session_bytes: int


JobTask: TypeAlias = AuditTask | ExportTask | ProofFileTask | StatisticsTask | ImportTask | ProofTask
Headers: TypeAlias = dict[str, str]
JobKind: TypeAlias = Literal["audit", "export", "checkable", "statistics", "import", "proof"]
JobStatus: TypeAlias = Literal["waiting", "running", "done", "failed"]


KINDS: Mapping[type[JobTask], JobKind] = {
    AuditTask: "audit",
    ExportTask: "export",
    ProofFileTask: "checkable",
    StatisticsTask: "statistics",
    ImportTask: "import",
    ProofTask: "proof",
}


class JobRequest(Struct, frozen=True):
    """A request for a job. headers: of the answer.

    holder: a digest of the tokens that came with the request. address: the network address that quotas count;
    empty for a job that another job needs.
    """

    task: JobTask
    holder: str
    address: str
    asked_at: str
    headers: Headers = {}

    @property
    def kind(self) -> JobKind:
        """The job's kind in answers."""
        return KINDS[type(self.task)]

    @property
    def fingerprint(self) -> str:
        """Equal for requests that can share one result."""
        same = (self.task, self.holder, self.headers)
        return hashlib.sha256(msgspec.json.encode(same, order="sorted")).hexdigest()


class Job(Struct, frozen=True):
    """The state of a job.

    status: after `failed`, send the original request again. ahead: how many jobs run before it. detail: why
    it failed. result: where the answer is. It is kept for an hour.
    """

    id: str
    kind: JobKind
    status: JobStatus
    asked_at: str
    ahead: int
    detail: str | None = None
    result: str | None = None


class JobResult(Struct, frozen=True):
    """The answer that the original request would have got if it had waited."""

    status: int
    headers: Headers
    body: bytes


class _Head(Struct):
    status: int
    headers: Headers


def encode_result(result: JobResult) -> bytes:
    """The result as it is stored: one line with status and headers, then the body."""
    head: Json = {"status": result.status, "headers": result.headers}
    return msgspec.json.encode(head) + b"\n" + result.body


def decode_result(data: bytes) -> JobResult:
    """The result that these stored bytes hold."""
    line, _, body = data.partition(b"\n")
    head = msgspec.json.decode(line, type=_Head)
    return JobResult(head.status, head.headers, body)
