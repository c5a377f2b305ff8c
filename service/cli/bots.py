"""`tablelog bots`: the process of the bots of live tables."""

from __future__ import annotations

import click

from service.cli.processes import ProcessCommand
from service.cli.settings import must_be_sound, settings
from service.live_tables.bots import run
from workers.giving_way import lower_priority
from workers.log_lines import log_in_lines


@click.command(cls=ProcessCommand)
def bots() -> None:
    """Run only the bots of live tables. They need Redis."""
    chosen = settings()
    must_be_sound(chosen)
    if chosen.redis_url is None:
        raise click.ClickException("Live tables need Redis: set TABLELOG_REDIS_URL.")
    lower_priority()
    log_in_lines("bots")
    run(chosen, chosen.redis_url)
