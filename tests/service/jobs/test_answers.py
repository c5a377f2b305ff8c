"""Answers that take a while: the same bytes sooner or later, for who asked and still may."""

from __future__ import annotations

import errno
import json
from typing import Any, NoReturn

import pytest
from flask import Flask

from service.api import imports, replays
from service.jobs.client import NotYet
from service.jobs.queue import ABANDONED, MOST_ATTEMPTS, MOST_OF_AN_ADDRESS, JobQueue
from service.queries.question import Query
from tests.service.conftest import REEF_OPENING, MakeApp, Table, place, problem
from tests.support.service.answers import Answer, answered

LATER = {"Prefer": "respond-async"}
READINGS = ("/audit", "/export")
SCORE = "/v1/statistics/time_of_chaos/score?group_by=rank"
KEY = "a key that nobody guesses"


class Nobody:
    """Does nothing that waits."""

    def wake(self) -> None:
        """Nobody comes."""

    def close(self) -> None:
        """Nothing was begun."""


@pytest.fixture
def nobody_works(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The worker, which a test wakes when it is time."""
    jobs = app.extensions["tablelog"].jobs
    worker = jobs.workers
    monkeypatch.setattr(jobs, "workers", Nobody())
    monkeypatch.setattr(jobs, "patience_seconds", 0.0)
    return worker


def not_yet(query: Query) -> NoReturn:
    raise NotYet


@pytest.fixture
def everything_is_long(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "LONG_ENTRIES", 1)
    monkeypatch.setattr(app.extensions["tablelog"].questions, "ask", not_yet)
    monkeypatch.setattr(imports, "LONG_BYTES", 0)


def later(reef: Table, path: str, holder: str | None = "owner") -> str:
    """Where the answer of a request that does not wait will be."""
    answer = reef.get(path, holder, **LATER)
    assert answer.status_code == 202, answer.text
    assert answer.headers["Preference-Applied"] == "respond-async"
    assert answer.headers["Retry-After"] == "2"
    return str(answer.headers["Location"])


def ask(reef: Table, address: str, holder: str | None = "owner") -> Answer:
    return answered(reef.client.get(address, headers=reef.headers(holder)))


def shown(answer: Answer) -> tuple[int, bytes, dict[str, str]]:
    """Status, body and headers, but those that are of the request."""
    return answer.status_code, answer.data, {k: v for k, v in answer.headers.items() if k != "X-Request-Id"}


@pytest.mark.parametrize("path", READINGS)
def test_a_long_session_is_answered_as_a_short_one(
    reef: Table, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reef.acted(place("red"), place("blue"))
    here = reef.get(path)
    monkeypatch.setattr(replays, "LONG_ENTRIES", 1)
    elsewhere, afterwards = reef.get(path), ask(reef, later(reef, path) + "/result")
    assert here.status_code == 200
    assert shown(here) == shown(elsewhere) == shown(afterwards)


def test_much_is_added_up_as_little_is(reef: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    here = answered(reef.client.get(SCORE))
    monkeypatch.setattr(reef.app.extensions["tablelog"].questions, "ask", not_yet)
    elsewhere = answered(reef.client.get(SCORE))
    assert here.json["rows"] == []
    assert shown(here) == shown(elsewhere)
    tag = {"If-None-Match": here.headers["ETag"]}
    assert reef.client.get(SCORE, headers=tag).status_code == 304
    address = reef.client.get(SCORE, headers=LATER).headers["Location"]
    assert shown(answered(reef.client.get(address + "/result"))) == shown(here)
    assert reef.client.get(address + "/result", headers=tag).status_code == 304


@pytest.mark.parametrize("query", ["?group_by=nothing", "?colour=red"])
def test_a_question_that_cannot_be_answered_is_refused_before_it_is_asked_for(
    reef: Table, everything_is_long: None, nobody_works: Any, query: str
) -> None:
    problem(reef.client.get(f"/v1/statistics/time_of_chaos/score{query}"), 422, "unusable-filter")
    problem(reef.client.get(f"/v1/statistics/time_of_chaos/nothing{query}"), 404, "not-found")
    assert nobody_works.queue.waiting() == []


def test_who_need_not_wait_is_told_how_far_it_is(reef: Table, nobody_works: Any) -> None:
    first, second = later(reef, "/audit"), later(reef, "/export")
    assert (ask(reef, first).json["kind"], ask(reef, first).json["ahead"]) == ("audit", 0)
    waiting = ask(reef, second)
    assert (waiting.json["kind"], waiting.json["status"], waiting.json["ahead"]) == ("export", "waiting", 1)
    assert waiting.headers["Retry-After"] == "2"
    early = ask(reef, second + "/result")
    assert (early.status_code, early.headers["Location"]) == (202, second)
    nobody_works.wake()
    done = ask(reef, second)
    assert (done.json["status"], done.json["result"]) == ("done", second + "/result")
    assert "Retry-After" not in done.headers
    assert ask(reef, done.json["result"]).json == reef.get("/export").json


def test_who_waits_too_long_is_told_where_the_answer_will_be(
    reef: Table, nobody_works: Any, everything_is_long: None
) -> None:
    answer = reef.get("/audit")
    assert (answer.status_code, answer.json["status"]) == (202, "waiting")
    assert "Preference-Applied" not in answer.headers
    assert reef.get("/audit").headers["Location"] == answer.headers["Location"]


@pytest.mark.parametrize("path", READINGS)
def test_a_piece_is_there_for_who_asked_alone(reef: Table, path: str) -> None:
    address = later(reef, path)
    for holder in ("scribe", "red", "spectator", None):
        name = f"seat:{holder}" if holder == "red" else holder
        problem(ask(reef, address, name), 404, "not-found")
        problem(ask(reef, address + "/result", name), 404, "not-found")
    other = Table(reef.app, REEF_OPENING)
    problem(ask(other, address + "/result"), 404, "not-found")
    problem(ask(reef, "/v1/jobs/" + "0" * 32), 404, "not-found")


@pytest.mark.parametrize("path", READINGS)
def test_a_token_that_was_revoked_meanwhile_is_given_nothing(reef: Table, path: str) -> None:
    address = later(reef, path, "scribe")
    assert reef.post("/tokens", {"holders": ["scribe"]}, "owner", if_match=None).status_code == 201
    problem(ask(reef, address, "scribe"), 401, "bad-token")
    problem(ask(reef, address + "/result", "scribe"), 401, "bad-token")


@pytest.mark.parametrize("path", READINGS)
def test_who_may_not_ask_asks_for_nothing(reef: Table, nobody_works: Any, path: str) -> None:
    problem(reef.get(path, "seat:red", **LATER), 403, "not-allowed")
    assert nobody_works.queue.waiting() == []


def dies(queue: JobQueue, job: str) -> None:
    """A worker takes a job and ends before it is done."""
    with queue.working_on(job) as lease:
        assert lease is not None


def test_a_job_whose_worker_dies_waits_again_and_fails_after_the_last_attempt(
    reef: Table, nobody_works: Any
) -> None:
    address = later(reef, "/audit")
    queue, job = nobody_works.queue, address.rpartition("/")[2]
    with queue.working_on(job):
        assert ask(reef, address).json["status"] == "running"
    assert ask(reef, address).json["status"] == "waiting"
    for _ in range(MOST_ATTEMPTS - 1):
        dies(queue, job)
    failed = ask(reef, address)
    assert (failed.json["status"], failed.json["detail"]) == ("failed", ABANDONED)
    answer = ask(reef, address + "/result")
    assert problem(answer, 503, "unavailable")["detail"] == ABANDONED
    assert answer.headers["Retry-After"] == "5"
    again = later(reef, "/audit")
    assert again != address
    nobody_works.wake()
    assert ask(reef, again + "/result").json["passed"] is True


def test_nobody_asks_for_more_than_a_few_pieces_at_once(app: Flask, nobody_works: Any, reef: Table) -> None:
    for _ in range(MOST_OF_AN_ADDRESS):
        later(Table(app, REEF_OPENING), "/audit")
    answer = reef.get("/audit", **LATER)
    problem(answer, 503, "unavailable")
    assert answer.headers["Retry-After"] == "5"
    assert reef.get("/audit").status_code == 200  # a short one, done where it is asked for
    nobody_works.wake()
    later(reef, "/audit")


def test_a_large_file_is_proven_elsewhere_and_stored_here(
    reef: Table, make_app: MakeApp, everything_is_long: None
) -> None:
    data = reef.acted(place("red")).get("/export").data
    client = make_app("elsewhere").test_client()
    answer = answered(client.post("/v1/imports", data=data, content_type="application/json"))
    assert answer.status_code == 201, answer.text
    assert answer.json["items"][0] | {"tokens": 0} == {
        "session": reef.id,
        "status": "imported",
        "version": 2,
        "written": 2,
        "tokens": 0,
    }
    assert "no-transform" in answer.headers["Cache-Control"]
    again = answered(client.post("/v1/imports", data=data, content_type="application/json"))
    assert again.json["items"][0]["status"] == "already_there"


def test_an_import_that_is_not_waited_for_gives_its_tokens_to_who_sent_it(
    reef: Table, make_app: MakeApp
) -> None:
    data = reef.get("/export").data
    client = make_app("elsewhere").test_client()
    sent = LATER | {"Idempotency-Key": KEY.replace(" ", "-")}
    address = client.post("/v1/imports", data=data, content_type="application/json", headers=sent).headers[
        "Location"
    ]
    while (found := answered(client.get(address)).json)["status"] == "running":
        assert found["kind"] == "import"
    result = answered(client.get(found["result"]))
    assert result.status_code == 201
    owner = {"Authorization": f"Bearer {result.json['items'][0]['tokens']['owner']}"}
    assert client.get(f"/v1/sessions/{reef.id}", headers=owner).status_code == 200
    problem(client.get(found["result"], headers=owner), 404, "not-found")


@pytest.mark.parametrize(
    ("spoilt", "told"), [(b'"game":"chess"', "'chess' is not known"), (b'"game":', "not a portable file")]
)
def test_a_large_file_is_refused_in_the_same_words_as_a_small_one(
    reef: Table, monkeypatch: pytest.MonkeyPatch, spoilt: bytes, told: str
) -> None:
    data = reef.get("/export").data.replace(b'"game":"reef"', spoilt, 1)
    bodies = []
    for most in (imports.LONG_BYTES, 0):
        monkeypatch.setattr(imports, "LONG_BYTES", most)
        answer = reef.client.post("/v1/imports", data=data, content_type="application/json")
        bodies.append(problem(answer, 422, "invalid-file"))
        assert told in bodies[-1]["detail"]
    bodies[0].pop("request_id")
    assert bodies[0] == bodies[1]


def test_an_import_whose_proof_fails_has_stored_nothing(
    reef: Table, make_app: MakeApp, everything_is_long: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = reef.get("/export").data
    there = make_app("elsewhere")
    jobs = there.extensions["tablelog"].jobs
    worker = jobs.workers

    class Dies(Nobody):
        def wake(self) -> None:
            for job in jobs.queue.waiting():
                for _ in range(MOST_ATTEMPTS):
                    dies(jobs.queue, job)

    monkeypatch.setattr(jobs, "workers", Dies())
    client = there.test_client()
    answer = client.post("/v1/imports", data=data, content_type="application/json")
    assert problem(answer, 503, "unavailable")["detail"] == ABANDONED
    assert client.get(f"/v1/sessions/{reef.id}").status_code == 404
    monkeypatch.setattr(jobs, "workers", worker)
    again = client.post("/v1/imports", data=data, content_type="application/json")
    assert json.loads(again.data)["items"][0]["status"] == "imported"


@pytest.mark.parametrize("prefer", ["wait=5", "respond-asynchronously", ""])
def test_other_preferences_are_passed_over(reef: Table, prefer: str) -> None:
    assert reef.get("/audit", Prefer=prefer).status_code == 200


@pytest.mark.parametrize("prefer", ["wait=5, respond-async", "Respond-Async; foo=bar"])
def test_the_preference_may_stand_among_others(reef: Table, prefer: str) -> None:
    assert reef.get("/audit", Prefer=prefer).status_code == 202


def test_a_home_that_takes_no_more_is_said(reef: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*given: Any) -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(reef.app.extensions["tablelog"].jobs.queue, "submit", full)
    body = problem(reef.get("/audit", **LATER), 503, "unavailable")
    assert "No space left on device" in body["detail"]
    assert reef.get("/audit").status_code == 200


def test_a_file_that_the_home_has_no_room_for_is_not_imported(
    reef: Table, everything_is_long: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, queue = reef.get("/export").data, reef.app.extensions["tablelog"].jobs.queue
    keep = queue.submit

    def full(asked: Any, file: Any = None) -> str:
        if file is not None:
            raise OSError(errno.ENOSPC, "No space left on device")
        return str(keep(asked))

    monkeypatch.setattr(queue, "submit", full)
    problem(reef.client.post("/v1/imports", data=data, content_type="application/json"), 503, "unavailable")
    monkeypatch.setattr(queue, "submit", keep)
    again = reef.client.post("/v1/imports", data=data, content_type="application/json")
    assert again.status_code == 201


def test_where_nobody_can_be_called_the_work_waits(reef: Table, nobody_works: Any) -> None:
    class Fails(Nobody):
        def wake(self) -> None:
            raise OSError(errno.EAGAIN, "Resource temporarily unavailable")

    reef.app.extensions["tablelog"].jobs.workers = Fails()
    address = later(reef, "/audit")
    assert ask(reef, address).json["status"] == "waiting"
    nobody_works.wake()
    assert ask(reef, address).json["status"] == "done"
