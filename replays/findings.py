"""What an audit finds: each finding names its entry, how grave it is and, where one applies, the rule."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from domain.kernel.messages import Json

Severity = Literal["tampered", "diverges", "against_rules", "note"]
"""`tampered`: the log is not what was recorded. `diverges`: the rules, as they are now, give something else.
`against_rules`: recorded openly without the rules' consent. `note`: worth knowing, nothing wrong."""

GRAVE: tuple[Severity, ...] = ("tampered", "diverges")
"""The severities that fail an audit."""


class Finding(Struct, frozen=True, omit_defaults=True):
    """One thing found. `entry` is the number in the log at which it shows (None: the log as a whole).

    kind: what it is, for programs (`altered`, `missing`, `facts`, …; docs/operations.md lists them).
    rule: of a rule that was broken or that rejects today. recorded, derived: what stands, what should.
    """

    entry: int | None
    severity: Severity
    kind: str
    message: str
    rule: str | None = None
    recorded: Json = None
    derived: Json = None


class Head(Struct, frozen=True):
    """The last entry of a log: its number and its digest."""

    number: int
    digest: str


class Audit(Struct, frozen=True):
    """The result for one session.

    entries: read from the log; derived: of them, the actions that the rules were asked again about;
    drawn: outcomes recomputed from the revealed secret. rules_version: today's, that was derived with.
    """

    session: str
    game: str | None
    entries: int
    derived: int
    drawn: int
    rules_version: int | None
    findings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        """Whether nothing was tampered with and nothing diverges."""
        return not any(finding.severity in GRAVE for finding in self.findings)

    @property
    def first_divergence(self) -> Finding | None:
        """The first entry at which today's rules give other facts than were recorded."""
        diverging = (finding for finding in self.findings if finding.severity == "diverges")
        return min(diverging, key=lambda finding: finding.entry or 0, default=None)
