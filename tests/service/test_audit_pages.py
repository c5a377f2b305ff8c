"""The audit as a page: the verdict, every finding with its rule and its entry, and how to verify it."""

from __future__ import annotations

import gzip
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from replays.findings import Audit, Finding
from service.pages import audit
from service.pages.audit import verdict
from tests.service.conftest import LIBRARY, REEF_OPENING, MakeApp, Table, place, recorded
from tests.service.jobs.test_answers import nobody_works  # noqa: F401
from tests.service.test_unreadable_entries import UNKNOWN_FACT, stored_with
from tests.support.service.reports import asked, read

UNDER_WAY = "The audit is running"


def found(*findings: Finding, entries: int = 1290) -> str:
    return verdict(Audit("s", "reef", entries, entries, 0, 1, findings))


def test_the_verdict_is_one_sentence() -> None:
    broken = Finding(7, "against_rules", "broken_rule", "so we play", "RF-2")
    corrected = Finding(9, "against_rules", "correction", "it fell over")
    facts = Finding(8, "diverges", "facts", "Other facts.")
    assert found() == "1,290 entries, hash chain intact, no rule broken."
    assert found(Finding(3, "note", "retraction", "")) == found()
    against = "1,290 entries, hash chain intact, 1 against the rules, 1 corrected."
    assert found(broken, broken, corrected) == against
    assert found(facts, entries=1) == "1 entry, hash chain intact, 1 different under today's rules."
    assert found(Finding(2, "tampered", "altered", "")) == "1,290 entries, chain broken at № 2."
    assert found(Finding(4, "tampered", "draws", "")) == "1,290 entries, hash chain intact, 1 forged."
    older = Finding(5, "older_rules", "facts", "")
    assert found(older) == "1,290 entries, hash chain intact, 1 under older rules."


def test_a_sound_log_passes_and_tells_its_head_and_how_to_verify_it(reef: Table) -> None:
    reef.acted(place("red"), place("blue"))
    text = read(reef, "/audit")
    assert "✓ Passed. 3 entries, hash chain intact, no rule broken." in text
    now = reef.get().json
    noted = f"{reef.id}:{now['version']}:{now['digest']}"
    assert f"tablelog audit {reef.id}.tablelog.json --head {noted}" in text
    assert now["digest"] in text
    assert now["commitment"] in text
    assert f'data-file="/v1/sessions/{reef.id}/export"' in asked(reef, "/audit").text


@pytest.fixture
def flagged(app: Flask) -> Table:
    """A running game with two entries against the rules, the second against two of them, and a correction."""
    opening, *actions = recorded("demo-2p-001")
    table = Table(app, opening)
    assert table.act(actions[:12]).status_code == 201
    for reason in ("we play so", "and so"):
        table.acted({"type": "end_turn", "seat": "red", "against_rules": True, "reason": reason})
    fact = {"fact": "cloak_used", "seat": "red", "action": "travel"}
    assert table.post("/corrections", {"facts": [fact], "reason": "it was worn"}).status_code == 201
    return table


def test_findings_lead_to_their_rule_and_their_entry_and_corrections_show_both_tables(flagged: Table) -> None:
    page = asked(flagged, "/audit").text
    text = read(flagged, "/audit")
    assert "Passed. 16 entries, hash chain intact, 2 against the rules, 1 corrected." in text
    assert f'<a href="/rules/time_of_chaos/TC-222?session={flagged.id}">TC-222</a>' in page
    assert "Only the active player acts." in text
    assert f'⚑ Against the rules · <a href="/t/{flagged.id}/entry/14">№ 14</a>' in page
    assert "Reason: “we play so”" in text
    assert "Recorded by the scribe." in text
    assert f'⚑ Corrected · <a href="/t/{flagged.id}/entry/16">№ 16</a>' in page
    assert re.search(r'<th scope="row">Red: Cloak</th><td>ready</td><td>spent</td>', page)


def test_findings_are_chosen_by_rule_and_by_flag(flagged: Table) -> None:
    assert flagged.post("/retractions", {"to": 15, "reason": "it was not"}).status_code == 201
    everything, flags, ruled = (
        asked(flagged, f"/audit{query}").text for query in ("", "?flagged=true", "?rule=TC-222")
    )
    assert [text.count('<article class="finding">') for text in (everything, flags, ruled)] == [5, 4, 2]
    assert 'href="?rule=TC-222" aria-current="true"' in ruled
    assert "None of this kind." in read(flagged, "/audit?rule=TC-507")


@pytest.mark.parametrize("query", ["rule=TC%20222", "flagged=maybe", "job=7", "seat=red"])
def test_what_cannot_be_asked_is_said_on_a_page(flagged: Table, query: str) -> None:
    answer = asked(flagged, f"/audit?{query}")
    assert answer.status_code == 422
    assert "<h1>The request has the wrong shape</h1>" in answer.text


def test_who_may_not_see_all_is_shown_the_flags_of_the_log_alone(flagged: Table) -> None:
    for holder in ("seat:red", "spectator"):
        page = asked(flagged, "/audit", holder).text
        assert "Until the game is finished" in page
        assert page.count('<article class="finding">') == 3
        assert f'href="/t/{flagged.id}/entry/16"' in page
        for missing in ("Passed.", "/export", "<table"):
            assert missing not in page
        assert asked(flagged, "/audit?rule=TC-222", holder).text.count('<article class="finding">') == 2


