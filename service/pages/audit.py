"""The audit page of a session: verdict, findings, chance with its proof, and how to verify it.

A short log is audited at once, a long one by a job while the page polls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from http import HTTPStatus
from typing import Annotated, Any
from urllib.parse import urlencode

import msgspec
from flask import Response, render_template
from msgspec import Meta, Struct

from domain.kernel.engine.views import eyes
from domain.kernel.messages import Json
from domain.kernel.rulebook import rulebook
from domain.kernel.session import Session, is_flagged, is_live
from domain.kernel.session.rendering import fact_in_words, naming_of
from domain.kernel.ui.board import Difference
from domain.kernel.ui.words import text_of
from replays.findings import Audit, Finding, counted
from service.api.edition_learnt import box_in_words
from service.api.replays import LONG_ENTRIES
from service.http.blueprint import PageBlueprint
from service.http.jobs import answer_of, answer_of_job, holder
from service.http.services import services
from service.jobs.requests import AuditTask
from service.pages.entry import (
    LogLine,
    changes_at,
    closes,
    corrections_by_entry,
    line_of,
    marked,
    rule_address,
)
from service.pages.reading import read_by_asker
from service.problems import Problem
from service.schemas.fields import read_query
from service.sessions.tokens import Principal

# An audit for a page: made at once where the log is short, else elsewhere while the page asks again.

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
    """The task of an earlier audit of this session, if it is the caller's: the log may have grown since."""
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


# Findings on a page: each with its entry, its rule, and the recorded value next to the derived one.

MOST_FINDINGS = 200
MOST_COMPARED = 12
"""Corrections whose tables are laid side by side; of further ones their entries' pages do it."""
TITLES: Mapping[str, str] = {
    "tampered": "Tampered with",
    "diverges": "Different under today's rules",
    "older_rules": "Under older rules",
    "against_rules": "⚑ Against the rules",
    "note": "Note",
}
CORRECTED = "⚑ Corrected"
CORRECTED_LATER = "⚑ Corrected later"
TITLES_OF_KINDS: Mapping[str, str] = {"correction": CORRECTED, "corrected": CORRECTED_LATER}


class RenderedFinding(Struct, frozen=True):
    """A finding, or a flag. line: its entry, where that can be shown. changes: of a correction.

    other: of a correction the entry that it corrects, and of that one its correction.
    """

    title: str
    kind: str
    message: str
    number: int | None
    line: LogLine | None
    rules: tuple[str, ...] = ()
    recorded: tuple[str, ...] = ()
    derived: tuple[str, ...] = ()
    changes: tuple[Difference, ...] | None = None
    compared: bool = False
    other: int | None = None


def chosen(findings: Sequence[Finding], rule: str | None, *, flagged: bool) -> list[Finding]:
    """Those of a rule, those that are flags of the log and what flagged corrections correct, or all."""
    return [
        one
        for one in findings
        if rule in (None, one.rule)
        and (not flagged or one.severity == "against_rules" or one.kind == "corrected")
    ]


def findings_told(
    session: Session, findings: Sequence[Finding], principal: Principal
) -> Iterator[RenderedFinding]:
    """The first of these findings, for a principal who sees all."""
    compared = 0
    for one in findings[:MOST_FINDINGS]:
        is_correction = one.kind == "correction"
        compares = is_correction and compared < MOST_COMPARED
        compared += compares
        line = None if one.entry is None else _line(session, one.entry, principal)
        yield RenderedFinding(
            TITLES_OF_KINDS.get(one.kind, TITLES[one.severity]),
            one.kind,
            one.message,
            one.entry,
            line,
            () if one.rule is None else (one.rule,),
            tuple(_told(session, one.recorded)),
            tuple(_told(session, one.derived)),
            changes_at(session, one.entry, principal) if compares and line and one.entry else None,
            compares and line is not None,
            one.other_entry,
        )


def flags_told(session: Session, rule: str | None, principal: Principal) -> Iterator[RenderedFinding]:
    """Yield the findings that everybody sees: entries that the log marks as against rules, and corrections.

    The entry that a correction corrects is listed as well, as in the audit.
    """
    if not session.position.flagged:
        return
    corrections = corrections_by_entry(session, principal)
    for written in services().handler.written(session, 1, session.version):
        flagged = is_flagged(written.entry)
        corrected = [] if rule is not None else corrections.get(written.entry.number, [])
        if not flagged and not corrected:
            continue
        line = line_of(session, written, principal)
        broken = tuple(getattr(written.entry, "broken", ()))
        if flagged and (rule is None or rule in broken):
            title = TITLES["against_rules"] if broken else CORRECTED
            reason = getattr(written.entry, "reason", None) or ""
            other = getattr(written.entry, "about", None)
            yield RenderedFinding(title, "flag", reason, line.number, line, broken, other=other)
        for one in corrected:
            yield RenderedFinding(
                CORRECTED_LATER, "corrected", one.reason, line.number, line, other=one.number
            )


