"""One piece of heavy work: done here, or given up with a word."""

from __future__ import annotations

import logging
import sqlite3

from sqlalchemy.exc import SQLAlchemyError

from replays.event_store import Unavailable
from service.heavy.pieces import UNEXPECTED, Pieces
from service.heavy.work import Readers, work_on
from workers.settings import read_settings

LOG = logging.getLogger("tablelog.heavy")

AWAY = (SQLAlchemyError, sqlite3.Error, Unavailable, OSError)
CANNOT_READ = "The log or the tables could not be read. Ask for it again in a while."


def do_one(pieces: Pieces, piece: str) -> None:
    """Do a piece, unless somebody else is at it."""
    with pieces.working_on(piece) as is_mine:
        if is_mine:
            do_here(pieces, piece)


def do_here(pieces: Pieces, piece: str) -> None:
    """Do a piece that is held, and say what kept it from being done."""
    settings = read_settings()
    try:
        readers = Readers.open(settings.log_url, settings.tables_url)
        try:
            work_on(pieces, piece, readers)
        finally:
            readers.close()
    except AWAY as error:
        LOG.error("a piece of work failed (%s)", getattr(error, "orig", None) or error)
        pieces.fail(piece, CANNOT_READ)
    except Exception:
        LOG.exception("a piece of work failed")
        pieces.fail(piece, UNEXPECTED)
