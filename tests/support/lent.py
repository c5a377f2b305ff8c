"""Words as a client reads them that takes up what is lent: every list of values where it belongs."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.kernel.ui.labels import whole
from domain.kernel.ui.words import OfferWords


def whole_words(told: dict[str, Any]) -> dict[str, Any]:
    """The `words` of an answer to `/offers?with=words`, without `like`."""
    words = whole(msgspec.convert(told, dict[str, OfferWords]))
    return dict(msgspec.to_builtins(words))
