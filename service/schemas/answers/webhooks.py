"""Webhooks as they are answered."""

from __future__ import annotations

from typing import Annotated, TypedDict

from msgspec import Meta


class WebhookStateSchema(TypedDict):
    """A webhook, and how far its receiver was told.

    tried_at, answer, failure: of the last attempt, when, the HTTP status, and why it was in vain.
    """

    id: str
    url: str
    description: str | None
    created_at: str
    delivered: Annotated[int, Meta(description="The number of the last entry that it took.")]
    attempts: Annotated[int, Meta(description="How often what waits was tried; 0 where nothing waits.")]
    next_at: Annotated[str | None, Meta(description="When it is tried again.")]
    tried_at: str | None
    answer: int | None
    failure: str | None
    disabled_at: str | None
    disabled: Annotated[str | None, Meta(description="Why nothing is sent any more.")]


class AddedWebhook(WebhookStateSchema):
    """A new webhook with the secret that it is signed with, told this once."""

    secret: str


class WebhooksSchema(TypedDict):
    """The webhooks of a session."""

    items: list[WebhookStateSchema]
