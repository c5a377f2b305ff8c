"""Pictures of the own box: a photo of a card is shown on this device, and never leaves it."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.support.page.phone import Phone

LAYING_ON = 20
"""Actions after which cards lie on the display."""
PHOTO = """() => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1600, height: 3000 });
  const draws = canvas.getContext("2d");
  draws.fillStyle = "rgb(0 0 255)";
  draws.fillRect(0, 0, 1600, 3000);
  draws.fillStyle = "rgb(255 0 0)";
  draws.fillRect(400, 750, 800, 1500);
  return canvas.toDataURL("image/jpeg").split(",")[1];
}"""
"""A red card on a blue table, whose corners lie a quarter of the way in."""
SHOWN = """async (one) => {
  const image = await createImageBitmap(one);
  const draws = new OffscreenCanvas(image.width, image.height).getContext("2d");
  draws.drawImage(image, 0, 0);
  const at = (x, y) => [...draws.getImageData(x, y, 1, 1).data].map((part) => (part > 127 ? 1 : 0)).join("");
  const corner = at(8, 8), middle = at(image.width / 2, image.height / 2);
  return [one.src.slice(0, 15), Math.max(image.width, image.height) <= 1200, corner, middle];
}"""
RED = "1001"


def to_the_corners(phone: Phone) -> None:
    """Lay the handles onto the corners of the card, one of them by keys alone."""
    for x, y, name in ((1, 1, "Top left"), (3, 1, "Top right"), (3, 3, "Bottom right")):
        photo = phone.panel.get_by_role("img", name="Your photo").bounding_box()
        assert photo is not None
        phone.page.mouse.move(*phone.middle_of(phone.panel.get_by_role("button", name=name)))
        phone.page.mouse.down()
        phone.page.mouse.move(photo["x"] + x * photo["width"] / 4, photo["y"] + y * photo["height"] / 4)
        phone.page.mouse.up()
    phone.panel.get_by_role("button", name="Bottom left").focus()
    for key in 17 * ["ArrowRight", "ArrowUp"]:
        phone.page.keyboard.press(key)


def test_a_photo_of_a_card_stands_for_it_on_this_device_alone(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(recorded=LAYING_ON)
    scribe = phone().join(table)
    sent: list[Any] = []
    scribe.context.on("request", lambda request: sent.append(request.method))
    scribe.page.locator("li.card:not(.back)").first.click()
    photo = base64.b64decode(scribe.page.evaluate(PHOTO))
    scribe.panel.get_by_label("Use my picture").set_input_files(
        {"name": "card.jpg", "mimeType": "image/jpeg", "buffer": photo}
    )
    to_the_corners(scribe)
    scribe.panel.get_by_role("button", name="Use this picture").click()
    made = scribe.panel.get_by_role("img", name="Your picture of")
    assert made.evaluate(SHOWN) == ["data:image/webp", True, RED, RED]
    scribe.page.reload()
    pictured = scribe.whole().page.locator("li.card[data-pictured]")
    expect(pictured).to_have_count(1)
    pictured.click()
    scribe.panel.get_by_role("button", name="Remove my picture").click()
    expect(scribe.panel.get_by_role("button", name="Remove my picture")).to_have_count(0)
    expect(pictured).to_have_count(0)
    assert set(sent) == {"GET"}, "nothing is sent"
