"""The table of webhooks: the service writes who is to be told of a session, the worker how far that is done.

It is made by the migrations of `workers.tables`.
"""

from __future__ import annotations

import sqlalchemy as sa

METADATA = sa.MetaData()

WEBHOOKS = sa.Table(
    "webhooks",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("session", sa.Text, nullable=False),
    sa.Column("url", sa.Text, nullable=False),
    sa.Column("description", sa.Text),
    sa.Column("secret", sa.LargeBinary, nullable=False),
    sa.Column("created_at", sa.Text, nullable=False),
    sa.Column("key", sa.Text),
    sa.Column("request", sa.Text),
    sa.Column("again_key", sa.Text),
    sa.Column("again_request", sa.Text),
    sa.Column("delivered", sa.Integer, nullable=False),
    sa.Column("told_status", sa.Text, nullable=False),
    sa.Column("delivery", sa.Text),
    sa.Column("body", sa.Text),
    sa.Column("reaches", sa.Integer),
    sa.Column("reaches_status", sa.Text),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("due", sa.Text),
    sa.Column("held_until", sa.Text),
    sa.Column("tried_at", sa.Text),
    sa.Column("answer", sa.Integer),
    sa.Column("failure", sa.Text),
    sa.Column("disabled_at", sa.Text),
    sa.Column("disabled", sa.Text),
    sa.UniqueConstraint("session", "key", name="webhooks_key"),
)
"""`key`, `request`: of the request that added it, so that it is known again; `again_…`: of the last that
asked to send again. `delivered`, `told_status`: the last entry that was told, and what the session was then.
`delivery`, `body`: what is under way, the same bytes under the same id until it is taken; `reaches…`: how
far everything is told then. `attempts`: how often that was tried. `due`: not before; none: at once.
`held_until`: a worker sends it, which is dead after that time. `tried_at`, `answer`, `failure`: of the last
attempt. `disabled`: why nothing is sent any more. Times are UTC, RFC 3339, milliseconds: texts compare as
times do."""