def test_after_the_end_everybody_may_audit_and_nobody_else_is_offered_the_file(app: Flask) -> None:
    opening, *actions = recorded("demo-2p-001")
    table = Table(app, opening | {"visibility": "public"})
    assert table.act(actions).status_code == 201
    page = asked(table, "/audit", None).text
    assert "Passed" in page
    assert "/export" not in page
    assert "the scribe or the owner can download it" in page


def test_a_tampered_log_does_not_pass(reef: Table, tmp_path: Path) -> None:
    reef.acted(place("red"), place("blue"))
    with closing(sqlite3.connect(tmp_path / "log.db")) as log, log:
        log.execute(
            "UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), 'north', 'south') AS BLOB)"
            " WHERE originator_version = 2"
        )
    text = read(reef, "/audit")
    assert "✗ Failed. 3 entries, chain broken at № 2." in text
    assert "Tampered with · № 2" in text
    assert "Its digest does not match" in text


def test_what_differs_is_told_as_it_stands_and_as_it_is_derived(reef: Table) -> None:
    reef.acted(place("red"))
    stored_with(
        reef.app, reef, facts=[{"fact": "cubes_placed", "seat": "blue", "region": "south", "count": 3}]
    )
    text = read(reef, "/audit")
    assert "Failed." in text
    assert "different under today's rules" in text
    assert (
        "Recorded Cubes placed. Seat: Blue. Region: south. Count: 3." in text
        or "Today's rules refuse" in text
    )


def test_a_log_with_an_unreadable_entry_is_audited_to_its_end(app: Flask) -> None:
    table = Table(app, REEF_OPENING).acted(place())
    number = stored_with(app, table, **UNKNOWN_FACT)
    text = read(table, "/audit")
    assert "Failed. 3 entries, hash chain intact" in text
    assert f"№ {number}" in text
    assert "black" not in read(table, "/audit", "seat:red")


def test_a_long_list_of_findings_is_cut_and_says_so(flagged: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.pages.audit.MOST_FINDINGS", 3)
    monkeypatch.setattr("service.pages.audit.MOST_FINDINGS", 3)
    assert "1 more finding. The API lists all of them" in read(flagged, "/audit")


@pytest.fixture
def everything_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "LONG_ENTRIES", 1)


def job_of(page: str) -> str:
    (job,) = re.findall(r'data-job="([0-9a-f]{32})"', page)
    return str(job)


@pytest.mark.usefixtures("everything_is_long")
def test_a_long_audit_is_under_way_until_somebody_has_made_it(reef: Table, nobody_works: Any) -> None:  # noqa: F811
    reef.acted(place("red"))
    first = asked(reef, "/audit?flagged=true")
    assert UNDER_WAY in first.text
    job = job_of(first.text)
    assert f'href="?flagged=true&amp;job={job}"' in first.text
    assert UNDER_WAY in read(reef, f"/audit?job={job}")
    nobody_works.wake()
    reef.acted(place("blue"))
    text = read(reef, f"/audit?job={job}")
    assert "Passed. 2 entries" in text, "what was asked for, though the log has grown"
    assert "Head № 2" in text


@pytest.mark.usefixtures("everything_is_long")
def test_a_job_is_for_its_caller_alone(reef: Table, nobody_works: Any) -> None:  # noqa: F811
    job = job_of(asked(reef, "/audit").text)
    nobody_works.wake()
    assert job_of(asked(reef, f"/audit?job={job}", "scribe").text) != job
    assert "Passed" in read(reef, f"/audit?job={job}")


@pytest.mark.usefixtures("everything_is_long")
def test_a_job_is_of_its_session(app: Flask, nobody_works: Any) -> None:  # noqa: F811
    """Strangers are all alike, and after the end they may audit what is public."""
    opening, *actions = recorded("demo-2p-001")
    tables = [Table(app, opening | {"visibility": "public"}) for _ in range(2)]
    for table in tables:
        assert table.act(actions).status_code == 201
    job = job_of(asked(tables[0], "/audit", None).text)
    nobody_works.wake()
    assert job_of(asked(tables[1], f"/audit?job={job}", None).text) != job
    assert "Passed" in read(tables[0], f"/audit?job={job}", None)


@pytest.mark.usefixtures("everything_is_long", "nobody_works")
def test_where_too_much_is_asked_for_the_page_says_so(reef: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.jobs.queue.MOST_OF_AN_ADDRESS", 0)
    assert "The audit cannot run right now." in read(reef, "/audit")


@pytest.mark.parametrize("key", ["order_vs_chaos", "chaos_order"])
def test_a_recorded_session_with_corrections_is_audited(make_app: MakeApp, key: str) -> None:
    app = make_app()
    client = app.test_client()
    file = gzip.decompress((LIBRARY / key / "bots-4p-corrected.tablelog.json.gz").read_bytes())
    (item,) = client.post("/v1/imports", data=file, content_type="application/json").json["items"]
    owner = {"Authorization": f"Bearer {item['tokens']['owner']}"}
    page = client.get(f"/t/{item['session']}/audit?flagged=true", headers=owner).text
    assert "✓ Passed." in page
    assert "hash chain intact" in page
    assert "corrected." in page
    assert page.count("<h3>⚑ ") == 2
    assert audit.CORRECTED in page
