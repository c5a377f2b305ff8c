"""A correction stands at both entries: at its own, and at the one that it corrects."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.service.conftest import REEF_OPENING, MakeApp, Table, place, problem, recorded
from tests.service.test_story import told
from tests.support.service.reports import asked, read

FACT = {"fact": "cubes_placed", "seat": "red", "region": "south", "count": 5}
EVERYBODY = ("owner", "scribe", "seat:red", "seat:blue", "spectator")


def correction(reason: str = "miscounted", **more: object) -> dict[str, Any]:
    return {"facts": [FACT], "reason": reason, **more}


def link(table: Table, number: int) -> str:
    return f'<a href="/t/{table.id}/entry/{number}">№ {number}</a>'


@pytest.fixture
def corrected(reef: Table) -> Table:
    """Red and blue lay cubes at 2 and 3; 4 corrects what red did, 5 names nothing."""
    reef.acted(place("red"), place("blue"))
    assert reef.post("/corrections", correction(about=2)).status_code == 201
    assert reef.post("/corrections", correction("it fell over")).status_code == 201
    return reef


def test_a_correction_names_the_entry_that_it_corrects(everywhere: Flask) -> None:
    table = Table(everywhere, REEF_OPENING).acted(place("red"))
    answer = table.post("/corrections", correction(about=2))
    assert answer.status_code == 201
    assert answer.json["entry"]["about"] == 2
    for holder in EVERYBODY:
        assert table.get("/entries", holder).json["items"][2]["about"] == 2
    assert table.post("/corrections", correction()).json["entry"]["about"] is None
    assert table.get("/audit").json["passed"] is True


def test_the_entry_must_be_one_that_can_be_corrected(corrected: Table) -> None:
    assert corrected.post("/notes", {"text": "was that so?", "about": 2}).status_code == 201
    for about in (6, 7, 99):
        refused = problem(corrected.post("/corrections", correction(about=about)), 409, "not-live")
        assert f"Entry {about} " in refused["detail"]
    for odd in (0, -2, "2", 2.5, True):
        errors = problem(corrected.post("/corrections", correction(about=odd)), 422, "invalid")["errors"]
        assert [error["pointer"] for error in errors] == ["/about"]
    assert corrected.version == 6


def test_a_request_is_another_one_where_it_names_another_entry(reef: Table) -> None:
    reef.acted(place("red"))
    key = {"Idempotency_Key": "once"}
    first = reef.post("/corrections", correction(about=2), **key)
    assert reef.post("/corrections", correction(about=2), **key).json == first.json
    problem(reef.post("/corrections", correction(about=1), **key), 422, "action-id-reused")


def test_its_own_page_leads_to_what_it_corrects_and_that_one_back_to_it(corrected: Table) -> None:
    for holder in EVERYBODY:
        assert f"It corrects {link(corrected, 2)}." in asked(corrected, "/entry/4", holder).text
        page = asked(corrected, "/entry/2", holder).text
        assert f"<b>Corrected</b> by {link(corrected, 4)}: “miscounted”." in page
        assert "It corrects" not in read(corrected, "/entry/5", holder)
        for number in (1, 3, 4, 5):
            assert "Corrected by" not in read(corrected, f"/entry/{number}", holder)


def test_a_correction_that_was_taken_back_says_so_at_both_entries(corrected: Table) -> None:
    assert corrected.post("/retractions", {"to": 3, "reason": "no"}).status_code == 201
    assert "“miscounted”. Undone." in read(corrected, "/entry/2")
    assert "Undone by № 6" in read(corrected, "/entry/4")
    for holder in ("owner", "spectator"):
        assert "Corrected by № 4 : “miscounted” Undone." in read(corrected, "/audit", holder)


def test_the_audit_tells_it_at_both_entries_to_who_sees_all_and_to_who_does_not(corrected: Table) -> None:
    for holder in EVERYBODY:
        page = asked(corrected, "/audit", holder).text
        assert page.count('<article class="finding">') == 3
        assert f"<h3>⚑ Corrected later · {link(corrected, 2)}</h3>" in page
        assert f"<p>Corrected by {link(corrected, 4)}: “miscounted”</p>" in page
        assert f"<h3>⚑ Corrected · {link(corrected, 4)}</h3>" in page
        assert page.count(f"<p>It corrects {link(corrected, 2)}.</p>") == 1
    assert "Passed. 5 entries, hash chain intact, 2 corrected." in read(corrected, "/audit")
    flagged = asked(corrected, "/audit?flagged=true").text
    assert flagged.count('<article class="finding">') == 3


def test_what_broke_a_rule_and_was_corrected_says_both(app: Flask) -> None:
    opening, *actions = recorded("demo-2p-001")
    table = Table(app, opening)
    assert table.act(actions[:12]).status_code == 201
    table.acted({"type": "end_turn", "seat": "red", "against_rules": True, "reason": "we play so"})
    fact = {"fact": "cloak_used", "seat": "red", "action": "travel"}
    worn = {"facts": [fact], "reason": "it was worn", "about": 14}
    assert table.post("/corrections", worn).status_code == 201
    for holder in ("owner", "spectator"):
        page = asked(table, "/audit", holder).text
        assert f"⚑ Against the rules · {link(table, 14)}" in page
        assert f"⚑ Corrected later · {link(table, 14)}" in page
        assert asked(table, "/audit?rule=TC-222", holder).text.count('<article class="finding">') == 1


def test_the_audit_of_the_api_names_the_other_end(corrected: Table) -> None:
    found = corrected.get("/audit").json["findings"]
    ends = [(one["entry"], one["severity"], one["kind"], one.get("other_entry")) for one in found]
    assert ends == [
        (2, "note", "corrected", 4),
        (4, "against_rules", "correction", 2),
        (5, "against_rules", "correction", None),
    ]


def test_the_story_says_what_is_corrected(corrected: Table) -> None:
    for holder in EVERYBODY:
        *_, named, unnamed = (line for line in told(corrected, holder) if line.startswith("№"))
        assert named.startswith("№ 4 ⚑ Corrects № 2: miscounted ")
        assert unnamed.startswith("№ 5 ⚑ Corrected: it fell over ")


def test_no_correction_tells_of_an_action_that_is_not_for_all_to_see(reef: Table) -> None:
    """Only red knows that a pearl was hidden at 2; what is said of it is said without its number."""
    reef.acted({"type": "hide_pearl", "seat": "red", "pearl": "black"}, place("red"))
    refused = problem(reef.post("/corrections", correction(about=2)), 409, "not-live")
    assert "changed nothing on the table that everybody can see" in refused["detail"]
    white = {"facts": [{"fact": "pearl_hidden", "seat": "red", "pearl": "white"}], "reason": "misheard"}
    assert reef.post("/corrections", white | {"about": 3}).status_code == 201
    for holder in ("seat:blue", "spectator"):
        entry = reef.get("/entries", holder).json["items"][3]
        assert (entry["facts"], entry["about"]) == ([], 3)
        for page in ("/entry/2", "/entry/4", "/audit"):
            shown = asked(reef, page, holder).text
            assert "white" not in shown
            assert "black" not in shown
        assert "Corrected by" not in read(reef, "/entry/2", holder)


def test_no_correction_names_a_note_that_others_wrote_for_themselves(reef: Table) -> None:
    note = {"text": "I plan the south.", "visible_to": ["red"], "about": 1}
    assert reef.post("/notes", note, "seat:red").status_code == 201
    problem(reef.post("/corrections", correction(about=2)), 409, "not-live")


def test_a_file_brings_it_elsewhere_and_a_branch_keeps_it(
    corrected: Table, make_app: MakeApp, tmp_path: Path
) -> None:
    file = corrected.get("/export").data
    elsewhere = {name: f"sqlite:///{tmp_path}/{name}.db" for name in ("log_url", "tables_url")}
    client = make_app(**elsewhere).test_client()
    answer = client.post("/v1/imports", data=file, content_type="application/json")
    assert answer.status_code == 201, answer.text
    fork = corrected.post("/forks", {}).json
    headers = {"Authorization": f"Bearer {fork['tokens']['owner']}"}
    url = f"/v1/sessions/{fork['session']['id']}"
    copies = corrected.client.get(f"{url}/entries", headers=headers).json["items"]
    assert [entry.get("about") for entry in copies] == [None, None, None, 2, None]
    assert corrected.client.get(f"{url}/audit", headers=headers).json["passed"] is True
