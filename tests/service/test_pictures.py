"""A group takes pictures of its cards: they lie beside the box, and hold nothing but what is seen."""

from __future__ import annotations

import json
import sqlite3
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from PIL import Image

from service.app import create_app
from service.backups.backup import back_up
from service.backups.restore import restore
from service.backups.verify import check
from service.sessions import pictures
from tests.service.conftest import MakeApp, Table, problem, settings_at
from tests.service.test_editions import Box, points
from tests.support.card_pictures import MAKER_OF_THE_PHONE, animation, bomb, bytes_of, card, photograph
from tests.support.reef_box import BOXED, DEMO
from tests.support.service.answers import Answer, answered
from tests.support.service.recorded_tables import opened_with

FILES = Path(__file__).parents[1] / "fixtures" / "editions"
"""Files of editions as former and present services write them: never to be changed."""
FAN = "corals/fan"
SIDE = pictures.SIDE
OF_FIRST_LIGHT = {"game": "first_light", "from": "demo", "name": "Ours"}


def sent(box: Box, part: str, data: bytes, kind: str = "image/jpeg", holder: str = "editor") -> Answer:
    headers = {"Authorization": f"Bearer {box.tokens[holder]}", "Content-Type": kind}
    return answered(box.client.put(f"{box.url}/pictures/{part}", data=data, headers=headers))


def shown(app: Flask, picture: str, size: str = "full") -> Image.Image:
    return Image.open(BytesIO(app.test_client().get(f"/v1/pictures/{picture}?size={size}").data))


def of_set(app: Flask, name: str) -> dict[str, str]:
    """By the row of its part, the picture that a component set has."""
    items = app.test_client().get(f"/v1/component-sets/{name}/pictures").json["items"]
    return {one["row"] or one["part"]: one["picture"] for one in items}


@pytest.fixture
def boxed(make_app: MakeApp) -> Flask:
    return make_app(games={"reef": BOXED})


@pytest.fixture
def box(boxed: Flask) -> Box:
    """An edition of the reef."""
    return Box(boxed)


@pytest.fixture
def box_everywhere(make_app: MakeApp, log_url: str, tables_url: str) -> Box:
    """The same, once over SQLite and once over PostgreSQL."""
    return Box(make_app(games={"reef": BOXED}, log_url=log_url, tables_url=tables_url))


def test_a_picture_goes_from_a_phone_into_every_version_from_then_on(box_everywhere: Box) -> None:
    box = box_everywhere
    before = box.publish()["hash"]
    told = sent(box, FAN, photograph("Sea fan"))
    assert told.status_code == 200, told.text
    first = told.json["picture"]
    assert (told.json["width"], told.json["height"]) == (630, 880), "it stands upright"
    assert box.get("/pictures")["items"] == [told.json]
    assert of_set(box.app, before) == {}, "what is published stays as it is"
    assert box.publish(status=200)["hash"] == before, "a picture is no part of the document"
    assert of_set(box.app, before) == {"fan": first}
    box.change(points("fan", 4))
    second = sent(box, FAN, photograph("Another", 1)).json["picture"]
    after = box.publish()["hash"]
    assert (of_set(box.app, before), of_set(box.app, after)) == ({"fan": first}, {"fan": second})
    assert box.client.get(f"/v1/component-sets/{after}").json["document"]["corals"][1] == DEMO["corals"][
        1
    ] | {"points": 4}
    copy = Box(box.app, {"game": "reef", "from": after, "name": "A copy"})
    assert [one["picture"] for one in copy.get("/pictures")["items"]] == [second]


def test_nothing_stays_of_a_file_but_what_is_seen(box: Box) -> None:
    photo = photograph("Sea fan")
    assert MAKER_OF_THE_PHONE.encode() in photo
    picture = sent(box, FAN, photo).json["picture"]
    for size, longest in (("full", 880), ("small", pictures.SMALL_SIDE)):
        answer = box.client.get(f"/v1/pictures/{picture}?size={size}")
        assert answer.headers["Content-Type"] == "image/webp"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "immutable" in answer.headers["Cache-Control"]
        image = shown(box.app, picture, size)
        assert (max(image.size), image.info.keys() & {"exif", "xmp", "icc_profile"}) == (longest, set())
        assert MAKER_OF_THE_PHONE.encode() not in answer.data
    again = box.client.get(f"/v1/pictures/{picture}", headers={"If-None-Match": f'"{picture}-full"'})
    assert again.status_code == 304


