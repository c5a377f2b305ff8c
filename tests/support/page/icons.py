"""The icons of an installed Tablelog, drawn from its sign: `python -m tests.support.page.icons`."""

from __future__ import annotations

from playwright.sync_api import Page, sync_playwright

from service.pages.assets import FOLDER
from tests.support.page.browser import find_browser
from tests.support.page.small_png import small_png

SIGN = FOLDER / "looks" / "sign.svg"
ICONS = {
    "icon-192": (192, 0),
    "icon-512": (512, 0),
    "icon-maskable-512": (512, 0.12),
    "icon-touch-180": (180, 0.06),
}
"""Each icon's width in pixels, and the part of it that is left around the sign: some phones cut corners."""
GROUND = "#0f5f6f"


def drawn(page: Page, size: int, margin: float) -> bytes:
    """The sign as a PNG; with a margin its ground reaches the corners."""
    ground = GROUND if margin else "transparent"
    sign = SIGN.read_text("utf-8").replace("<svg ", f'<svg width="{size}" height="{size}" ')
    pad = f"box-sizing:border-box;padding:{margin * size}px"
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(f"<style>body{{margin:0;background:{ground}}} svg{{display:block;{pad}}}</style>{sign}")
    picture = page.screenshot(omit_background=True)
    return small_png(page, picture) if margin else picture


if __name__ == "__main__":
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser())
        for name, (size, margin) in ICONS.items():
            (SIGN.parent / f"{name}.png").write_bytes(drawn(browser.new_page(), size, margin))
        browser.close()
