"""Pages on the wire: kept for ever or asked for again, under a policy that lets nothing else in."""

from __future__ import annotations

import gzip
import hashlib
import re
import tomllib
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from domain.games import REGISTRY
from service.pages.assets import FOLDER, LOOKS, PAGES, address, assets, lean
from tests.service.conftest import REEF_OPENING, Table, place
from tests.support.service.weight import packed, table_sizes

VENDOR = FOLDER / "vendor"
SESSION = "00000000-0000-0000-0000-000000000000"
ADDRESSES = (
    "/",
    "/docs",
    "/docs/offers",
    "/docs/messages/reef",
    "/open",
    "/open/reef",
    "/j",
    "/along",
    f"/c/{SESSION}/bring",
    "/rules/time_of_chaos",
    "/rules/time_of_chaos/TC-222",
    f"/t/{SESSION}",
    f"/t/{SESSION}/links",
    f"/t/{SESSION}/who",
)
MOST_LINES = 150
TABLE_BYTES = 66 * 1024
BESIDE_BYTES = 3 * 1024
FIRST_FILES_BYTES = 40 * 1024


def own_scripts() -> list[Path]:
    """The scripts that are not a library's."""
    return [path for path in FOLDER.rglob("*.js") if VENDOR not in path.parents]


def test_every_library_is_the_file_that_its_package_has() -> None:
    libraries = tomllib.loads((VENDOR / "vendor.toml").read_text())["library"]
    for library in libraries:
        assert hashlib.sha256((VENDOR / library["file"]).read_bytes()).hexdigest() == library["sha256"]
        name = library["name"].replace("@", "").replace("/", "-")
        assert (VENDOR / "licences" / f"{name}.txt").read_text().strip()
    files = {path.name for path in VENDOR.iterdir() if path.is_file()}
    assert files == {library["file"] for library in libraries} | {"vendor.toml"}


@pytest.mark.parametrize("path", ADDRESSES)
def test_a_page_is_asked_for_again_and_unchanged_told_so(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] in ("no-cache", "private, no-cache")
    same = client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
    assert same.status_code == 304


@pytest.mark.parametrize("path", ADDRESSES)
def test_a_page_lets_no_other_host_and_no_inline_script_or_style_in(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; ")
    assert "unsafe" not in policy
    assert not re.search(r"https?:", policy)
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert not re.search(r"(src|href)=\"https?:|<style|\sstyle=|\son\w+=", answer.text)
    for script in re.findall(r"<script([^>]*)>", answer.text):
        assert "src=" in script


def test_an_asset_is_kept_for_ever_under_its_hash_and_not_under_another(client: FlaskClient) -> None:
    path = address("vendor/preact.js")
    kept = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert kept.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert gzip.decompress(kept.data) == (FOLDER / "vendor/preact.js").read_bytes()
    assert client.get(path).data == (FOLDER / "vendor/preact.js").read_bytes()
    older = client.get("/static/0000000000000000/vendor/preact.js")
    assert older.headers["Cache-Control"] == "no-cache"
    assert client.get(address("vendor/preact.js").replace("preact", "nothing")).status_code == 404
    assert client.get("/static/0000000000000000/../../settings.py").status_code == 404


def test_the_rest_of_a_page_is_sent_to_pages_of_this_version_alone(client: FlaskClient) -> None:
    assert client.get(address("pages/table-rest.js")).status_code == 200
    for name in ("table-rest", "drafts", "entering", "learning", "map", "pictures", "putting", "seen"):
        assert client.get(f"/static/0000000000000000/pages/{name}.js").status_code == 404


def test_the_style_of_a_page_holds_its_looks_in_their_order() -> None:
    for name, looks in LOOKS.items():
        written = [(FOLDER / "looks" / f"{look}.css").read_text() for look in looks]
        assert assets()[f"pages/{name}.css"].plain.decode() == "".join(map(lean, written))


def test_scripts_are_short_and_name_no_game() -> None:
    named = re.compile("|".join([*REGISTRY, *(game.title for game in REGISTRY.values())]))
    for path in (*own_scripts(), *(FOLDER.parent / "templates").glob("*.html")):
        text = path.read_text()
        assert len(text.splitlines()) <= MOST_LINES or path.suffix == ".html", path
        assert not named.search(text), path


def test_scripts_and_style_of_the_table_stay_within_their_budget() -> None:
    sizes = table_sizes()
    assert 10 * 1024 < sum(sizes) <= TABLE_BYTES, sizes


def test_what_leads_from_the_table_to_other_pages_is_a_small_file_of_its_own() -> None:
    assert "pages/beside.js" in assets()["pages/table-rest.js"].plain.decode()
    assert len(assets()["pages/beside.js"].packed) <= BESIDE_BYTES


def test_the_first_files_of_a_table_are_few_and_small(client: FlaskClient) -> None:
    text = client.get(f"/t/{SESSION}").text
    asked = {name for name in assets() if f"/{name}" in text}
    assert asked == {"pages/table.js", "pages/table.css", "looks/sign.svg"}
    assert packed(text) + sum(len(assets()[name].packed) for name in asked) <= FIRST_FILES_BYTES


@pytest.mark.parametrize("page", PAGES)
def test_every_page_has_its_modules_and_libraries_in_one_file(page: str) -> None:
    text = assets()[f"pages/{page}.js"].plain.decode()
    assert text
    assert not re.search(r'^import\b|\bfrom ?"|^//|^/\*', text, re.M)


def test_who_runs_no_scripts_reads_standing_and_log_of_a_public_session(app: Flask) -> None:
    table = Table(app, REEF_OPENING | {"visibility": "public"}).acted(place())
    text = table.client.get(f"/t/{table.id}").text
    assert "<noscript>" in text
    assert "Red: Place cubes. Region: north. Count: 1." in text


def test_of_a_private_session_a_page_tells_as_much_as_of_none(reef: Table) -> None:
    there, none = reef.client.get(f"/t/{reef.id}").text, reef.client.get(f"/t/{SESSION}").text
    assert there.replace(reef.id, SESSION) == none
