"""The end of an evening, in a real browser: from the last action to what is sent to the group."""

from __future__ import annotations

import json
import re
import struct
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Download, Page, expect

from domain.games import REGISTRY
from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_access import violations
from tests.support.page.evening_over import evening_over, follow
from tests.support.service.recorded_tables import name_of
from tests.support.service.server import Server

PNG = b"\x89PNG\r\n\x1a\n"
HOST, GUEST = "the host, at the window", "the guest with quite a long name, as people have"
SIZES = ((390, 844), (320, 568), (1280, 800))
COLORS = """async (png) => {
  const picture = new Image();
  picture.src = `data:image/png;base64,${png}`;
  await picture.decode();
  const { width, height } = picture;
  const brush = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
  brush.drawImage(picture, 0, 0);
  const points = new Uint32Array(brush.getImageData(0, 0, width, height).data.buffer);
  const counts = new Map();
  for (const point of points) counts.set(point, (counts.get(point) ?? 0) + 1);
  return { width, height, most: Math.max(...counts.values()) / points.length, colors: counts.size };
}"""
OVER = """(svg) => {
  const { width, height } = svg.viewBox.baseVal;
  const texts = [...svg.querySelectorAll("text")].map((one) => {
    const { x, y, width: wide, height: high } = one.getBBox();
    return { told: one.textContent, x, y, right: x + wide, floor: y + high };
  });
  const out = texts.filter(({ x, y, right, floor }) => x < 0 || y < 0 || right > width || floor > height);
  const rows = texts.filter(({ x, y }) => y < 500 && x < width * 0.52);
  const meets = (one, other) => Math.abs(other.y - one.y) < 6 && other.x < one.right && one.x < other.right;
  const pairs = rows.flatMap((one, at) => rows.slice(at + 1).map((other) => [one, other]));
  const met = pairs.filter(([one, other]) => meets(one, other));
  return [...out, ...met.flat()].map(({ told }) => told);
}"""
"""Texts that reach beyond the picture, and of its upper left those that lie on each other."""


def named(server: Server, table: Evening, seat: str, name: str) -> None:
    headers = {"Authorization": f"Bearer {table.tokens['owner']}"}
    sent = {"player": f"of-{seat}", "name": name}
    status, _ = server.request("PUT", f"{table.path}/people/{seat}", sent, headers)
    assert status == 200


def over(server: Server, game: str = "time_of_chaos", **opening: Any) -> Evening:
    return evening_over(server, game, name_of(game), **opening)


def result(page: Page, table: Evening) -> Page:
    page.goto(f"/t/{table.id}/result")
    expect(page.get_by_role("heading", level=1)).to_contain_text(": result")
    return page


def saved(page: Page, button: str) -> Download:
    with page.expect_download() as told:
        page.get_by_role("button", name=button, exact=True).click()
    expect(page.get_by_text(f"Saved {told.value.suggested_filename}.")).to_be_visible()
    return told.value


def test_from_the_last_action_to_what_is_sent_to_the_group(
    phone: MakePhone, evening: Callable[..., Evening], server: Server
) -> None:
    table = evening(name="demo-2p-001", recorded=84, labels={"red": HOST, "blue": GUEST})
    device = phone().join(table)
    for action in table.actions:
        table.record(action)
    follow(server)
    device.panel.get_by_role("link", name="Result").click()
    page = device.page
    expect(page.get_by_role("paragraph").filter(has_text=f"{HOST} and {GUEST} win")).to_be_visible()
    told = table.ask("/result")
    href = str(page.get_by_role("link", name="Send to BG Stats").get_attribute("href"))
    assert href.startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    play = json.loads(parse_qs(urlsplit(href).query)["data"][0])
    assert play == told["bg_stats"]["play"]
    assert [(one["name"], one["winner"], one["startPlayer"]) for one in play["players"]] == [
        (HOST, True, True),
        (GUEST, True, False),
    ]
    device.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for label in ("BoardGameGeek play", "CSV", "JSON"):
        page.get_by_text(label, exact=True).click()
        page.get_by_role("button", name=f"Copy {label}").click()
        copied = page.evaluate("navigator.clipboard.readText()")
        if label == "CSV":
            assert f'"{HOST}"' in copied
            assert copied.replace("\r", "") == Path(saved(page, "Save CSV").path()).read_text("utf-8-sig")
        else:
            assert json.loads(copied) == (told if label == "JSON" else told["board_game_geek"])
    name = f"time-of-chaos-{told['played_on']}"
    png = saved(page, "Save as PNG")
    assert png.suggested_filename == f"{name}.png"
    assert is_a_picture(page, Path(png.path()).read_bytes())
    svg = Path(saved(page, "Save as SVG").path()).read_text()
    assert svg.startswith("<svg")
    assert HOST in svg


