"""A phone at the table: it knows roles and names alone, as a person does."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Request, Route, expect

from tests.page.table import Evening

PATIENCE = 60_000
"""Milliseconds: a busy machine is no fault of the page."""
OFFLINE = (
    "ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK|ERR_INCOMPLETE_CHUNKED|"
    "status of (401|403|404|409|412|429|500|503)"
)
"""What the browser itself writes where an answer is no good one: the page deals with it."""


RECORDING = re.compile(r"/actions\?")
PANEL = 'section[aria-label="What happens now"]'
"""The region of that name. Asked for by its role, each tap would look at every piece on the board first."""
WHOLE = """async () => {
  const parts = ['[aria-label="Whose turn"]', ".camera"];
  while (!parts.every((part) => document.querySelector(part))) await new Promise((go) => setTimeout(go, 20));
}"""
"""Ends when the parts of the page that come after the first view are here."""
ASKED = """async ([panel, patience]) => {
  const isReady = () => !document.querySelector(panel)?.textContent.includes("A moment…");
  for (const end = performance.now() + patience; performance.now() < end; ) {
    const head = document.querySelector(`${panel} h2`);
    if (head && isReady()) return head.innerText;
    await new Promise((go) => setTimeout(go, 20));
  }
  throw new Error("The panel asks nothing.");
}"""
"""The heading of the panel, once no part of the page is still to come for it."""
IN_THE_PANEL = """([panel, label]) => [...document.querySelectorAll(`${panel} button`)].filter((button) =>
  [...button.querySelectorAll("b")].some((told) => told.textContent.trim() === label))"""
"""The buttons with this visible label."""
PLACE = """async (find, given, panel, patience) => {
  const SPOT = 60;
  const middle = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  };
  const isAtHand = (one) => one.contains(document.elementFromPoint(...middle(one)));
  const isGuarded = (one) => {
    if (one.closest(".board[data-moved]")) return true;
    const guard = document.querySelector(panel)?.dataset.guard;
    if (!guard || guard === "changed") return guard && !!one.closest(panel);
    const [x, y, others] = guard.split(" ");
    if (others && one === document.activeElement) return false;
    return Math.hypot(middle(one)[0] - x, middle(one)[1] - y) < SPOT;
  };
  const isSoughtByName = () => document.querySelector(panel)?.querySelector("input[type=search]");
  const hasRested = async (one) => {
    const place = `${middle(one)}`;
    await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
    return `${middle(one)}` === place && isAtHand(one) && !isGuarded(one);
  };
  const found = () => find(given).filter((one) => one.checkVisibility({ visibilityProperty: true }));
  for (const end = performance.now() + patience; performance.now() < end; ) {
    if (!found().some((one) => one.closest("[data-uncover]"))) {
      document.querySelector(`${panel} [data-uncover]`)?.click();
    }
    const [one, ...more] = found();
    if (one && !more.length && !one.disabled && !isGuarded(one)) {
      if (isAtHand(one) && (await hasRested(one))) return [...middle(one), true];
      for (const block of ["nearest", "center", "start", "end"]) {
        one.scrollIntoView({ block, inline: block, behavior: "instant" });
        if (isAtHand(one) && (await hasRested(one))) return [...middle(one), !!isSoughtByName()];
      }
    }
    await new Promise((go) => setTimeout(go, 20));
  }
  const seen = document.querySelector(panel)?.innerText;
  throw new Error(`${found().length} of ${given} to be tapped, in ${seen}`);
}"""
"""Where the one that is found can be tapped, as soon as it can; and whether it was in view, or stands in a
list in which one seeks by name. Answers that name covered cards are shown first.
As a person does, it waits until the page rests and choices that have just changed are read,
and taps no spot twice at once: the panel says in `data-guard` what it takes no tap on.
One question to the browser: playwright asks some twenty for a click."""


UNTIL_READ = """new MutationObserver(([{ target }]) => {
  if (target.dataset.guard) target.setAttribute("aria-disabled", "true");
  else target.removeAttribute("aria-disabled");
}).observe(document, { subtree: true, attributeFilter: ["data-guard"] });"""
"""Has playwright wait with a click while the panel takes no tap: it waits for what is enabled."""


class Phone:
    """One browser context with a page of its own."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        context.add_init_script(UNTIL_READ)
        self.page: Page = context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(f"{error}"))
        self.page.on("console", self._said)
        context.on("request", self._asked)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not re.search(OFFLINE, message.text):
            self.faults.append(message.text)

    def _asked(self, request: Request) -> None:
        host = urlsplit(request.url).hostname
        if host not in ("127.0.0.1", "table.lan", None):
            self.faults.append(f"asked {host}")

    def join(self, evening: Evening, holder: str = "scribe", *, whole: bool = True) -> Phone:
        """Join by the holder's link, and wait until the table is there, `whole`: all of the page."""
        self.page.goto(f"/j#{evening.tokens[holder]}")
        expect(self.page).to_have_url(re.compile(f"/t/{evening.id}$"))
        expect(self.page.get_by_role("status").filter(has_text="Live")).to_be_visible()
        self.catches_up(evening)
        return self.whole() if whole else self

    def another_tab(self, evening: Evening) -> Phone:
        """Another tab of the same browser at the same table."""
        other = Phone(self.context)
        other.page.goto(f"/t/{evening.id}")
        expect(other.line).to_contain_text("Live")
        return other.catches_up(evening)

    def middle_of(self, button: Locator) -> tuple[float, float]:
        """Where a finger goes for this button, as it stands now."""
        box = button.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def catches_up(self, evening: Evening) -> Phone:
        """Wait until the table is shown as it stands at the service, with nothing under way there."""
        return self.shows(evening.version)

    def shows(self, number: int) -> Phone:
        """Wait until the table is shown as it is after this entry, whatever of it is drawn first."""
        self.page.locator(f"#table[data-version='{number}']").wait_for(state="attached")
        return self

    def corrects_by_facts(self) -> Locator:
        """Open the form of facts, which stands behind the board that is put right."""
        self.page.get_by_role("button", name="More", exact=True).click()
        self.panel.get_by_role("button", name="Put right…").click()
        self.panel.get_by_role("button", name="Correct the table as facts…").click()
        return self.panel

    def whole(self) -> Phone:
        """Wait until the page has all of itself, also what comes after the first view."""
        self.page.evaluate(WHOLE)
        return self

    def link(self, title: str) -> str:
        """The link of this holder, on the page of links: a tap on its name shows it."""
        name = self.page.get_by_role("heading", name=title).get_by_role("button")
        if title in ("Owner", "Scribe"):
            self.page.get_by_text("Other links").click()
        if name.get_attribute("aria-expanded") == "false":
            name.click()
        return self.shown_link(f"Link for {title}", "/j#.")

    def shown_link(self, label: str, like: str) -> str:
        """The address in the field of that label, once it is one of this form."""
        field = self.page.get_by_label(label)
        expect(field).to_have_value(re.compile(like))
        return field.input_value()

    @property
    def panel(self) -> Locator:
        return self.page.locator(PANEL)

    def tap(self, name: str) -> bool:
        """Tap the panel's button with this visible label. Answers whether it was at hand at once."""
        program = f"([label, panel, patience]) => ({PLACE})({IN_THE_PANEL}, [panel, label], panel, patience)"
        return self._tap_at(self.page.evaluate(program, [name, PANEL, PATIENCE]))

    def asked(self) -> str:
        """What the panel asks, or tells, above its buttons."""
        return str(self.page.evaluate(ASKED, [PANEL, PATIENCE]))

    def press(self, button: Locator) -> bool:
        """Tap this button. Answers whether it was at hand at once."""
        program = f"(one, [panel, patience]) => ({PLACE})(() => [one], one.textContent, panel, patience)"
        return self._tap_at(button.evaluate(program, [PANEL, PATIENCE]))

    def uncover(self) -> Phone:
        """Show the own hand, if the question has answers that name covered cards."""
        self.page.evaluate("(panel) => document.querySelector(`${panel} [data-uncover]`)?.click()", PANEL)
        return self

    def _tap_at(self, place: tuple[float, float, bool]) -> bool:
        x, y, at_hand = place
        self.page.mouse.click(x, y)
        return at_hand

    def button(self, name: str) -> Locator:
        """The panel's button with this visible label."""
        label = self.page.locator("b", has_text=re.compile(f"^{re.escape(name)}$"))
        return self.panel.get_by_role("button").filter(has=label)

    def labels(self) -> list[str]:
        """The labels of the panel's buttons in their order, of a phone that has caught up."""
        return [text.splitlines()[0] for text in self.panel.get_by_role("button").all_inner_texts()]

    def said(self, number: int) -> Locator:
        """The line of the panel that tells this entry."""
        return self.panel.get_by_text(f"№ {number}", exact=True)

    @property
    def line(self) -> Locator:
        """The chip that says how the line is."""
        return self.page.get_by_role("banner").get_by_role("status")

    def entry(self, number: int) -> Locator:
        """An entry of the log, wherever the log is shown."""
        return self.page.locator(f'[data-entry="{number}"]')

    def cut(self) -> None:
        """Take the network away, from a page that has fetched all of itself."""
        self.whole()
        self.context.set_offline(True)
        expect(self.line).to_contain_text("Offline")

    def mend(self) -> None:
        """Give the network back."""
        self.reconnect()
        expect(self.line).to_contain_text("Live")

    def reconnect(self) -> None:
        """Give the network back to a page that may have to ask something first."""
        self.context.set_offline(False)

    def hold(self) -> None:
        """Let nothing through that is to be recorded."""
        self.page.route(RECORDING, lambda route: route.abort())

    def release(self) -> None:
        """Let it through again."""
        self.page.unroute(RECORDING)

    def lose_one_answer(self) -> None:
        """Let the next recording reach the service, and its answer get lost."""

        def lose(route: Route) -> None:
            route.fetch()
            route.abort()

        self.page.route(RECORDING, lose, times=1)

    def fail_once(self, status: int) -> None:
        """Let the next recording be answered so, without reaching the service."""
        problem = {"title": "Something went wrong", "status": status, "detail": "Try again."}
        self.page.route(
            RECORDING,
            lambda route: route.fulfill(status=status, json=problem, headers={"Retry-After": "1"}),
            times=1,
        )


def all_of(found: Locator) -> list[Locator]:
    """Each of these as they stand now, on a page that has caught up and asks nothing new."""
    return found.all()
