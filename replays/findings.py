"""What an audit finds: each finding names its entry, how grave it is and, where one applies, the rule."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from domain.kernel.messages import Json

Severity = Literal["tampered", "diverges", "older_rules", "against_rules", "note"]
"""`tampered`: the log is not what was recorded. `diverges`: the rules, as they are now, give something else.
`older_rules`: the same of an entry that an older version of the rules gave, so nobody did anything wrong.
`against_rules`: recorded openly without the rules' consent. `note`: worth knowing, nothing wrong."""

GRAVE: tuple[Severity, ...] = ("tampered", "diverges")
"""The severities that fail an audit."""


class Finding(Struct, frozen=True, omit_defaults=True):
    """One thing found. `entry` is the number in the log at which it shows (null: the log as a whole).

    kind: what it is, for programs (`altered`, `missing`, `facts`, …; docs/operations.md lists them).
    rule: of a rule that was broken or that rejects today. recorded, derived: what stands, what should.
    rules_version: that the entry was recorded under, where it is another one than today's.
    other_entry: of a correction the entry that it corrects, and of that one its correction.
    """

    entry: int | None
    severity: Severity
    kind: str
    message: str
    rule: str | None = None
    recorded: Json = None
    derived: Json = None
    rules_version: int | None = None
    other_entry: int | None = None


def divergence(
    entry: int,
    kind: str,
    message: str,
    *,
    under: int,
    today: int,
    rule: str | None = None,
    recorded: Json = None,
    derived: Json = None,
) -> Finding:
    """Where the rules of version `today` part from an entry that was recorded `under` a version of them.

    Only a version that came before today's excuses it: one that nobody knows here is no reason.
    """
    if under == today:
        return Finding(entry, "diverges", kind, message, rule, recorded, derived)
    severity: Severity = "older_rules" if is_older(under, today) else "diverges"
    message += f" The entry was recorded under version {under} of the rules; today's is {today}."
    return Finding(entry, severity, kind, message, rule, recorded, derived, under)


def is_older(version: int, today: int) -> bool:
    """Whether the version of the rules is one that came before today's."""
    return 1 <= version < today


class Head(Struct, frozen=True):
    """The last entry of a log: its number and its digest."""

    number: int
    digest: str


class Audit(Struct, frozen=True):
    """The result for one session.

    entries: read from the log; derived: of them, the actions that the rules were asked again about;
    drawn: outcomes recomputed with the secret. rules_version: today's, that was derived with.
    secret: where that secret is from: `revealed` by the log, or `kept` here and told to nobody; None: no
    secret was at hand, so no outcome was recomputed. not_redrawn: entries whose draws it does not give again.
    """

    session: str
    game: str | None
    entries: int
    derived: int
    drawn: int
    rules_version: int | None
    findings: tuple[Finding, ...]
    secret: Literal["revealed", "kept"] | None = None
    not_redrawn: tuple[int, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether nothing was tampered with and nothing diverges."""
        return not any(finding.severity in GRAVE for finding in self.findings)

    @property
    def first_divergence(self) -> Finding | None:
        """The first entry at which today's rules give something else, whatever version it is of."""
        diverging = (f for f in self.findings if f.severity in ("diverges", "older_rules"))
        return min(diverging, key=lambda finding: finding.entry or 0, default=None)
