"""Questions of statistics: turns, cut-offs, the socket, kept answers, and processes that are killed."""

from __future__ import annotations

import json
import os
import shutil
import signal
import stat
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from itertools import count
from multiprocessing.connection import Listener
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask

from replays.databases import make_engine
from service.app import create_app
from service.cli import doctor
from service.jobs import answering
from service.jobs.answering import StoreAnswerer
from service.jobs.client import NOBODY_ANSWERS, AsksHere, AsksWorker, KeptAnswers
from service.jobs.questions import (
    LONG_SECONDS,
    SECONDS,
    SOCKET,
    Answer,
    AnswerFault,
    QuestionServer,
    Reply,
    TimedQuery,
    connect,
    receive_reply,
    send_question,
)
from service.jobs.queue import running_worker
from service.queries.filters import UnusableFilter
from service.queries.question import Query, SeatsQuery, StatisticsQuery
from service.queries.statistics import UnknownMeasure
from service.queries.store import StatisticsStore
from service.queries.visible_scope import EVERYTHING, VisibleScope
from service.support.run_folder import LONGEST_SOCKET_PATH, run_folder
from tests.service.conftest import Table, problem, recorded, settings_at
from tests.service.jobs.test_worker import until, workers_of
from tests.service.test_clubs import follow
from tests.service.test_listings import changed
from tests.support.prepared import copy_files
from tests.support.service.recorded_tables import finished_table
from tests.support.service.server import Server

SCORE = StatisticsQuery("time_of_chaos", "score", VisibleScope(), ("seat",))
ENDLESS = sa.text("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n")
PATIENCE_SECONDS = 120.0
KEY = "the key of a test that has its thirty-two characters"


def asked_for(name: str) -> StatisticsQuery:
    return StatisticsQuery("reef", name, EVERYTHING)


class Stage:
    """What was begun, in its order, and which of it may end."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.ending: defaultdict[str, threading.Event] = defaultdict(threading.Event)

    def end(self, *names: str) -> None:
        """Let these answers end."""
        for name in names:
            self.ending[name].set()


class Scripted:
    """Answers a question with the name of its measure, when the stage lets it end."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.interrupted = threading.Event()

    def answer(self, query: Query) -> Reply:
        name = query.measure if isinstance(query, StatisticsQuery) else "seats"
        self.stage.begun.append(name)
        until(lambda: self.stage.ending[name].is_set() or self.interrupted.is_set())
        if self.interrupted.is_set():
            self.interrupted.clear()
            raise InterruptedError(name)
        return named(name)

    def interrupt(self) -> None:
        self.interrupted.set()

    def close(self) -> None:
        """Nothing is open."""


def named(name: str) -> Answer:
    return Answer(name.encode(), "1")


@contextmanager
def serving(home: Path, make: Callable[[], Any]) -> Iterator[QuestionServer]:
    """A process's server of questions, in a thread."""
    server = QuestionServer(home, make)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.close()
        thread.join(PATIENCE_SECONDS)
        assert not thread.is_alive()


class Asking:
    """A question that was sent, whose reply is read later."""

    def __init__(self, home: Path, query: Query, seconds: float = SECONDS) -> None:
        self.connection: Any = until(lambda: connected(home))
        send_question(self.connection, TimedQuery(query, seconds))

    def reply(self) -> Reply:
        return receive_reply(self.connection)


def connected(home: Path) -> Any:
    with suppress(OSError):
        return connect(home, PATIENCE_SECONDS)


@pytest.fixture
def stage() -> Stage:
    """Where answers of this test wait."""
    return Stage()


@pytest.fixture
def scripted(tmp_path: Path, stage: Stage) -> Iterator[QuestionServer]:
    """A server whose answers end when the test says so."""
    with serving(tmp_path, lambda: Scripted(stage)) as server:
        yield server


def waiting(server: QuestionServer, number: int) -> None:
    """Go on when so many questions wait for their turn."""
    until(lambda: len(server._waiting) == number)


def test_two_questions_are_answered_at_once_and_the_others_in_their_order(
    scripted: QuestionServer, tmp_path: Path, stage: Stage
) -> None:
    asking = {name: Asking(tmp_path, asked_for(name)) for name in "ab"}
    until(lambda: set(stage.begun) == {"a", "b"})
    for number, name in enumerate("cdef", 1):
        asking[name] = Asking(tmp_path, asked_for(name))
        waiting(scripted, number)
    for place, name in enumerate("badc"):
        assert len(stage.begun) == 2 + place
        stage.end(name)
        assert asking[name].reply() == named(name)
        until(lambda number=3 + place: len(stage.begun) == number)
    assert stage.begun[2:] == list("cdef")
    assert scripted.idle_seconds() == 0
    stage.end("e", "f")
    assert [asking[name].reply() for name in "ef"] == [named("e"), named("f")]
    assert (scripted.asked, scripted.cut_off) == (6, 0)


