"""The effects of a component set in words, with a symbol."""

from __future__ import annotations

import msgspec

from domain.games.chaos_order.components.box import Effects
from domain.games.chaos_order.words.effects_told import effects_told
from domain.games.chaos_order.words.phrases import titled

ICONS = {
    "gain_energy": "zap",
    "gain_gems": "gem",
    "draw_tactics": "layers",
    "gain_research": "search",
    "gain_fame": "star",
    "recruitment_points": "users",
    "movement_points": "footprints",
    "build_points": "house",
    "harvest_points": "package-check",
}
"""Symbols of the page for what effects bring."""


def effects_text(effects: Effects | None, *, apart: str = ", ") -> str:
    """Typed effects of the box in words; empty for none."""
    return effects_told(msgspec.to_builtins(effects), titled, apart=apart) if effects else ""


def icon_of(effects: Effects | None) -> str | None:
    """A symbol for the first of them that has one."""
    return next((ICONS[effect.do] for effect in effects or () if effect.do in ICONS), None)
