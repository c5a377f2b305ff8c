"""Signatures as https://www.standardwebhooks.com has them, so that a receiver knows who speaks to it."""

from __future__ import annotations

import hmac
from base64 import b64encode

PREFIX = "whsec_"


def written_secret(secret: bytes) -> str:
    """A secret as its receiver is told it, once."""
    return PREFIX + b64encode(secret).decode()


def signature(secret: bytes, delivery: str, seconds: int, body: bytes) -> str:
    """What the header `webhook-signature` holds of a delivery that is sent at this Unix time."""
    signed = f"{delivery}.{seconds}.".encode() + body
    return "v1," + b64encode(hmac.digest(secret, signed, "sha256")).decode()
