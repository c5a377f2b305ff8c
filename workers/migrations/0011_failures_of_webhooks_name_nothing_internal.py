"""Failures of webhooks that were kept hold no reasons of the operator's network."""

from __future__ import annotations

from alembic import op

revision = "0011"
down_revision = "0010"

NOT_REACHED = "The receiver could not be reached."
NOT_SECURE = "The receiver could not show that it is secure: its certificate or its TLS was refused."
FORMER = {
    "There is no connection: %": NOT_REACHED,
    "The name cannot be resolved.": NOT_REACHED,
    "The name stands for no public address%": NOT_REACHED,
    "TLS failed: %": NOT_SECURE,
}


def upgrade() -> None:
    for former, neutral in FORMER.items():
        op.execute(f"UPDATE webhooks SET failure = '{neutral}' WHERE failure LIKE '{former}'")
        at_last = "It was tried 9 times in vain, at last: "
        op.execute(
            f"UPDATE webhooks SET disabled = '{at_last}{neutral}' WHERE disabled LIKE '{at_last}{former}'"
        )
