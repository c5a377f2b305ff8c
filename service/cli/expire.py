"""`tablelog expire`: does the worker's daily expiry at once, or only shows it."""

from __future__ import annotations

import click

from replays.clocks import now_of
from replays.findings import counted
from replays.log_tables import log_engine
from service.cli.local_store import local
from service.cli.output import CONSOLE
from workers.expiry import NotForgottenYet, expire_drafts
from workers.expiry import expire as expire_in
from workers.expiry import undo as undo_in
from workers.follow import ProjectionRunner

EVERYTHING = 1 << 31


@click.command()
@click.option("--dry-run", "rehearsed", is_flag=True, help="Only show what would expire.")
@click.option("--undo", metavar="SESSION", help="Bring an expired session back. It is kept from then on.")
def expire(*, rehearsed: bool, undo: str | None) -> None:
    """Expire sandbox sessions that have had no entry for TABLELOG_SANDBOX_DAYS, unless they are kept.

    They disappear completely and at once, by the clock of the database. While a worker runs for another 30
    days they are archived, and --undo brings one back; after that only a backup can. The worker itself waits
    one more day before it archives a session.

    Editions of which nothing is published go as well, once nobody has changed them for a year. Nothing brings
    those back but a backup; the worker waits for 30 more days.
    """
    if undo is not None:
        _take_back(undo)
        return
    with local(to_append=True) as here:
        days = here.settings.sandbox_days
        log = log_engine(here.settings.log_url)
        try:
            now = now_of(here.engine)
            gone = expire_in(log, here.engine, days=days, now=now, most=EVERYTHING, rehearsed=rehearsed)
            drafts = expire_drafts(here.engine, days=days, now=now, rehearsed=rehearsed)
        finally:
            log.dispose()
    for one in gone:
        CONSOLE.print(f"{one.session}  {one.game}, {counted(one.entries, 'entry')}, last {one.last_entry_at}")
    for draft in drafts:
        CONSOLE.print(f"{draft.edition}  {draft.game}, edition {draft.name}, changed {draft.changed}")
    if not days:
        CONSOLE.print("Nothing expires here: TABLELOG_SANDBOX_DAYS is 0.")
    else:
        done = "would expire" if rehearsed else "expired"
        CONSOLE.print(f"{counted(len(gone), 'sandbox session')} {done}")
        if drafts:
            CONSOLE.print(f"{counted(len(drafts), 'unpublished edition')} {done}")


def _take_back(session: str) -> None:
    """Raises `click.ClickException` if the session is not archived."""
    with local(to_append=True) as here:
        ProjectionRunner(here.store, here.engine, here.library).pull()
        log = log_engine(here.settings.log_url)
        try:
            back = undo_in(log, here.engine, session, now_of(here.engine))
        except NotForgottenYet:
            raise click.ClickException("The tables are being rebuilt. Try again when that is done.") from None
        finally:
            log.dispose()
    if back is None:
        message = (
            f"Session {session} is not archived: it never expired here, or it has been deleted for good."
        )
        raise click.ClickException(message)
    CONSOLE.print(f"{session} is back with {counted(back.entries, 'entry')}, and is kept from now on.")
