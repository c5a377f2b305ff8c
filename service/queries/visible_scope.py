"""Visible scope: which sessions an answer over many sessions covers."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import sqlalchemy as sa

from service.sessions.register_tables import CLUB_SESSIONS, LISTINGS

PUBLIC_ALONE = "public"


def visibility_now(catalogue: sa.Table) -> sa.ColumnElement[str]:
    """The visibility of a session of the catalogue now: its owner may have changed it since the opening."""
    changed = sa.select(LISTINGS.c.visibility).where(LISTINGS.c.session == catalogue.c.session)
    return sa.func.coalesce(changed.correlate(catalogue).scalar_subquery(), catalogue.c.visibility)


def of_clubs(clubs: Collection[str], session: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """The condition that the session of this column belongs to one of the clubs."""
    own = sa.select(CLUB_SESSIONS.c.session).where(CLUB_SESSIONS.c.club.in_(sorted(clubs)))
    return session.in_(own)


@dataclass(frozen=True)
class VisibleScope:
    """What somebody may hear of: public sessions, these ones, those of these clubs, or with `everything` all.

    editions: those that are known beside the listed ones: a row may name them, and a filter choose by them.
    One and the same scope decides what is counted and what is listed.
    """

    sessions: frozenset[str] = frozenset()
    clubs: frozenset[str] = frozenset()
    everything: bool = False
    editions: frozenset[str] = frozenset()

    @property
    def is_public_alone(self) -> bool:
        """Whether the principal showed nothing that opens more than everybody may hear of."""
        return not self.everything and not self.sessions and not self.clubs

    def condition(self, catalogue: sa.Table) -> sa.ColumnElement[bool]:
        """What rows of the catalogue lie within."""
        return sa.or_(visibility_now(catalogue) == PUBLIC_ALONE, self.held(catalogue.c.session))

    def held(self, session: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
        """That a token of this session was shown, or a key of its club; always for the operator."""
        if self.everything:
            return sa.true()
        shown = [session.in_(sorted(self.sessions))] if self.sessions else []
        return sa.or_(sa.false(), *shown, *([of_clubs(self.clubs, session)] if self.clubs else []))


EVERYTHING = VisibleScope(everything=True)
"""The operator's."""
NOTHING_SHOWN = VisibleScope()
"""A stranger's."""
