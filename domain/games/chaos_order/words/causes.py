"""What brought a change about, in words; a correction may give any cause of its own."""

from __future__ import annotations

CAUSES = {
    "ability": "an ability",
    "act_cost": "acting",
    "attribute": "an attribute",
    "auxiliary": "the auxiliary action",
    "board_foundation": "a gem lock",
    "card": "a tactics card",
    "die": "a combat die",
    "exchange": "recruitment points",
    "fame": "a space of the fame track",
    "fast_track": "the fast track",
    "gem_cost": "the gem cost",
    "gem_lock": "a gem lock",
    "harvest": "the harvest",
    "immediate": "a research column",
    "income": "income",
    "location": "a location reward",
    "main": "the main action",
    "manual": "resolved by hand",
    "pricing": "pricing",
    "pricing_token": "the pricing token",
    "raze": "a razed building",
    "relic": "a relic",
    "setup": "the setup",
}


def cause_name(cause: str) -> str:
    """`acting` of `act_cost`; another as it was written."""
    return CAUSES.get(cause) or cause.replace("_", " ")
