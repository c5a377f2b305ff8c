"""Why a session does not take an entry, the rules of its game apart."""

from __future__ import annotations


class SessionClosed(Exception):
    """Nothing more is recorded in a closed session."""


class NotLive(Exception):
    """The entry cannot be gone back to, or corrected, or noted on: taken back already, or not in the log."""


class NotComputable(Exception):
    """The facts do not fit the table as it stands; only a correction with other facts can record this."""


class TableLost(Exception):
    """Nothing is recorded on a table that is not known, since an entry before cannot be read."""


class ActionIdReused(Exception):
    """The same action id came with another body."""
