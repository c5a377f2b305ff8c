"""What is asked for in vain is told to people on a page, to programs as a problem."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.service.conftest import REEF_OPENING, Table, problem
from tests.support.service.reports import NO_SESSION, words

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
SCRIPT = "%3Cscript%3Ex%3C/script%3E"
IN_VAIN = {
    "/t/nothing/audit": 404,
    f"/t/{NO_SESSION}/entry/1": 404,
    "/t/{id}/entry/0": 404,
    "/t/{id}/entry/abc": 404,
    "/t/{id}/entry/%00": 404,
    "/t/{id}/entry/99999999999999999999": 404,
    "/t/{id}/charts?at=abc": 422,
    "/t/{id}/charts?at=1&at=2": 422,
    "/t/{id}/charts?series=%00": 404,
    f"/t/{{id}}/charts?series={SCRIPT}": 404,
    f"/t/{{id}}/charts?series={'long' * 1000}": 422,
    f"/t/{{id}}/audit?{SCRIPT}=1": 422,
    "/rules": 404,
    "/rules/nothing": 404,
    f"/rules/time_of_chaos/{SCRIPT}": 404,
    "/rules/time_of_chaos?weather=1": 422,
    "/rules/time_of_chaos/TC-222?session=abc": 422,
    "/compare?a={id}": 422,
    f"/compare?a={{id}}&b={SCRIPT}": 422,
    "/compare?a={id}&b={id}&series=weather": 404,
    f"/sessions?{SCRIPT}=1": 422,
    "/sessions?cursor=%00": 422,
    "/sessions?game=a&game=b": 422,
    "/open/nothing": 404,
}


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app, REEF_OPENING | {"visibility": "public"})


def test_whoever_looks_is_told_on_a_page_with_a_way_on(table: Table) -> None:
    for path, status in IN_VAIN.items():
        answer = table.client.get(path.format(id=table.id), headers=BROWSER)
        assert (answer.status_code, answer.mimetype) == (status, "text/html"), path
        assert "<h1>" in answer.text
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"], path
        assert "<script>x" not in answer.text, path
        assert 'href="/"' in answer.text, path


def test_each_fault_of_an_address_is_named(table: Table) -> None:
    said = words(table.client.get("/compare", headers=BROWSER))
    assert "Bad address" in said
    assert "a : Missing data for required field. b : Missing data" in said


def test_of_a_session_that_one_may_see_the_page_leads_back_to_it(table: Table) -> None:
    for path in ("entry/99", "charts?series=weather"):
        answer = table.client.get(f"/t/{table.id}/{path}", headers=BROWSER)
        assert f'<a class="option" href="/t/{table.id}">Table</a>' in answer.text
        assert "Join with a link" not in answer.text


def test_programs_are_told_problems_whatever_is_asked_of_the_api(table: Table) -> None:
    for headers in ({}, {"Accept": "*/*"}, {"Accept": "application/json"}):
        answer = table.client.get("/rules/time_of_chaos?weather=1", headers=headers)
        problem(answer, 422, "invalid")
        assert "Accept" in answer.headers["Vary"]
    problem(table.client.get(f"/v1/sessions/{NO_SESSION}", headers=BROWSER), 404, "not-found")
