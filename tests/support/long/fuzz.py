"""Requests made from the service's own document, and malformed ones, against a real server."""

from __future__ import annotations

import re
import socket
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.client import HTTPConnection, HTTPException
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from schemathesis import GenerationMode
from schemathesis.core.errors import InvalidSchema
from schemathesis.core.result import Err, Ok

from replays.event_store import is_session_id
from tests.support.long.campaign import Outcome, Progress, Wanted
from tests.support.long.malformed import Target, malformed
from tests.support.long.running import Stuck, Tablelog
from tests.support.service.server import send

THREADS = 4
PROBLEMS = ("application/problem+json", "text/html")
"""HTML: what is no sound HTTP, such as a control sign in a header, is refused before the service sees it."""

MALFORMED_SHARE = 0.5
WARMING_SHARE = 0.1
"""Of the requests: a server that has just started still grows, whatever it is asked."""

MOST_GROWTH_MIB = 96
"""Over all requests after that. The server keeps up to 512 sessions in memory and fuzz opens as many."""

ANSWER_SECONDS = 10.0
STREAM_SECONDS = 0.3
ENOUGH_BYTES = 100_000
STATUS = re.compile(rb"HTTP/1\.[01] (\d{3}) [A-Za-z -]+\r\n")
SHOWN = 600
REQUESTS_AT_ONCE = 20


class Tried:
    """What was sent, what came back, and every answer that must not be."""

    def __init__(self) -> None:
        self.sent = 0
        self.statuses = Counter[str]()
        self.faults: list[str] = []

    def answered(self, status: int | None, sent: str) -> None:
        """Note an answer; None: the server hung up or kept silent, which is its right with nonsense."""
        self.statuses["none" if status is None else f"{status // 100}xx"] += 1
        if status is not None and status >= 500:
            self.fault(f"{status} to {sent[:SHOWN]}")

    def fault(self, what: str) -> None:
        self.faults.append(what)


def run(wanted: Wanted, folder: Path) -> Outcome:
    """The campaign: malformed requests first, then those from the document, then sound ones."""
    tablelog, tried = Tablelog(folder / "home"), Tried()
    raw = round(wanted.requests * MALFORMED_SHARE)
    warming = max(1, round(raw * WARMING_SHARE))
    before = grown = 0.0
    try:
        tablelog.start()
        tablelog.wait_until_ready()
        _send_malformed(tablelog, tried, warming, Random(f"{wanted.seed}/warming"), "warming up")
        web, before = tablelog.processes("web"), memory(tablelog)
        _send_malformed(tablelog, tried, raw - warming, Random(wanted.seed), "malformed requests")
        _send_documented(tablelog, tried, wanted.requests - raw, wanted.seed)
        grown = memory(tablelog) - before
        if grown > MOST_GROWTH_MIB:
            tried.fault(f"the web grew by {grown:.0f} MiB")
        if tablelog.processes("web") != web:
            tried.fault("the web died and was started again")
        _still_works(tablelog, tried)
    except Stuck as stuck:
        tried.fault(str(stuck))
    finally:
        tablelog.stop()
    figures = {
        "requests": str(tried.sent),
        "answers": ", ".join(f"{status} {count}" for status, count in sorted(tried.statuses.items())),
        "memory of the web": f"{before:.0f} MiB, grown by {grown:.0f} MiB",
    }
    return Outcome(figures, tried.faults)


def memory(tablelog: Tablelog) -> float:
    """Proportional memory of the web's processes, in MiB."""
    lines = "".join(Path(f"/proc/{one}/smaps_rollup").read_text() for one in tablelog.processes("web"))
    return sum(map(int, re.findall(r"^Pss: +(\d+) kB$", lines, re.M))) / 1024


def ask(
    tablelog: Tablelog, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
) -> tuple[int, Any]:
    """Status and JSON of one request."""
    connection = HTTPConnection("127.0.0.1", tablelog.port, timeout=ANSWER_SECONDS)
    try:
        return send(connection, method, path, body, headers)
    finally:
        connection.close()


def open_session(tablelog: Tablelog) -> Target:
    """A session that has just been opened."""
    status, opened = ask(tablelog, "POST", "/v1/sessions", _opening())
    if status != 201:
        raise RuntimeError(f"no session can be opened: {status} {opened}")
    return Target(opened["session"]["id"], opened["tokens"]["owner"])


def _opening() -> dict[str, Any]:
    seats = [{"seat": seat, "color": seat} for seat in ("red", "blue")]
    return {"game": "time_of_chaos", "component_set": "demo", "chance": "drawn", "seats": seats}


