"""One request from its first byte to its answer: read on the loop, answered on the pool, sent by the loop.

An action that is asked for as most are is answered on the loop itself: its session is in memory, and nothing
waits. Whatever else there is about it, the pool answers it from its beginning.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from flask import Flask

from replays.event_store import Conflict
from service.bootstrap import Services
from service.http.due_answers import DUE
from service.http.middleware import FAULT
from service.sessions.due import Due, MustWait
from service.settings import OWN_MEMORY
from service.shell.answers import Answer, answer_to, send_answer
from service.shell.bodies import read_body
from service.shell.environs import environ_of
from service.shell.landing import Landing
from service.shell.rooms import Rooms

LOG = logging.getLogger("tablelog")

THREADS = 8
SLOW_THREADS = 32
"""As many as wait for their turns or have them (`service.turns`), at imports and at readings."""
STREAM_THREADS = 2
LONGEST_AT_ONCE = 4 * 1024
"""Bytes of a body that is worked on while all others wait."""
BODY_IN_MEMORY = 64 * 1024
"""Bytes of a body that are held in memory; what is longer lies in a file."""

Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


class Shell:
    """The application of an ASGI server, around the one that Flask makes."""

    def __init__(self, app: Flask) -> None:
        found: Services = app.extensions["tablelog"]
        self._app = app
        self._settings = found.settings
        self._files = _last_parts(app, "reads_files")
        self._slow = _last_parts(app, "takes_turns")
        self._slow_below = _fixed_parts(app, "takes_turns")
        self._quick = _last_parts(app, "tried_at_once")
        self._counts_here = found.settings.limits_url == OWN_MEMORY
        self._landing = Landing()
        self._pool = ThreadPoolExecutor(THREADS, "request")
        self._slow_pool = ThreadPoolExecutor(SLOW_THREADS, "slow-request")
        stream_pool = ThreadPoolExecutor(STREAM_THREADS, "stream")
        self._rooms = Rooms(found.hub, stream_pool, found.settings.heartbeat_seconds)
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
        self._rooms.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._idle.wait()

    async def _answer(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        answer = await self._made(scope, receive)
        if answer.follower is not None:
            await self._stream(answer, receive, send)
            return
        with suppress(TimeoutError):  # a reader who takes nothing
            await send_answer(answer, send, head_alone=scope["method"] == "HEAD")

    async def _made(self, scope: Mapping[str, Any], receive: Receive) -> Answer:
        """Apart from what follows: while a stream is open, nothing of its request is kept."""
        environ, fault = environ_of(scope)
        with _place_for_a_body(environ) as body:
            if fault is None:
                fault = await read_body(receive, body, environ, self._most(environ))
            environ["wsgi.input"] = body
            if fault is not None:
                environ[FAULT] = fault
            answer, due = await self._answered(environ, body)
            if due.stored is None:
                return answer
            await self._landing.of(due.stored)
            try:
                due.stored.result()
            except Conflict:
                pass  # somebody else appended first: the request is answered anew, by a thread that waits
            except Exception as error:
                environ[FAULT] = error
            else:
                for do in due.then:
                    do()
                return answer
            body.seek(0)
            del environ[DUE]
            return await self._worked_out(environ)

    async def _answered(self, environ: dict[str, Any], body: IO[bytes]) -> tuple[Answer, Due]:
        """The answer, which may be due later: at once where it can be had so, else from the pool."""
        if self._may_be_had_at_once(environ):
            due = Due(at_once=True)
            environ[DUE] = due
            with suppress(MustWait):
                return answer_to(self._app.wsgi_app, environ), due
            body.seek(0)
        environ[DUE] = due = Due()
        return await self._worked_out(environ), due

    def _may_be_had_at_once(self, environ: Mapping[str, Any]) -> bool:
        return (
            self._counts_here
            and environ["REQUEST_METHOD"] == "POST"
            and _last(environ) in self._quick
            and not environ["QUERY_STRING"]
            and 0 < int(environ.get("CONTENT_LENGTH", 0)) <= LONGEST_AT_ONCE
            and FAULT not in environ
        )

    async def _worked_out(self, environ: dict[str, Any]) -> Answer:
        loop, pool = asyncio.get_running_loop(), self._pool_for(environ)
        return await loop.run_in_executor(pool, answer_to, self._app.wsgi_app, environ)

    async def _stream(self, answer: Answer, receive: Receive, send: Send) -> None:
        async def send_frames(frames: bytes) -> None:
            await send({"type": "http.response.body", "body": frames, "more_body": True})

        assert answer.follower is not None
        try:
            with suppress(TimeoutError):
                await send(
                    {"type": "http.response.start", "status": answer.status, "headers": answer.headers}
                )
                await self._rooms.serve(answer.follower, send_frames, _gone(receive))
                await send({"type": "http.response.body", "body": b""})
        finally:
            answer.close()

    def _most(self, environ: Mapping[str, Any]) -> int:
        """The longest body that the route reads."""
        return self._settings.import_bytes if _last(environ) in self._files else self._settings.body_bytes

    def _pool_for(self, environ: Mapping[str, Any]) -> ThreadPoolExecutor:
        """Who waits for a turn waits where he keeps nobody from recording."""
        is_slow = _last(environ) in self._slow or environ["PATH_INFO"].startswith(self._slow_below)
        return self._slow_pool if is_slow else self._pool


def _place_for_a_body(environ: Mapping[str, Any]) -> IO[bytes]:
    """Memory, where it is known to be small."""
    if "HTTP_TRANSFER_ENCODING" in environ or int(environ.get("CONTENT_LENGTH", 0)) > BODY_IN_MEMORY:
        return SpooledTemporaryFile(max_size=BODY_IN_MEMORY)
    return BytesIO()


def _last(environ: Mapping[str, Any]) -> str:
    """The last part of the path."""
    return str(environ["PATH_INFO"]).rpartition("/")[2]


def _last_parts(app: Flask, mark: str) -> frozenset[str]:
    """The last parts of the paths of all routes that are marked so."""
    views = app.view_functions
    return frozenset(
        rule.rule.rpartition("/")[2]
        for rule in app.url_map.iter_rules()
        if getattr(views[rule.endpoint], mark, False)
    )


def _fixed_parts(app: Flask, mark: str) -> tuple[str, ...]:
    """What the paths of such routes begin with, whose last part is a name."""
    views = app.view_functions
    return tuple(
        rule.rule.partition("<")[0]
        for rule in app.url_map.iter_rules()
        if getattr(views[rule.endpoint], mark, False) and rule.rule.endswith(">")
    )


async def _gone(receive: Receive) -> None:
    """Returns when the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        continue
