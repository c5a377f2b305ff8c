"""`tablelog jobs`: the worker of jobs."""

from __future__ import annotations

import click

from service.cli.processes import ProcessCommand
from service.cli.settings import must_be_sound, settings
from service.jobs.former_files import remove_former_files
from service.jobs.worker import run
from workers.giving_way import lower_priority
from workers.log_lines import log_in_lines


@click.command(cls=ProcessCommand)
@click.option("--linger", type=click.FloatRange(0), help="Exit after this many idle seconds.")
def jobs(linger: float | None) -> None:
    """Run the worker of jobs: audits, exports, proofs of imports, and answers to statistics.

    If none runs, the web process starts one, which ends by itself.
    """
    chosen = settings()
    must_be_sound(chosen)
    remove_former_files(chosen.home)
    lower_priority()
    log_in_lines("jobs")
    run(chosen.redis_url if linger is None else None, linger)
