"""A frozen version, as it is found on disk: its home, its database, its files, and what they come to."""

from __future__ import annotations

import gzip
import io
import lzma
import tarfile
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import msgspec
import psycopg

from replays.portable import PortableSession, read
from service.settings import Settings

FIXTURES = Path(__file__).parents[2] / "fixtures" / "frozen"
VERSIONS = sorted(path.name for path in FIXTURES.iterdir() if path.is_dir())


class Frozen:
    """One frozen version."""

    def __init__(self, version: str) -> None:
        self.version = version
        self.folder = FIXTURES / version

    @cached_property
    def expected(self) -> dict[str, Any]:
        """What the sessions come to, as the README beside it says."""
        found: dict[str, Any] = msgspec.json.decode(self._unpacked("expected.json.xz"))
        return found

    @property
    def sessions(self) -> list[dict[str, Any]]:
        """What is expected of each session."""
        found: list[dict[str, Any]] = self.expected["sessions"]
        return found

    def session(self, game: str, name: str) -> dict[str, Any]:
        """The session with this part in the story."""
        return next(one for one in self.sessions if (one["game"], one["name"]) == (game, name))

    def files(self) -> Iterator[PortableSession]:
        """The portable files of all sessions."""
        return map(read, self._unpacked("sessions.ndjson.xz").splitlines())

    def lines(self, name: str) -> bytes:
        """The portable files in this file of the folder, a line each."""
        packed = (self.folder / name).read_bytes()
        return gzip.decompress(packed) if name.endswith(".gz") else lzma.decompress(packed)

    def unpack_home(self, folder: Path) -> Settings:
        """Settings of a service that lives in a copy of the home."""
        with tarfile.open(fileobj=io.BytesIO(self._unpacked("home.tar.xz"))) as files:
            files.extraction_filter = getattr(tarfile, "data_filter", None)  # since 3.11.4
            files.extractall(folder)
        return self._settings(folder, f"sqlite:///{folder}/log.db", f"sqlite:///{folder}/tables.db")

    def restore_database(self, url: str, folder: Path) -> Settings:
        """Settings of a service that lives in a copy of the database."""
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(self._unpacked("database.sql.xz"))
        return self._settings(folder, url, url)

    def _settings(self, home: Path, log_url: str, tables_url: str) -> Settings:
        return Settings(
            home=home,
            log_url=log_url,
            tables_url=tables_url,
            redis_url=None,
            secret_key=self.secret_key,
            log_level="ERROR",
        )

    @cached_property
    def secret_key(self) -> str:
        """The key that signed the tokens."""
        with tarfile.open(fileobj=io.BytesIO(self._unpacked("home.tar.xz"))) as files:
            file = files.extractfile("secret.key")
            assert file is not None
            return file.read().decode()

    def _unpacked(self, name: str) -> bytes:
        return _unpacked(self.folder / name)


@cache
def _unpacked(path: Path) -> bytes:
    return lzma.decompress(path.read_bytes())
