"""Input and output of commands: tables and findings (plain when piped), files and portable files."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import IO, TypeVar

import click
from rich.console import Console
from rich.markup import escape
from rich.measure import Measurement
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
from replays.findings import GRAVE, Audit, Finding, counted
from replays.portable import PortableSession, read_from

# What commands print: standings, tables, findings. Plain where the output is no terminal.

T = TypeVar("T")

# No emoji: the pairs of a fingerprint hold `:AB:`, which would become a sign.
CONSOLE = Console(highlight=False, emoji=False, soft_wrap=True)
ERRORS = Console(stderr=True, highlight=False, emoji=False)
COLORS = {
    "tampered": "bold red",
    "diverges": "red",
    "older_rules": "yellow",
    "against_rules": "yellow",
    "note": "dim",
}
MOST_FINDINGS_SHOWN = 20
WIDEST = 10_000
"""Columns: more than any table here needs."""


def progress_bar() -> Progress:
    """A bar on standard error, which goes away when the work is done; none if that is not a terminal."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=ERRORS,
        transient=True,
        disable=not ERRORS.is_terminal,
    )


def tracked(bar: Progress, items: Iterable[T], total: int, description: str) -> Iterator[T]:
    """The items one by one, while the bar advances.

    Rich's own `track` counts in a thread, which the end of a command that fails in between waits for in vain.
    """
    task = bar.add_task(description, total=total)
    for item in items:
        yield item
        bar.advance(task)


def fitted(text: str, indent: int) -> str:
    """The text in lines that the terminal has room for; in a pipe one line."""
    if not CONSOLE.is_terminal:
        return text
    return textwrap.fill(
        text, CONSOLE.width, subsequent_indent=" " * indent, break_long_words=True, break_on_hyphens=False
    )


def show_standing(standing: Mapping[str, Json]) -> None:
    """One row per seat, best first, then the winners and the reason."""
    title = "Final standing" if standing["finished"] else "Standing so far"
    seats = sorted(standing["seats"], key=lambda seat: seat["rank"])
    parts = list(dict.fromkeys(name for seat in seats for name in seat.get("parts") or {}))
    headings = [name.replace("_", " ") for name in ("rank", "seat", "score", *parts)]
    rows = []
    for seat in seats:
        own = seat.get("parts") or {}
        cells = [seat["rank"], seat["seat"], seat["score"], *(own.get(name) for name in parts)]
        rows.append([number(cell) for cell in cells])
    show_table(headings, rows, words="seat", title=title)
    if standing.get("winners"):
        reason = f" ({standing['decided_by']})" if standing.get("decided_by") else ""
        CONSOLE.print(fitted(f"Won by {', '.join(standing['winners'])}{reason}", indent=2), markup=False)


def show_invented(invented: Sequence[str]) -> None:
    """The parts of the component set that are placeholders, one per line."""
    if invented:
        CONSOLE.print(f"{counted(len(invented), 'invented part')} of the component set:")
    for part in invented:
        CONSOLE.print(fitted(f"  {part}", indent=4), markup=False)


def show_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], *, words: str, title: str | None = None
) -> None:
    """A table where it fits, whole in a pipe too; on a narrower terminal each row as lines of its own.

    words: the heading of the column that holds words; the others hold numbers.
    """
    table = Table(title=title, title_justify="left")
    for heading in headings:
        table.add_column(escape(heading), justify="left" if heading == words else "right", no_wrap=True)
    for row in rows:
        table.add_row(*map(escape, row))
    needed = Measurement.get(CONSOLE, CONSOLE.options.update(width=WIDEST), table).maximum
    if not CONSOLE.is_terminal:
        Console(file=CONSOLE.file, width=needed, highlight=False, emoji=False).print(table)
        return
    if needed <= CONSOLE.width:
        CONSOLE.print(table)
        return
    if title is not None:
        CONSOLE.print(title, markup=False)
    for row in rows:
        line = ", ".join(f"{heading} {cell}" for heading, cell in zip(headings, row, strict=True))
        CONSOLE.print(
            textwrap.fill(
                line, CONSOLE.width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
            ),
            markup=False,
        )


def number(value: Json) -> str:
    """A whole number without its fraction, nothing as a dash."""
    if value is None:
        return "-"
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def show_audit(name: str, audit: Audit) -> None:
    """One line for the session, then its findings."""
    verdict = "[green]passed[/]" if audit.passed else "[bold red]FAILED[/]"
    kept = " with the secret kept here" if audit.secret == "kept" else ""
    drawn = f", {counted(audit.drawn, 'draw')} recomputed{kept}" if audit.drawn else ""
    rules = f" under rules version {audit.rules_version}" if audit.rules_version is not None else ""
    CONSOLE.print(
        f"{verdict} {escape(name)}: {counted(audit.entries, 'entry')}, {audit.derived} derived again"
        f"{rules}{drawn}"
    )
    grave = [finding for finding in audit.findings if finding.severity in GRAVE]
    light = [finding for finding in audit.findings if finding.severity not in GRAVE]
    shown = (grave + light)[:MOST_FINDINGS_SHOWN]
    for finding in shown:
        show_finding(finding)
    if left := len(audit.findings) - len(shown):
        CONSOLE.print(f"    … and {counted(left, 'more finding')}")
    if (first := audit.first_divergence) is not None and first.derived is not None:
        CONSOLE.print(f"  First divergence, at entry {first.entry}:")
        CONSOLE.print(f"    recorded: {first.recorded}", markup=False)
        CONSOLE.print(f"    derived:  {first.derived}", markup=False)


def show_finding(finding: Finding) -> None:
    """Where, how grave, what."""
    place = f"entry {finding.entry}" if finding.entry is not None else "the log"
    beside = finding.rule or (f"entry {finding.other_entry}" if finding.other_entry else "")
    told = f" ({beside})" if beside else ""
    CONSOLE.print(f"  [{COLORS[finding.severity]}]{finding.severity}[/] {place}, ", end="")
    CONSOLE.print(f"{finding.kind}{told}: {finding.message}", markup=False)


# The files that commands are given: opened, and portable ones read a session at a time.

STANDARD_INPUT = "-"


@contextmanager
def opened(path: str) -> Iterator[IO[bytes]]:
    """The file, or standard input for `-`. Raises `click.ClickException`, also while it is being read."""
    try:
        with click.open_file(path, "rb") as file:
            yield file
    except OSError as error:
        raise click.ClickException(f"{path}: {error.strerror}") from error


def read_bytes(path: str) -> bytes:
    """The whole of a small file, or of standard input for `-`. Raises `click.ClickException`."""
    with opened(path) as file:
        return file.read()


def sessions_in(path: str) -> Iterator[PortableSession]:
    """Every session of a portable file, one at a time in memory.

    Raises `UnreadableFile`, `click.ClickException`.
    """
    with opened(path) as file:
        yield from read_from(file)
