"""The session: the one aggregate. Every entry of its log is made here, and folded here."""

from domain.kernel.session.correcting import may_be_corrected
from domain.kernel.session.draft import Draft, Stamp
from domain.kernel.session.following import (
    Apply,
    Played,
    Read,
    advance,
    advance_on_the_way,
    goes_back,
    is_flagged,
    stored_facts,
    way_to,
)
from domain.kernel.session.position import (
    LiveLine,
    Position,
    first_position,
    initial_state,
    is_live,
    live_before,
    live_numbers,
    newest_live,
    seats_of,
)
from domain.kernel.session.refusals import (
    ActionIdReused,
    NotComputable,
    NotLive,
    SessionClosed,
    TableLost,
)
from domain.kernel.session.session import CHECKPOINT_EVERY, Session, request_hash, reveals_secret

__all__ = [
    "CHECKPOINT_EVERY",
    "ActionIdReused",
    "Apply",
    "Draft",
    "LiveLine",
    "NotComputable",
    "NotLive",
    "Played",
    "Position",
    "Read",
    "Session",
    "SessionClosed",
    "Stamp",
    "TableLost",
    "advance",
    "advance_on_the_way",
    "first_position",
    "goes_back",
    "initial_state",
    "is_flagged",
    "is_live",
    "live_before",
    "live_numbers",
    "may_be_corrected",
    "newest_live",
    "request_hash",
    "reveals_secret",
    "seats_of",
    "stored_facts",
    "way_to",
]