def is_a_picture(page: Page, data: bytes) -> bool:
    """Whether it is a PNG twice as large as it is drawn, in many colours, not all of it of one."""
    assert data.startswith(PNG)
    box = page.locator("[data-picture] > svg").evaluate("(svg) => svg.getAttribute('viewBox')")
    drawn = [float(side) for side in box.split()[2:]]
    assert struct.unpack(">II", data[16:24]) == (2 * drawn[0], 2 * drawn[1])
    found = page.evaluate(COLORS, b64encode(data).decode())
    assert [found["width"], found["height"]] == [2 * drawn[0], 2 * drawn[1]]
    return found["most"] < 0.95 and found["colors"] > 40


@pytest.mark.parametrize("game", REGISTRY)
def test_the_picture_of_every_game_holds_its_names(game: str, phone: MakePhone, server: Server) -> None:
    table = over(server, game)
    seats = [seat["seat"] for seat in table.ask("")["seats"]]
    for seat in seats:
        named(server, table, seat, f"{GUEST} ({seat})")
    page = result(phone(width=1280, height=800).join(table).page, table)
    picture = page.locator("[data-picture] > svg")
    expect(picture).to_contain_text(REGISTRY[game].title)
    assert picture.evaluate(OVER) == []
    assert is_a_picture(page, Path(saved(page, "Save as PNG").path()).read_bytes())


def test_a_device_that_shares_files_is_handed_the_picture(phone: MakePhone, server: Server) -> None:
    table = over(server, visibility="public")
    device = phone()
    device.page.add_init_script(
        """navigator.canShare = ({ files }) => files[0].type === "image/png";
        navigator.share = async ({ files: [file] }) => {
          document.body.dataset.shared = `${file.name} ${file.type} ${file.size > 10_000}`;
        };"""
    )
    page = result(device.page, table)
    page.get_by_role("button", name="Share the picture").click()
    expect(page.locator("body")).to_have_attribute("data-shared", re.compile(r"\.png image/png true$"))


def test_over_plain_http_what_cannot_be_copied_is_marked(phone: MakePhone, server: Server) -> None:
    table = over(server, visibility="public")
    page = result(phone(host="table.lan").page, table)
    assert page.evaluate("navigator.clipboard === undefined")
    page.get_by_text("CSV", exact=True).click()
    page.get_by_role("button", name="Copy CSV").click()
    expect(page.get_by_text("The text is selected: copy it by hand.")).to_be_visible()
    assert page.evaluate("`${getSelection()}`").startswith("session,title,played_on,minutes,rank")


def test_everybody_can_use_it(phone: MakePhone, server: Server) -> None:
    public, private = over(server, visibility="public"), over(server, "first_light")
    for width, height in SIZES:
        device = phone(width=width, height=height, bypass_csp=True)
        device.join(private)
        for table in (public, private):
            page = result(device.page, table)
            page.evaluate("() => document.querySelectorAll('details').forEach((one) => (one.open = true))")
            assert violations(device) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_private_evening_is_for_its_own_devices(phone: MakePhone, server: Server) -> None:
    table = over(server)
    named(server, table, "red", HOST)
    stranger = phone().page
    stranger.goto(f"/t/{table.id}/result")
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Not public")
    watcher = phone().join(table, "spectator").page
    page = result(watcher, table)
    expect(page.get_by_role("rowheader", name=re.compile(HOST))).to_be_visible()


def test_without_scripts_a_public_result_is_read_and_handed_over(phone: MakePhone, server: Server) -> None:
    table = over(server, visibility="public")
    page = result(phone(java_script_enabled=False).page, table)
    expect(page.get_by_role("paragraph").filter(has_text="Red and Blue win")).to_be_visible()
    expect(page.locator("[data-picture] > svg")).to_be_visible()
    expect(page.get_by_role("link", name="Send to BG Stats")).to_be_visible()
    expect(page.locator("button:visible")).to_have_count(0)
    page.get_by_text("CSV", exact=True).click()
    expect(page.get_by_role("group", name="CSV", exact=True)).to_contain_text("session,title")


def test_the_ways_to_it(phone: MakePhone, server: Server) -> None:
    table = over(server, visibility="public")
    page = phone(width=1280, height=800).page
    for address in (f"/t/{table.id}/charts", "/sessions", f"/t/{table.id}/replay"):
        page.goto(address)
        page.get_by_role("link", name=re.compile("^Result")).first.click()
        expect(page).to_have_url(re.compile("/t/.*/result$"))