def _line(session: Session, number: int, principal: Principal) -> LogLine | None:
    if not 1 <= number <= session.version:
        return None
    written = next(iter(services().handler.written(session, number, number)), None)
    return None if written is None or written.entry.number != number else line_of(session, written, principal)


def _told(session: Session, value: Json) -> Iterator[str]:
    """Yield the texts of a recorded or derived value: facts as sentences, strings as they are, else JSON."""
    if value is None:
        return
    naming = naming_of(session)
    for part in value if isinstance(value, list) else [value]:
        if isinstance(part, dict) and "fact" in part:
            yield text_of(fact_in_words(session.game, part, naming).says)
        else:
            yield part if isinstance(part, str) else msgspec.json.encode(part).decode()


# The audit of a session as a page: the verdict, every finding, chance with its proof, how to verify it.

routes = PageBlueprint("audit", __name__)


class AuditQuery(Struct, frozen=True):
    """rule: findings of this rule. flagged: what the log itself flags. job: the audit that is under way."""

    rule: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$")] | None = None
    flagged: bool = False
    job: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$")] | None = None


@routes.route("/t/<session:session_id>/audit", runs="limited")
def audit(session_id: str) -> Response:
    """The audit, for those who see all; for others what the log itself flags."""
    return read_by_asker(session_id, _drawn, module="audit")


audit.query = AuditQuery  # type: ignore[attr-defined]


def _drawn(session: Session, principal: Principal) -> str:
    query = read_query(AuditQuery)
    draw = partial(_page, session, principal, query)
    if not eyes(session.game, session.state, principal.viewer).sees_all:
        return draw(findings=list(flags_told(session, query.rule, principal)))
    try:
        found, of = audited(session, query.job)
    except Problem as problem:
        if problem.kind != "unavailable":
            raise
        return draw(trouble=problem.detail)
    if isinstance(found, str):
        return draw(job=found)
    picked = chosen(found.findings, query.rule, flagged=query.flagged)
    return draw(
        report=found,
        of=of,
        findings=list(findings_told(session, picked, principal)),
        left=max(0, len(picked) - MOST_FINDINGS),
    )


def _page(
    session: Session,
    principal: Principal,
    query: AuditQuery,
    *,
    report: Audit | None = None,
    of: AuditTask | None = None,
    **more: Any,
) -> str:
    rules = rulebook(session.game)
    return render_template(
        "audit.html",
        session_id=session.id,
        title=f"Audit · {session.game.title}",
        session=session,
        principal=principal,
        box=box_in_words(session),
        query=query,
        many=many,
        corrected=CORRECTED,
        corrected_later=CORRECTED_LATER,
        stands=partial(is_live, session.position.live),
        rules=rules,
        report=report,
        of=of,
        verdict="" if report is None else verdict(report),
        choices=[] if report is None else list(_choices(report, query)),
        revealed=next((close for close in closes(session) if close.secret is not None), None),
        marked=partial(marked, game=session.game.key, rules=rules, session_id=session.id),
        rule_address=partial(rule_address, session.game.key, session_id=session.id),
        again="?" + urlencode(_asked(query) | {"job": more["job"]}) if more.get("job") else "",
        **more,
    )


def _choices(report: Audit, query: AuditQuery) -> list[tuple[str, int, str, bool]]:
    """The filters to choose from: name, number of findings, address, and whether it is the current one."""
    flags = len(chosen(report.findings, None, flagged=True))
    rules = Counter(one.rule for one in report.findings if one.rule is not None)
    offered: list[tuple[str, int, dict[str, str]]] = [("All", len(report.findings), {})]
    if flags:
        offered.append(("Flagged", flags, {"flagged": "true"}))
    offered += [(rule, number, {"rule": rule}) for rule, number in sorted(rules.items())]
    shown = _asked(query)
    kept = {} if query.job is None else {"job": query.job}
    return [
        (name, number, f"?{urlencode(asks | kept)}" if asks or kept else "?", asks == shown)
        for name, number, asks in offered
    ]


def _asked(query: AuditQuery) -> dict[str, str]:
    asks = {} if query.rule is None else {"rule": query.rule}
    return asks | ({"flagged": "true"} if query.flagged else {})