def test_one_long_question_is_answered_at_a_time_and_the_others_pass(
    scripted: QuestionServer, tmp_path: Path, stage: Stage
) -> None:
    first = Asking(tmp_path, asked_for("first"), LONG_SECONDS)
    until(lambda: stage.begun == ["first"])
    second = Asking(tmp_path, asked_for("second"), LONG_SECONDS)
    waiting(scripted, 1)
    short = Asking(tmp_path, asked_for("short"))
    until(lambda: stage.begun == ["first", "short"])
    stage.end("first", "second", "short")
    assert first.reply() == named("first")
    assert second.reply() == named("second")
    assert short.reply() == named("short")


@pytest.mark.usefixtures("scripted")
def test_a_question_that_takes_too_long_is_cut_off(tmp_path: Path, stage: Stage) -> None:
    reply = Asking(tmp_path, asked_for("slow"), 0.0).reply()
    assert reply == AnswerFault("It took longer than 0 seconds.", cut_off=True)
    assert stage.begun == ["slow"]


def test_what_nobody_waits_for_takes_no_turn(scripted: QuestionServer, tmp_path: Path, stage: Stage) -> None:
    running = [Asking(tmp_path, asked_for(name)) for name in "ab"]
    until(lambda: len(stage.begun) == 2)
    given_up = Asking(tmp_path, asked_for("c"))
    waiting(scripted, 1)
    last = Asking(tmp_path, asked_for("d"))
    waiting(scripted, 2)
    given_up.connection.close()
    waiting(scripted, 1)
    running[0].connection.close()
    until(lambda: "d" in stage.begun)
    stage.end("b", "d")
    assert last.reply() == named("d")
    assert "c" not in stage.begun


def test_the_socket_is_private_and_one_process_listens(tmp_path: Path) -> None:
    for home in (tmp_path, tmp_path / ("long" * 40)):
        home.mkdir(exist_ok=True)
        first, second = Stage(), Stage()
        for stage in (first, second):
            stage.end("a", "b", "c")
        path = run_folder(home) / SOCKET
        path.write_bytes(b"left by a process that was killed")
        with ExitStack() as stack:
            with serving(home, lambda stage=first: Scripted(stage)):
                assert Asking(home, asked_for("a")).reply() == named("a")
                assert stat.S_IMODE(path.stat().st_mode) == 0o600
                assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
                assert len(str(path)) <= LONGEST_SOCKET_PATH
                stack.enter_context(serving(home, lambda stage=second: Scripted(stage)))
                assert Asking(home, asked_for("b")).reply() == named("b")
            assert until(lambda at=home: reply_at(at, "c")) == named("c")
        assert (first.begun, second.begun) == (["a", "b"], ["c"])
        assert not path.exists()
        if path.parent.parent != home:
            shutil.rmtree(path.parent)


def reply_at(home: Path, name: str) -> Reply | None:
    """The reply, unless the process that listened ends meanwhile."""
    try:
        return Asking(home, asked_for(name)).reply()
    except (OSError, EOFError):
        return None


# Real answers.


@pytest.fixture
def evening(everywhere: Flask) -> Table:
    """A public game with a tag and players, closed after its last action."""
    opening, *actions = recorded("demo-2p-007")
    more = {"visibility": "public", "tags": ["old"], "players": {"red": "p-1", "blue": "p-2"}}
    table = Table(everywhere, opening | more).acted(actions)
    assert table.post("/close", {}).status_code == 201
    follow(everywhere)
    return table


class Here:
    """Stands for the starting of a worker: its server runs in a thread of this process."""

    def __init__(self, server: Callable[[], Any]) -> None:
        self.server = server
        self.stack = ExitStack()
        self.started = 0

    def wake(self) -> None:
        if not self.started:
            self.stack.enter_context(self.server())
        self.started += 1

    def close(self) -> None:
        self.stack.close()


@pytest.fixture
def asks(evening: Table, tmp_path: Path, tables_url: str) -> Iterator[AsksWorker]:
    """Asks a worker that is started at the first question; `ends` has how each question ended."""
    workers = Here(lambda: serving(tmp_path, lambda: StoreAnswerer(tables_url, tmp_path)))
    engine, ends = make_engine(tables_url), list[str]()
    made = AsksWorker(engine, tmp_path, workers, lambda end, _: ends.append(end), PATIENCE_SECONDS)
    made.ends = ends  # type: ignore[attr-defined]
    yield made
    workers.close()
    engine.dispose()


