"""Entries of older payload versions, each kept here as it was once written."""

from __future__ import annotations

import msgspec

from domain.games.first_light import GAME
from domain.kernel.engine.entries import Opened, digest_of, payload_version, seal, unseal

VERSION_1 = (
    b'{"at":"2026-03-06T19:00:00Z","by":{"role":"owner"},"chance":"declared","commitment":"00",'
    b'"component_set":"00","game":"first_light","kind":"opened","number":1,"options":{},"rules_version":2,'
    b'"salt":"00","seats":[{"colour":"red","seat":"anna"},{"colour":"blue","seat":"ben"}],"session":"s"}'
)
"""As 0.1.0 and 0.2.0 wrote it."""


def test_an_opening_of_version_1_has_seats_with_a_color() -> None:
    opened = unseal(GAME, "opened", VERSION_1)
    assert isinstance(opened, Opened)
    assert opened.seats == ({"seat": "anna", "color": "red"}, {"seat": "ben", "color": "blue"})


def test_a_new_opening_says_its_version_and_is_read_as_it_is() -> None:
    opened = unseal(GAME, "opened", VERSION_1)
    assert opened.v == payload_version(GAME, "opened") == 2
    written = seal(GAME.key, "0" * 64, opened)
    assert msgspec.json.decode(written.body)["v"] == 2
    assert unseal(GAME, "opened", written.body) == opened
    assert written.digest != digest_of("0" * 64, VERSION_1)
