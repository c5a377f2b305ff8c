"""What a page brings over the wire, as the browser itself counts it."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page

IMAGES = (".svg", ".png")
AFTERWARDS = re.compile(
    r"/pages/([a-z]+-rest|[a-z]+-answers|answers|beside)\.(?:js|css)|/v1/(games|component-sets)/|/v1/sessions/[^/?]+$"
)
"""What a page fetches once its first view stands, for the moment when it is wanted."""


class Wire:
    """Every request of a page from now on, nothing kept, with the bytes of its answer: headers and body.

    What was asked for before is not counted, though the browser still tells of it: a stream goes on until
    the page goes.
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
    def first_view(self) -> list[str]:
        """The addresses that the first view asked for."""
        return [address for address in self.addresses.values() if not AFTERWARDS.search(address)]

    @property
    def total(self) -> int:
        """Bytes so far of the first view without images, those of answers that still go on among them."""
        counted = {address for address in self.first_view if not address.endswith(IMAGES)}
        return round(sum(size for name, size in self.sizes.items() if self.addresses[name] in counted))

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