def test_a_worker_answers_as_the_web_would_and_raises_the_same(asks: Any, evening: Table) -> None:
    engine = evening.app.extensions["tablelog"].engine
    for query in (SCORE, SeatsQuery("time_of_chaos", VisibleScope(), {}, None, 10)):
        assert asks.ask(query).body == AsksHere(engine).ask(query).body
        assert b'"rows":[{' in asks.ask(query).body
    with pytest.raises(UnusableFilter, match="colour: is not") as raised:
        asks.ask(StatisticsQuery("time_of_chaos", "rounds", EVERYTHING, (), {"colour": "red"}))
    assert raised.value.name == "colour"
    with pytest.raises(UnknownMeasure):
        asks.ask(asked_for("nothing"))
    assert asks.ends == ["answered", "kept"] * 2 + ["answered"] * 2


@pytest.mark.parametrize(
    "change",
    [
        lambda table: changed(table, {"visibility": "private"}),
        lambda table: changed(table, {"tags": ["new"]}),
        lambda table: table.client.patch(
            f"{table.url}/people", json={"people": {"red": {"player": "p-9"}}}, headers=table.headers("owner")
        ),
        lambda table: table.post("/void", {"reason": "a wrong deck"}, "owner"),
    ],
)
def test_an_answer_is_kept_until_something_changes(asks: Any, evening: Table, change: Any) -> None:
    query = StatisticsQuery("time_of_chaos", "score", VisibleScope(), ("tag", "player"))
    first = asks.ask(query)
    assert asks.ask(query) is first
    answer = change(evening)
    assert answer.status_code in (200, 201), answer.text
    follow(evening.app)
    second = asks.ask(query)
    assert second.body != first.body
    assert second.body == AsksHere(evening.app.extensions["tablelog"].engine).ask(query).body
    assert asks.ends == ["answered", "kept", "answered"]


