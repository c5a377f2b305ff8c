"""An audit for a page: made at once where the log is short, else elsewhere while the page asks again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from http import HTTPStatus

import msgspec

from domain.kernel.session import Session
from replays.counting import counted
from replays.findings import Audit, Finding
from service.api.replays import LONG_ENTRIES
from service.http.jobs import answer_of, answer_of_job, holder
from service.http.services import services
from service.jobs.requests import AuditTask

OF_THE_CHAIN = frozenset(
    ("missing", "unreadable", "foreign", "altered", "topic", "repeated", "reordered", "cut", "head")
)
"""Kinds of findings that say that the chain is not whole."""


def audited(session: Session, job: str | None) -> tuple[Audit | str, AuditTask]:
    """The audit, or the id of the job that makes it; and of which log it is.

    job: that the page got before. Raises `Problem` if no job can be submitted.
    """
    task = AuditTask(session.id, session.version, session.position.digest)
    if job is not None and (known := _task_of(session, job)) is not None:
        task, response = known, answer_of_job(job)
    else:
        response = answer_of(task, {}, is_long=session.version >= LONG_ENTRIES)
    if response.status_code == HTTPStatus.ACCEPTED:
        return response.headers["Location"].rpartition("/")[2], task
    return msgspec.json.decode(response.get_data(), type=Audit), task


def _task_of(session: Session, job: str) -> AuditTask | None:
    """What an audit of this session was to read, if it is the caller's: the log may have grown since."""
    before = services().jobs.queue.request(job)
    if before is None or before.holder != holder() or not isinstance(before.task, AuditTask):
        return None
    return before.task if before.task.session == session.id else None


def verdict(audit: Audit) -> str:
    """The audit in one sentence: `1,290 entries, hash chain intact, 2 against the rules, 1 corrected.`"""
    tampered = [one for one in audit.findings if one.severity == "tampered"]
    torn = [one for one in tampered if one.kind in OF_THE_CHAIN]
    kinds = Counter(one.kind for one in audit.findings if one.severity == "against_rules")
    told = [
        _chain(torn),
        _some(len(tampered) - len(torn), "forged"),
        _some(_entries(audit.findings, "diverges"), "different under today's rules"),
        _some(_entries(audit.findings, "older_rules"), "under older rules"),
        _some(_entries(audit.findings, "against_rules", "broken_rule"), "against the rules"),
        _some(kinds["correction"], "corrected"),
        _some(kinds["invariant"], "impossible at a table"),
    ]
    if not audit.findings or all(one.severity == "note" for one in audit.findings):
        told.append("no rule broken")
    return ", ".join([many(audit.entries, "entry"), *filter(None, told)]) + "."


def _chain(torn: Sequence[Finding]) -> str:
    if not torn:
        return "hash chain intact"
    return "chain broken" if torn[0].entry is None else f"chain broken at № {torn[0].entry}"


def _entries(findings: Sequence[Finding], severity: str, kind: str | None = None) -> int:
    """How many entries have such a finding."""
    return len({one.entry for one in findings if one.severity == severity and kind in (None, one.kind)})


def _some(number: int, what: str) -> str:
    return f"{number:,} {what}" if number else ""


def many(number: int, noun: str) -> str:
    """The number with the noun, and with commas where it is large: `1,290 entries`."""
    return f"{number:,} {counted(number, noun).partition(' ')[2]}"
