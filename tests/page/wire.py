"""What a page brings over the wire, as the browser itself counts it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

IMAGES = (".svg", ".png")


class Wire:
    """Every request of a page from now on, nothing kept, with the bytes of its answer: headers and body.

    What was asked for before is not counted, though the browser still tells of it: a stream goes on until the
    page goes.
    """

    def __init__(self, page: Page) -> None:
        self.addresses: dict[str, str] = {}
        self.sizes: dict[str, float] = {}
        session = page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.responseReceived", self._answered)
        session.on("Network.dataReceived", self._received)
        session.on("Network.loadingFinished", self._finished)
        session.send("Network.enable")
        session.send("Network.clearBrowserCache")

    @property
    def total(self) -> int:
        """Bytes so far without images, those of answers that still go on among them."""
        sizes = self.sizes.items()
        return round(sum(size for name, size in sizes if not self.addresses[name].endswith(IMAGES)))

    def __str__(self) -> str:
        rows = sorted(self.sizes.items(), key=lambda row: -row[1])
        return "\n".join(f"{size:8,.0f} {self.addresses[name]}" for name, size in rows)

    def _asked(self, event: dict[str, Any]) -> None:
        self.addresses[event["requestId"]] = event["request"]["url"]

    def _answered(self, event: dict[str, Any]) -> None:
        self._weigh(event["requestId"], event["response"]["encodedDataLength"])

    def _received(self, event: dict[str, Any]) -> None:
        name = event["requestId"]
        self._weigh(name, self.sizes.get(name, 0) + event["encodedDataLength"])

    def _finished(self, event: dict[str, Any]) -> None:
        self._weigh(event["requestId"], event["encodedDataLength"])

    def _weigh(self, name: str, size: float) -> None:
        if name in self.addresses:
            self.sizes[name] = size