def test_a_statement_that_takes_too_long_is_cut_off(
    evening: Table, tmp_path: Path, tables_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(store: StatisticsStore, query: Query, who: object) -> Answer:
        with store.looking(who) as looking:
            return Answer(str(looking.connection.scalar(ENDLESS)).encode(), "1")

    with serving(tmp_path, lambda: StoreAnswerer(tables_url, tmp_path)):
        with monkeypatch.context() as patched:
            patched.setattr(answering, "answer_from", endless)
            reply = Asking(tmp_path, SCORE, 0.0).reply()
            assert reply == AnswerFault("It took longer than 0 seconds.", cut_off=True)
            gone = Asking(tmp_path, SCORE)
            gone.connection.close()
        assert isinstance(Asking(tmp_path, SCORE).reply(), Answer)


# Answers that are kept.


def test_kept_answers_take_no_more_than_their_bytes() -> None:
    kept = KeptAnswers(3_000)
    answers = {name: Answer(name * 700, "1") for name in (b"a", b"b", b"c", b"d")}
    for name in (b"a", b"b", b"c"):
        kept.keep(name, answers[name])
    assert kept.find(b"a", "1") == answers[b"a"]
    kept.keep(b"d", answers[b"d"])
    assert [name for name in answers if kept.find(name, "1")] == [b"a", b"c", b"d"]
    assert kept.find(b"a", "2") is None
    kept.keep(b"e", Answer(b"e" * 3_000, "1"))
    assert kept.find(b"e", "1") is None
    assert 2_100 < kept.bytes <= 3_000


# Nobody answers.


class CannotStart:
    """No process can be started."""

    tried = 0

    def wake(self) -> None:
        self.tried += 1
        raise OSError("no more processes")

    def close(self) -> None:
        """Nothing was started."""


@pytest.fixture
def asking_app(tmp_path: Path, prepared: Path) -> Iterator[Flask]:
    """An application that asks a worker, which nobody can start."""
    copy_files(prepared, tmp_path)
    app = create_app(settings_at(tmp_path), asks_worker=True)
    app.extensions["tablelog"].questions.workers = CannotStart()
    yield app
    app.extensions["tablelog"].close()


@pytest.mark.parametrize("path", ["score", "seats"])
def test_without_a_process_the_answer_is_to_ask_again(asking_app: Flask, path: str) -> None:
    answer = asking_app.test_client().get(f"/v1/statistics/time_of_chaos/{path}")
    assert problem(answer, 503, "unavailable")["detail"] == NOBODY_ANSWERS
    assert answer.headers["Retry-After"] == "5"
    assert asking_app.extensions["tablelog"].questions.workers.tried == 2


def test_a_process_that_ends_while_it_answers_is_asked_again_once(asking_app: Flask, tmp_path: Path) -> None:
    heard = []

    def hang_up(listener: Listener) -> None:
        with suppress(OSError):
            while True:
                with listener.accept() as connection:
                    heard.append(connection.recv_bytes())

    with Listener(str(run_folder(tmp_path) / SOCKET), "AF_UNIX") as listener:
        threading.Thread(target=hang_up, args=(listener,), daemon=True).start()
        answer = asking_app.test_client().get("/v1/statistics/time_of_chaos/score")
        problem(answer, 503, "unavailable")
    assert len(heard) == 2
    assert heard[0] == heard[1]


def test_who_waits_too_long_gets_the_address_of_a_job(
    asking_app: Flask, tmp_path: Path, stage: Stage
) -> None:
    asking_app.extensions["tablelog"].questions.patience_seconds = 0.0
    with serving(tmp_path, lambda: Scripted(stage)):
        until(lambda: connected(tmp_path))
        client = asking_app.test_client()
        answer = client.get("/v1/statistics/time_of_chaos/score")
        assert (answer.status_code, answer.json["kind"]) == (202, "statistics")
        assert problem(client.get("/v1/statistics/time_of_chaos/seats"), 503, "unavailable")
        late = asking_app.extensions["tablelog"].metrics.told().decode()
        assert 'tablelog_questions_total{end="late"} 2.0' in late


def test_doctor_says_who_answers(tmp_path: Path, stage: Stage) -> None:
    def sign() -> tuple[str, str]:
        return doctor._questions(settings_at(tmp_path))[::2]

    assert sign() == ("ok", "the web process starts a worker that answers when needed")
    with running_worker(tmp_path, alone=True):
        assert sign()[0] == "warning"
        with serving(tmp_path, lambda: Scripted(stage)):
            until(lambda: connected(tmp_path))
            assert sign() == ("ok", "the worker of jobs answers questions")


# Real processes.


def test_a_worker_that_is_killed_while_four_ask_answers_nothing_wrong(tmp_path: Path, prepared: Path) -> None:
    copy_files(prepared, tmp_path)
    app = create_app(replace(settings_at(tmp_path), secret_key=KEY))
    for _ in range(3):
        finished_table(app, "time_of_chaos", visibility="public")
    follow(app)
    app.extensions["tablelog"].close()
    server = Server(tmp_path, TABLELOG_SECRET_KEY=KEY).start()
    address = "/v1/statistics/time_of_chaos/score?group_by=seat&limit={}"
    try:
        right = until(lambda: right_answer(server, address.format(1)))
        assert right["rows"]
        counted = Counter[str]()
        is_over = threading.Event()
        limits = count(2)
        faults: list[Any] = []

        def ask() -> None:
            while not is_over.is_set():
                status, body, headers = exchanged(server, address.format(next(limits)))
                counted[str(status)] += 1
                if status == 200:
                    if body["rows"][:1] != right["rows"]:
                        faults.append(body)
                elif "retry-after" not in headers or status not in (202, 503):
                    faults.append((status, body))

        asking = [threading.Thread(target=ask) for _ in range(4)]
        for one in asking:
            one.start()
        for _ in range(3):
            before = counted["200"]
            until(lambda least=before + 10: counted["200"] >= least)
            for process in until(lambda: workers_of(server)):
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
        before = counted["200"]
        until(lambda: counted["200"] >= before + 10)
        is_over.set()
        for one in asking:
            one.join()
        assert faults == []
        status, _, headers = exchanged(server, address.format(1))
        assert status == 200
        again = exchanged(server, address.format(1), {"If-None-Match": headers["etag"]})
        assert again[0] == 304
        asked_later = server.request("GET", address.format(1), headers={"Prefer": "respond-async"})
        assert asked_later[0] == 202
        job = f"/v1/jobs/{asked_later[1]['id']}"
        until(lambda: server.request("GET", job)[1]["status"] == "done")
        assert exchanged(server, f"{job}/result")[:2] == (200, right)
        _, metrics = server.request("GET", "/metrics")
        assert b'tablelog_questions_total{end="kept"}' in metrics
    finally:
        server.stop()


def exchanged(
    server: Server, path: str, headers: dict[str, str] | None = None
) -> tuple[int, Any, Mapping[str, str]]:
    """Status, JSON and headers of one request; names of headers in lower case."""
    with closing(server.connection()) as connection:
        connection.request("GET", path, headers=headers or {})
        answer = connection.getresponse()
        text = answer.read()
    return (
        answer.status,
        json.loads(text) if text else None,
        {name.lower(): value for name, value in answer.headers.items()},
    )


def right_answer(server: Server, path: str) -> Any:
    status, body, _ = exchanged(server, path)
    return body if status == 200 else None
