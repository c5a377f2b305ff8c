"""Visible scope: which sessions an answer over many sessions covers."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

PUBLIC_ALONE = "public"


@dataclass(frozen=True)
class VisibleScope:
    """What somebody may hear of: public sessions, and these ones, or with `everything` all that there are.

    One and the same scope decides what is counted and what is listed.
    """

    sessions: frozenset[str] = frozenset()
    everything: bool = False

    @property
    def is_public_alone(self) -> bool:
        """Whether the principal showed nothing that opens more than everybody may hear of."""
        return not self.everything and not self.sessions

    def holds(self, session: str) -> bool:
        """Whether a token of this session was shown, or everything is within."""
        return self.everything or session in self.sessions

    def condition(self, catalogue: sa.Table) -> sa.ColumnElement[bool]:
        """What rows of the catalogue lie within."""
        if self.everything:
            return sa.true()
        public = catalogue.c.visibility == PUBLIC_ALONE
        return sa.or_(public, catalogue.c.session.in_(sorted(self.sessions))) if self.sessions else public


EVERYTHING = VisibleScope(everything=True)
"""The operator's."""
