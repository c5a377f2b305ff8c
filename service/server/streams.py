"""Channels: the open streams of one session or club, woken together and served without a thread each.

A channel makes the frames of its streams together on a thread of the pool, so that viewers who see the
same share them. Each stream then sends its frames at the pace of its reader; a slow reader delays no other.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Executor
from contextlib import suppress
from itertools import islice

from service.api.stream import Feed
from service.sessions.live_streams import Hub

LOG = logging.getLogger("tablelog")

FRAMES_AT_ONCE = 64
"""The most that is made of one stream before others have their turn."""
READING_SECONDS = 60.0
"""A reader who takes nothing for so long has gone."""

Send = Callable[[bytes], Awaitable[None]]


class Stream:
    """One open stream: its subscriber, and the frames that it waits for."""

    def __init__(self, subscriber: Feed) -> None:
        self.subscriber = subscriber
        self.frames: asyncio.Future[list[bytes]] | None = None
        self.more: Iterator[bytes] | None = None
        self.heard = -1
        """The generation of its channel when its last frames were made."""

    def made(self, generation: int, *, silent: bool) -> list[bytes]:
        """The frames to send now. silent: nothing was sent for so long that a heartbeat is due."""
        if self.more is None:
            self.heard = generation
            self.more = self.subscriber.news()
        frames = list(islice(self.more, FRAMES_AT_ONCE))
        if len(frames) < FRAMES_AT_ONCE:
            self.more = None
        if silent and not frames and not self.subscriber.over:
            frames.append(self.subscriber.form.heartbeat)
        return frames


class Channel:
    """The open streams of one session or club."""

    def __init__(self, followed: str, hub: Hub, pool: Executor, heartbeat_seconds: float) -> None:
        self.followed = followed
        self.streams: set[Stream] = set()
        self._hub = hub
        self._pool = pool
        self._heartbeat_seconds = heartbeat_seconds
        self._generation = 0
        self._waking = False
        self._woken = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    async def frames(self, stream: Stream) -> list[bytes]:
        """Wait for the next frames of the stream; none once it is over."""
        if stream.subscriber.over and stream.more is None:
            return []
        stream.frames = self._loop.create_future()
        if stream.more is not None or stream.heard != self._generation:
            self._woken.set()
        return await stream.frames

    def wake(self) -> None:
        """Have every stream look for what is new. On the loop alone."""
        self._waking = False
        self._generation += 1
        self._woken.set()

    def end(self, stream: Stream) -> None:
        """The stream has nothing to say any more."""
        stream.subscriber.over = True
        stream.more = None
        if stream.frames is not None and not stream.frames.done():
            stream.frames.set_result([])

    async def run(self) -> None:
        """Serve the streams for as long as there are any."""
        with self._hub.listening(self.followed, self._notify):
            while self.streams:
                silent = False
                try:
                    async with asyncio.timeout(self._heartbeat_seconds):
                        await self._woken.wait()
                except TimeoutError:
                    silent = True
                self._woken.clear()
                asking = [
                    stream
                    for stream in self.streams
                    if stream.frames is not None and not stream.frames.done()
                ]
                if asking:
                    generation = self._generation
                    made = await self._loop.run_in_executor(self._pool, _made, asking, generation, silent)
                    self._give(asking, made)

    def _give(self, asking: list[Stream], made: list[list[bytes]]) -> None:
        for stream, frames in zip(asking, made, strict=True):
            over = stream.subscriber.over and stream.more is None
            if (frames or over) and stream.frames is not None and not stream.frames.done():
                stream.frames.set_result(frames)

    def _notify(self) -> None:
        if self._waking:
            return
        self._waking = True
        with suppress(RuntimeError):  # the loop has ended, and the streams with it
            self._loop.call_soon_threadsafe(self.wake)


def _made(streams: list[Stream], generation: int, silent: bool) -> list[list[bytes]]:
    made = []
    for stream in streams:
        try:
            made.append(stream.made(generation, silent=silent))
        except Exception:
            LOG.exception("a stream ended", extra={"session": stream.subscriber.followed})
            stream.subscriber.over, stream.more = True, None
            made.append([])
    return made


class Channels:
    """All channels of this process."""

    def __init__(self, hub: Hub, pool: Executor, heartbeat_seconds: float) -> None:
        self._hub = hub
        self._pool = pool
        self._heartbeat_seconds = heartbeat_seconds
        self._channels: dict[str, Channel] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._closed = False

    async def serve(self, subscriber: Feed, send: Send, gone: Awaitable[object]) -> None:
        """Send what the stream has to say, until it is over or its reader has gone.

        Raises `TimeoutError` where the reader takes nothing.
        """
        stream = Stream(subscriber)
        channel = self._enter(stream)
        leaving = asyncio.ensure_future(gone)
        leaving.add_done_callback(lambda _: channel.end(stream))
        try:
            while frames := await channel.frames(stream):
                async with asyncio.timeout(READING_SECONDS):
                    await send(b"".join(frames))
        finally:
            leaving.cancel()
            channel.streams.discard(stream)
            if not channel.streams:
                self._channels.pop(channel.followed, None)
                channel.wake()

    def close(self) -> None:
        """End all streams: their clients come again and find another process."""
        self._closed = True
        for channel in self._channels.values():
            for stream in tuple(channel.streams):
                channel.end(stream)

    def _enter(self, stream: Stream) -> Channel:
        followed = stream.subscriber.followed
        channel = self._channels.get(followed)
        if channel is None:
            channel = self._channels[followed] = Channel(
                followed, self._hub, self._pool, self._heartbeat_seconds
            )
            channel.streams.add(stream)
            task = asyncio.create_task(channel.run())
            self._running.add(task)
            task.add_done_callback(self._running.discard)
        channel.streams.add(stream)
        if self._closed:
            channel.end(stream)
        return channel
