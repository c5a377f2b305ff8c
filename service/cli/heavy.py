"""`tablelog heavy`: the process of heavy work."""

from __future__ import annotations

import click

from service.cli.settings import settings
from service.cli.soundness import must_be_sound
from service.heavy.process import run
from workers.giving_way import give_way
from workers.log_lines import log_in_lines


@click.command()
@click.option("--linger", type=click.FloatRange(0), help="End when nothing was asked for so many seconds.")
def heavy(linger: float | None) -> None:
    """Do audits, exports, proofs of imports and large statistics apart from who records.

    Where this does not run, the web starts one that ends by itself.
    """
    chosen = settings()
    must_be_sound(chosen)
    give_way()
    log_in_lines()
    run(chosen.redis_url if linger is None else None, linger)
