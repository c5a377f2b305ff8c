"""One request from its first byte to its answer: read on the loop, answered on a pool, sent by the loop.

Each route declares where it runs (`service.http.blueprint.Runs`). A route for the loop may find that it would
block, and raises `WouldBlock`: then a pool answers the request from its beginning.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from flask import Flask
from werkzeug.exceptions import HTTPException

from replays.event_store import CONFIRMING_SECONDS, Conflict, confirmed
from service.bootstrap import Services
from service.http.blueprint import POOL, RunsAs
from service.http.middleware import DEFERRED, FAULT
from service.server.answers import ServerResponse, answer_to, send_answer
from service.server.environ import environ_of, read_body
from service.server.streams import Channels
from service.sessions.commands import Deferred, WouldBlock

THREADS = 8
LIMITED_THREADS = 32
"""Enough for all requests that a concurrency limit admits, and for long reads."""
STREAM_THREADS = 2
LONGEST_ON_THE_LOOP = 4 * 1024
"""Bytes of a body that is handled on the loop, while all other requests wait."""
BODY_IN_MEMORY = 64 * 1024
"""Bytes of a body that are held in memory; what is longer lies in a file."""

Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


class AsgiApplication:
    """The application of an ASGI server, around the one that Flask makes."""

    def __init__(self, app: Flask) -> None:
        found: Services = app.extensions["tablelog"]
        self._app = app
        self._settings = found.settings
        self._routes = app.url_map.bind("")
        self._completions = CompletionBatch()
        self._pool = ThreadPoolExecutor(THREADS, "request")
        self._limited_pool = ThreadPoolExecutor(LIMITED_THREADS, "limited-request")
        stream_pool = ThreadPoolExecutor(STREAM_THREADS, "stream")
        self._channels = Channels(found.hub, stream_pool, found.settings.heartbeat_seconds)
        self._under_way = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        """Answer one request."""
        self._under_way += 1
        self._idle.clear()
        try:
            await self._answer(scope, receive, send)
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._idle.set()

    async def close(self, seconds: float) -> None:
        """End the streams, and let what is being answered be answered, for so long at most."""
        self._channels.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._idle.wait()

    async def _answer(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        answer = await self._made(scope, receive)
        if answer.subscriber is not None:
            await self._stream(answer, receive, send)
            return
        with suppress(TimeoutError):  # a reader who takes nothing
            await send_answer(answer, send, head_alone=scope["method"] == "HEAD")

    async def _made(self, scope: Mapping[str, Any], receive: Receive) -> ServerResponse:
        """Apart from what follows: while a stream is open, nothing of its request is kept."""
        environ, fault = environ_of(scope)
        runs = self._route_of(environ)
        with _place_for_a_body(environ) as body:
            if fault is None:
                most = self._settings.import_bytes if runs.reads_files else self._settings.body_bytes
                fault = await read_body(receive, body, environ, most)
            environ["wsgi.input"] = body
            if fault is not None:
                environ[FAULT] = fault
            answer, deferred = await self._answered(environ, body, runs)
            if deferred.stored is None:
                return answer
            with suppress(TimeoutError):
                async with asyncio.timeout(CONFIRMING_SECONDS):
                    await self._completions.of(deferred.stored)
            try:
                confirmed(deferred.stored, 0)
            except Conflict:
                pass  # another process appended first: a thread that may block answers the request again
            except Exception as error:
                environ[FAULT] = error
            else:
                for do in deferred.then:
                    do()
                return answer
            body.seek(0)
            del environ[DEFERRED]
            return await self._on_a_pool(environ, runs)

    def _route_of(self, environ: Mapping[str, Any]) -> RunsAs:
        """How the route of the request runs. An address without a route is refused on the pool."""
        path = str(environ["PATH_INFO"]).encode("latin-1").decode(errors="replace")
        try:
            rule, _ = self._routes.match(path, environ["REQUEST_METHOD"], return_rule=True)
        except HTTPException:
            return POOL
        declared: RunsAs = getattr(self._app.view_functions[rule.endpoint], "runs_as", POOL)
        return declared

    async def _answered(
        self, environ: dict[str, Any], body: IO[bytes], runs: RunsAs
    ) -> tuple[ServerResponse, Deferred]:
        """The answer, which may be deferred: from the loop if nothing in it blocks, else from a pool."""
        if runs.runs == "loop" and self._may_run_on_the_loop(environ):
            environ[DEFERRED] = deferred = Deferred(may_block=False)
            with suppress(WouldBlock):
                return answer_to(self._app.wsgi_app, environ), deferred
            body.seek(0)
        environ[DEFERRED] = deferred = Deferred()
        return await self._on_a_pool(environ, runs), deferred

    def _may_run_on_the_loop(self, environ: Mapping[str, Any]) -> bool:
        return (
            not environ["QUERY_STRING"]
            and "HTTP_TRANSFER_ENCODING" not in environ
            and int(environ.get("CONTENT_LENGTH", 0)) <= LONGEST_ON_THE_LOOP
            and FAULT not in environ
        )

    async def _on_a_pool(self, environ: dict[str, Any], runs: RunsAs) -> ServerResponse:
        pool = self._limited_pool if runs.runs == "limited" else self._pool
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(pool, answer_to, self._app.wsgi_app, environ)

    async def _stream(self, answer: ServerResponse, receive: Receive, send: Send) -> None:
        async def send_frames(frames: bytes) -> None:
            await send({"type": "http.response.body", "body": frames, "more_body": True})

        assert answer.subscriber is not None
        try:
            with suppress(TimeoutError):
                await send(
                    {"type": "http.response.start", "status": answer.status, "headers": answer.headers}
                )
                await self._channels.serve(answer.subscriber, send_frames, _gone(receive))
                await send({"type": "http.response.body", "body": b""})
        finally:
            answer.close()


class CompletionBatch:
    """Work that other threads finished, brought back to the loop many pieces at a time.

    Each call across threads wakes the loop through the system and releases the interpreter on its way. A
    batch belongs to the loop that runs where it is first used.
    """

    def __init__(self) -> None:
        self._finished: deque[asyncio.Future[None]] = deque()
        self._is_notified = False
        self._loop: asyncio.AbstractEventLoop | None = None

    def of(self, work: Future[Any]) -> asyncio.Future[None]:
        """Done once the work is, however it ended."""
        loop = self._loop = self._loop or asyncio.get_running_loop()
        waiting = loop.create_future()
        work.add_done_callback(lambda _: self._finish(loop, waiting))
        return waiting

    def _finish(self, loop: asyncio.AbstractEventLoop, waiting: asyncio.Future[None]) -> None:
        self._finished.append(waiting)
        if not self._is_notified:
            self._is_notified = True
            loop.call_soon_threadsafe(self._complete)

    def _complete(self) -> None:
        """What finishes after the first line is completed by another call."""
        self._is_notified = False
        while self._finished:
            waiting = self._finished.popleft()
            if not waiting.done():
                waiting.set_result(None)


def _place_for_a_body(environ: Mapping[str, Any]) -> IO[bytes]:
    """Memory, where it is known to be small."""
    if "HTTP_TRANSFER_ENCODING" in environ or int(environ.get("CONTENT_LENGTH", 0)) > BODY_IN_MEMORY:
        return SpooledTemporaryFile(max_size=BODY_IN_MEMORY)
    return BytesIO()


async def _gone(receive: Receive) -> None:
    """Returns when the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        continue
