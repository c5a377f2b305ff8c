"""Joining by a link: what this device may do already is not lost by a link that lies."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening


def forged(table: Evening, *claim: str | None) -> str:
    """A text that reads like the token of this holder, and was made by somebody else."""
    payload = json.dumps([table.id, *claim, 0]).encode()
    return f"{base64.urlsafe_b64encode(payload).decode().rstrip('=')}.AAAA.{'B' * 27}"


@pytest.mark.parametrize("claim", [("owner", None), ("seat", "red")])
@pytest.mark.parametrize("way", ["/j#{token}", "/t/{session}/replay#{token}"])
def test_a_forged_link_takes_no_tokens_place(
    way: str, claim: tuple[str, str | None], phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening()
    owner = phone().join(table, "owner")
    owner.page.goto("/")
    owner.page.goto(way.format(session=table.id, token=forged(table, *claim)))
    expect(owner.page).to_have_url(re.compile("/t/[^#]*$"))
    owner.page.goto(f"/t/{table.id}/links")
    assert owner.link("Owner").endswith(table.tokens["owner"])


def test_a_new_link_takes_the_place_of_one_that_was_revoked(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening()
    scribe = phone().join(table)
    scribe.page.goto("/")
    scribe.join(table.issued("scribe"))
