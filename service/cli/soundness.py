"""Before a start: whether log and tables are usable."""

from __future__ import annotations

from contextlib import suppress

import click
import sqlalchemy as sa

from service.settings import Settings
from workers.damage import DamagedStore, check_at_start


def must_be_sound(chosen: Settings) -> None:
    """Raises `click.ClickException` where log or tables forbid a start.

    A database that does not answer may answer a little later: the processes see to that.
    """
    try:
        with suppress(sa.exc.SQLAlchemyError):
            check_at_start(chosen.log_url, chosen.tables_url)
    except (DamagedStore, ValueError) as error:
        raise click.ClickException(str(error)) from error
