"""`tablelog expire`: what the worker does each day, at once, or only told."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from replays.counting import counted
from replays.log_address import settings_of
from replays.log_tables import log_engine
from service.cli.local_store import local
from service.cli.output import CONSOLE
from workers.expiry import expire as expire_in

EVERYTHING = 1 << 31


@click.command()
@click.option("--dry-run", "rehearsed", is_flag=True, help="Only say what would go.")
def expire(*, rehearsed: bool) -> None:
    """Let sandbox sessions go that are due: after TABLELOG_SANDBOX_DAYS without an entry, unless kept.

    They go whole, and come back from a backup alone. The worker does it each day, a bounded number at once.
    """
    with local(to_append=True) as here:
        days = here.settings.sandbox_days
        log = log_engine(settings_of(here.settings.log_url))
        try:
            now = datetime.now(UTC)
            gone = expire_in(log, here.engine, days=days, now=now, most=EVERYTHING, rehearsed=rehearsed)
        finally:
            log.dispose()
    for one in gone:
        CONSOLE.print(f"{one.session}  {one.game}, {counted(one.entries, 'entry')}, last {one.last_entry_at}")
    if not days:
        CONSOLE.print("Nothing expires here: TABLELOG_SANDBOX_DAYS is 0.")
    else:
        CONSOLE.print(f"{counted(len(gone), 'sandbox session')} {'would expire' if rehearsed else 'expired'}")
