"""Gliding: how many pieces went to their places along a way that one could see."""

from __future__ import annotations

from playwright.sync_api import Page

NOTED = """() => {
  window.glides = 0;
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...how) {
    window.glides += 1;
    return animate.apply(this, how);
  };
}"""
PAINTED = """async () => {
  await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
  return window.glides;
}"""


def note_glides(page: Page) -> None:
    """Count them from the next page on."""
    page.add_init_script(f"({NOTED})()")


def glides(page: Page) -> int:
    """How many there were on this page, once what is drawn is painted."""
    return int(page.evaluate(PAINTED))