def test_pictures_of_three_kinds_are_taken_by_what_they_hold(box: Box) -> None:
    wide = card("Sea fan", size=(1600, 800))
    for data, told in (
        (bytes_of(wide, "PNG"), "image/png"),
        (bytes_of(wide, "WEBP"), "image/jpeg"),
        (bytes_of(wide.convert("CMYK")), "image/x-photo"),
        (bytes_of(wide.quantize(), "PNG", transparency=3), "image/png"),
    ):
        answer = sent(box, FAN, data, told)
        assert (answer.json["width"], answer.json["height"]) == (SIDE, SIDE // 2), answer.text
    two = sent(box, FAN, animation(["one", "two"]), "image/webp").json["picture"]
    assert getattr(shown(box.app, two), "n_frames", 1) == 1
    photo = photograph("Sea fan")
    for data, reason in (
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "JPEG, PNG or WebP"),
        (bytes_of(card("x"), "GIF"), "JPEG, PNG or WebP"),
        (b"", "JPEG, PNG or WebP"),
        (photo[: len(photo) // 2], "damaged"),
        (bomb(30_000), "million pixels"),
        (bomb(5_000), "million pixels"),
        (bomb(3_000), "damaged"),
    ):
        assert reason in problem(sent(box, FAN, data), 422, "invalid-picture")["detail"]
    assert [one["picture"] for one in box.get("/pictures")["items"]] == [two], "the former one stays"
    problem(sent(box, FAN, photo, "text/plain"), 415, "media-type")
    problem(sent(box, FAN, bytes(8 * 1024 * 1024 + 1)), 413, "too-large")


def test_who_may_change_the_box_may_change_its_pictures(box: Box) -> None:
    photo = photograph("Sea fan")
    problem(sent(box, FAN, photo, holder="reader"), 403, "not-allowed")
    problem(box.client.put(f"{box.url}/pictures/{FAN}", data=photo), 404, "not-found")
    problem(sent(box, "corals/none", photo), 404, "not-found")
    picture = sent(box, FAN, photo).json["picture"]
    other = Box(box.app)
    of_other = other.send("PUT", f"/pictures/{FAN}", {"picture": picture})
    problem(of_other, 404, "not-found")
    assert box.send("PUT", "/pictures/corals/fire", {"picture": picture}).json["part"] == "corals/fire"
    problem(box.send("DELETE", f"/pictures/{FAN}", holder="reader"), 403, "not-allowed")
    for part in (FAN, "corals/fire"):
        assert box.client.get(f"/v1/pictures/{picture}").status_code == 200
        assert box.send("DELETE", f"/pictures/{part}").status_code == 200
    assert box.client.get(f"/v1/pictures/{picture}").status_code == 404, "nothing names it any more"


def test_an_edition_that_is_removed_takes_the_pictures_along_that_nobody_else_has(
    box_everywhere: Box,
) -> None:
    other = Box(box_everywhere.app)
    for box in (box_everywhere, other):
        picture = sent(box, FAN, photograph("Sea fan")).json["picture"]
    for box, left in ((box_everywhere, 200), (other, 404)):
        assert box.send("DELETE", "", holder="keeper").status_code == 200
        assert box.client.get(f"/v1/pictures/{picture}").status_code == left


def test_pictures_are_given_to_no_box_of_others(box: Box) -> None:
    published = box.publish()["hash"]
    other = Box(box.app, {"game": "reef", "from": published, "name": "Our reef"})
    sent(other, FAN, photograph("Something rude"))
    assert other.publish()["hash"] == published
    assert of_set(box.app, published) == {}
    mine = sent(box, FAN, photograph("Sea fan")).json["picture"]
    box.publish(status=200)
    assert of_set(box.app, published) == {"fan": mine}


def test_pictures_have_bounds(box: Box, make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    full = Box(make_app("full", games={"reef": BOXED}, picture_bytes=1_000))
    assert problem(sent(full, FAN, photograph("Sea fan")), 409, "quota")["most"] == 1_000
    monkeypatch.setattr(pictures, "MOST_OF_AN_EDITION", 1)
    assert sent(box, FAN, photograph("Sea fan")).status_code == 200
    assert sent(box, FAN, photograph("Sea fan", 1)).status_code == 200, "in place of the former one"
    problem(sent(box, "corals/fire", photograph("Fire")), 409, "quota")
    monkeypatch.setattr(pictures, "BYTES_OF_AN_EDITION", 1_000)
    problem(sent(box, FAN, photograph("Sea fan", 2)), 409, "quota")
    assert len(box.get("/pictures")["items"]) == 1


def test_the_file_of_an_edition_takes_them_along(box: Box, make_app: MakeApp, tmp_path: Path) -> None:
    assert box.get("/file")["version"] == 1, "without pictures older services can read it"
    small = bytes_of(card("Sea fan", size=(60, 80)))
    picture = sent(box, FAN, small).json["picture"]
    box.send("PUT", "/pictures/corals/fire", {"picture": picture})
    file = box.get("/file")
    assert (file["version"], [one["parts"] for one in file["pictures"]]) == (
        2,
        [["corals/fan", "corals/fire"]],
    )
    same = Box(box.app, {"file": file})
    assert same.get("/file")["pictures"] == file["pictures"]
    elsewhere = {name: f"sqlite:///{tmp_path}/{name}.db" for name in ("log_url", "tables_url")}
    other = Box(make_app("other", games={"reef": BOXED}, **elsewhere), {"file": file})
    sizes = {one["part"]: (one["width"], one["height"]) for one in other.get("/pictures")["items"]}
    assert sizes == {"corals/fan": (60, 80), "corals/fire": (60, 80)}
    for content in ("no picture", "AAAA"):
        wrong = file | {"pictures": [{"parts": [FAN], "content": content}]}
        told = problem(box.client.post("/v1/editions", json={"file": wrong}), 422, "invalid-picture")
        assert told["errors"][0]["pointer"] == "/file/pictures/0/content"


@pytest.mark.parametrize("version", [1, 2])
def test_a_file_of_any_version_is_read(boxed: Flask, version: int) -> None:
    file = json.loads((FILES / f"version-{version}.json").read_text("utf-8"))
    box = Box(boxed, {"file": file})
    assert box.get("/draft")["document"] == file["document"]
    parts = [one["part"] for one in box.get("/pictures")["items"]]
    assert parts == [part for one in file.get("pictures", ()) for part in one["parts"]]


def test_a_set_that_a_table_learns_keeps_them(app: Flask) -> None:
    box = Box(app, OF_FIRST_LIGHT)
    assert sent(box, "items/aqua_cannon", photograph("Aqua cannon")).status_code == 200
    published = box.publish()["hash"]
    opening, actions = opened_with("first_light", "demo-2p-001", component_set=published)
    table = Table(app, opening).acted(actions[:20])
    row = next(one for one in box.get("/draft")["document"]["items"] if one["id"] == "aqua_pack")
    told = table.post("/amendments", {"parts": {"items/aqua_pack": row | {"name": "Rucksack"}}})
    assert told.status_code == 201, told.text
    learnt = table.get().json["component_set"]
    assert learnt != published
    assert of_set(app, learnt) == of_set(app, published) != {}
    assert {one["kind"] for one in table.get("/audit").json["findings"]} == {"amended"}


def test_a_backup_brings_them_back_and_sees_when_one_is_damaged(tmp_path: Path) -> None:
    here, there = settings_at(tmp_path / "here"), settings_at(tmp_path / "there")
    here.home.mkdir()
    app = create_app(here)
    box = Box(app, OF_FIRST_LIGHT)
    picture = sent(box, "items/aqua_cannon", photograph("Aqua cannon")).json["picture"]
    published, before = box.publish()["hash"], app.test_client().get(f"/v1/pictures/{picture}").data
    app.extensions["tablelog"].close()
    back_up(here, tmp_path / "kept")
    assert check(tmp_path / "kept").sound
    restore(there, tmp_path / "kept")
    again: Any = create_app(there)
    assert of_set(again, published) == {"aqua_cannon": picture}
    assert again.test_client().get(f"/v1/pictures/{picture}").data == before
    again.extensions["tablelog"].close()
    with sqlite3.connect(here.home / "tables.db") as database:
        database.execute("UPDATE pictures SET content = ?", (b"RIFF",))
    back_up(here, tmp_path / "damaged")
    assert [f"The picture {picture}" in fault for fault in check(tmp_path / "damaged").faults] == [True]