def _still_works(tablelog: Tablelog, tried: Tried) -> None:
    """A session can be opened, recorded in and seen."""
    try:
        target = open_session(tablelog)
        here = f"/v1/sessions/{target.session}"
        headers = {"Authorization": f"Bearer {target.token}", "If-Match": "*"}
        for method, path, body, wanted in (
            ("POST", f"{here}/actions", {"type": "lay_out_tiles"}, 201),
            ("GET", here, None, 200),
            ("GET", "/readyz", None, 200),
        ):
            status, answer = ask(tablelog, method, path, body, headers)
            if status != wanted:
                tried.fault(f"afterwards {method} {path} answers {status}: {answer}")
    except (OSError, HTTPException, RuntimeError) as error:
        tried.fault(f"afterwards it does not work any more: {error}")


def _send_malformed(tablelog: Tablelog, tried: Tried, count: int, random: Random, what: str) -> None:
    """So many malformed requests, some at a time."""
    progress, target = Progress(what, count), open_session(tablelog)
    requests, already = (malformed(random, target) for _ in range(count)), tried.sent
    with ThreadPoolExecutor(THREADS) as pool:
        while some := list(islice(requests, REQUESTS_AT_ONCE)):
            for data, answer in zip(some, pool.map(partial(send_bytes, tablelog.port), some), strict=True):
                shown = repr(data.replace(target.token.encode(), b"TOKEN"))
                found: list[int | None] = [*statuses(answer)]
                for status in found or [None]:
                    tried.answered(status, shown)
            tried.sent += len(some)
            progress.at(tried.sent - already)


def send_bytes(port: int, data: bytes) -> bytes:
    """What the server says to these bytes until it hangs up, has said much, or keeps silent."""
    answer = b""
    with socket.create_connection(("127.0.0.1", port), ANSWER_SECONDS) as connection:
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            while len(answer) < ENOUGH_BYTES and (more := connection.recv(65_536)):
                answer += more
                if b"text/event-stream" in answer:
                    connection.settimeout(STREAM_SECONDS)
        except OSError:
            pass
    return answer


def statuses(answer: bytes) -> list[int]:
    """The status of each answer in these bytes; pipelined requests have several."""
    return [int(status) for status in STATUS.findall(answer)]


def _send_documented(tablelog: Tablelog, tried: Tried, count: int, seed: int) -> None:
    """So many requests, from every operation of the document alike, sound ones and others."""
    document = schemathesis.openapi.from_url(f"http://127.0.0.1:{tablelog.port}/v1/openapi.json")
    operations = [
        (operation, mode)
        for operation in map(_operation, document.get_all_operations())
        if not operation.path.endswith("/stream")
        for mode in GenerationMode
        if mode == GenerationMode.POSITIVE or operation.body or _forbids_something(operation)
    ]
    progress, done = Progress("from the document", count), 0
    for place, (operation, mode) in enumerate(operations):
        share = count * (place + 1) // len(operations) - done
        for case in _cases(tablelog, operation, mode, share, seed):
            _send(case, tried)
            done += 1
            progress.at(done, f"{operation.method.upper()} {operation.path}")


def _operation(result: Ok[Any] | Err[InvalidSchema]) -> Any:
    """The operation that the document tells. Raises what is wrong with it."""
    if isinstance(result, Err):
        raise result.err()
    return result.ok()


def _forbids_something(operation: Any) -> bool:
    """Whether a parameter can be wrong: some headers may be any text."""
    return any(
        parameter.name not in ("If-None-Match", "Tablelog-Tokens")
        for parameter in operation.iter_parameters()
    )


def _cases(tablelog: Tablelog, operation: Any, mode: GenerationMode, count: int, seed: int) -> Iterator[Any]:
    """Requests to one operation. Those that could be for a session are for one that exists."""
    made: list[Any] = []

    @seeded(seed)
    @settings(
        max_examples=max(1, count),
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(operation.as_strategy(generation_mode=mode))
    def make(case: Any) -> None:
        made.append(case)

    make()
    target = open_session(tablelog)
    for number in range(count):
        case = made[number % len(made)]
        if is_session_id(str(case.path_parameters.get("session_id"))):
            case.path_parameters["session_id"] = target.session
            case.headers["Authorization"] = f"Bearer {target.token}"
        yield case


def _send(case: Any, tried: Tried) -> None:
    tried.sent += 1
    try:
        answer = case.call(timeout=ANSWER_SECONDS)
    except Exception as error:
        tried.fault(f"no answer to {case.as_curl_command()[:SHOWN]}: {error!r}")
        return
    tried.answered(answer.status_code, case.as_curl_command())
    kind = "".join(answer.headers.get("content-type", ()))
    if answer.status_code >= 400 and kind not in PROBLEMS:
        tried.fault(f"{answer.status_code} without a problem to {case.as_curl_command()[:SHOWN]}")
