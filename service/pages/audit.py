"""The audit of a session as a page: the verdict, every finding, chance with its proof, how to verify it."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Annotated, Any
from urllib.parse import urlencode

from flask import Response, render_template
from msgspec import Meta, Struct

from domain.kernel.rulebook import rulebook
from domain.kernel.session import Session, is_live
from domain.kernel.views import eyes
from replays.findings import Audit
from service.http.blueprint import PageBlueprint
from service.jobs.requests import AuditTask
from service.pages.auditing import audited, many, verdict
from service.pages.findings_told import (
    CORRECTED,
    CORRECTED_LATER,
    MOST_FINDINGS,
    chosen,
    findings_told,
    flags_told,
)
from service.pages.log_parts import closes
from service.pages.reading import read_by_asker
from service.pages.rule_words import marked, rule_address
from service.problems import Problem
from service.schemas.arguments import read_query
from service.sessions.tokens import Principal

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
    """What can be chosen: its name, how many findings it has, its address, and whether it is shown."""
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
