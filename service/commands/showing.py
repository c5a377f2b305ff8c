"""What commands print: standings, tables, findings. Plain where the output is no terminal."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from domain.kernel.messages import Json
from replays.findings import GRAVE, Audit, Finding

CONSOLE = Console(highlight=False, soft_wrap=True)
ERRORS = Console(stderr=True, highlight=False)
COLORS = {
    "tampered": "bold red",
    "diverges": "red",
    "older_rules": "yellow",
    "against_rules": "yellow",
    "note": "dim",
}
MOST_FINDINGS_SHOWN = 20


def progress_bar() -> Progress:
    """A bar on standard error, which goes away when the work is done."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=ERRORS,
        transient=True,
    )


def show_standing(standing: Mapping[str, Json]) -> None:
    """A row a seat, best first, then who won and by what."""
    table = Table(title="Final standing" if standing["finished"] else "Standing so far", title_justify="left")
    seats = sorted(standing["seats"], key=lambda seat: seat["rank"])
    parts = list(dict.fromkeys(name for seat in seats for name in seat.get("parts") or {}))
    for heading in ("rank", "seat", "score", *parts):
        table.add_column(heading.replace("_", " "), justify="left" if heading == "seat" else "right")
    for seat in seats:
        own = seat.get("parts") or {}
        cells = [seat["rank"], seat["seat"], seat["score"], *(own.get(name) for name in parts)]
        table.add_row(*map(number, cells))
    CONSOLE.print(table)
    if standing.get("winners"):
        reason = f" ({standing['decided_by']})" if standing.get("decided_by") else ""
        CONSOLE.print(f"Won by {', '.join(standing['winners'])}{reason}")


def number(value: Json) -> str:
    """A whole number without its fraction, nothing as a dash."""
    if value is None:
        return "-"
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def show_audit(name: str, audit: Audit) -> None:
    """One line for the session, then its findings."""
    verdict = "[green]passed[/]" if audit.passed else "[bold red]FAILED[/]"
    kept = " with the secret kept here" if audit.secret == "kept" else ""
    drawn = f", {audit.drawn} draws recomputed{kept}" if audit.drawn else ""
    CONSOLE.print(
        f"{verdict} {name}: {audit.entries} entries, {audit.derived} derived again"
        f" under rules version {audit.rules_version}{drawn}"
    )
    grave = [finding for finding in audit.findings if finding.severity in GRAVE]
    light = [finding for finding in audit.findings if finding.severity not in GRAVE]
    shown = (grave + light)[:MOST_FINDINGS_SHOWN]
    for finding in shown:
        show_finding(finding)
    if left := len(audit.findings) - len(shown):
        CONSOLE.print(f"    … and {left} more findings")
    if (first := audit.first_divergence) is not None and first.derived is not None:
        CONSOLE.print(f"  First divergence, at entry {first.entry}:")
        CONSOLE.print(f"    recorded: {first.recorded}", markup=False)
        CONSOLE.print(f"    derived:  {first.derived}", markup=False)


def show_finding(finding: Finding) -> None:
    """Where, how grave, what."""
    place = f"entry {finding.entry}" if finding.entry is not None else "the log"
    rule = f" ({finding.rule})" if finding.rule else ""
    CONSOLE.print(f"  [{COLORS[finding.severity]}]{finding.severity}[/] {place}, ", end="")
    CONSOLE.print(f"{finding.kind}{rule}: {finding.message}", markup=False)
