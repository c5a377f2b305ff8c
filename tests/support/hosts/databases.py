"""PostgreSQL on two hosts: a primary, and a standby that can take its place."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from typing import Any

import psycopg

from tests.support.hosts.networks import AS_NOBODY, Host
from tests.support.long.campaign import CONSOLE
from tests.support.long.running import until
from tests.support.postgresql import bundled_programs

OPTIONS = {
    "listen_addresses": "*",
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "200",
    "wal_keep_size": "512MB",
    "wal_sender_timeout": "3s",
    "wal_receiver_timeout": "3s",
    "wal_receiver_status_interval": "1s",
    "wal_retrieve_retry_interval": "200ms",
    "log_min_messages": "warning",
}
"""Tests kill processes and never the machine: what the kernel has is kept."""
FROM_ANYWHERE = "host all all 0.0.0.0/0 trust\nhost replication all 0.0.0.0/0 trust\n"
COPYING_SECONDS = 60.0
OF_THE_PRIMARY = "synchronous_standby_names"


class Node:
    """One server of PostgreSQL on a host of its own. The test reaches it by its socket, network or none."""

    def __init__(self, host: Host) -> None:
        self.host, self.data = host, host.folder / "data"
        self._bin = bundled_programs() / "bin"
        options = [word for name, value in OPTIONS.items() for word in ("-c", f"{name}={value}")]
        command = [str(self._bin / "postgres"), "-D", str(self.data), *options, "-k", str(host.folder)]
        self.service = host.service("postgres", [*AS_NOBODY, *command], {})

    @property
    def url(self) -> str:
        """Its address alone: a command that is given both waits for the dead one at each connection."""
        return f"postgresql://postgres@{self.host.address}:5432/postgres"

    def run(self, program: str, *words: str) -> None:
        """Run a program of PostgreSQL on this host. Raises `RuntimeError` with its message."""
        command = self.host.command(*AS_NOBODY, str(self._bin / program), *words)
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.host.folder)
        if done.returncode != 0:
            raise RuntimeError(f"{program} on {self.host.name}: {done.stderr.strip()}")

    def make(self) -> None:
        """A new, empty database."""
        self.run(
            "initdb", "-D", str(self.data), "-U", "postgres", "--auth=trust", "--encoding=utf8", "--no-sync"
        )
        with (self.data / "pg_hba.conf").open("a") as hba:
            hba.write(FROM_ANYWHERE)

    def copy(self, primary: Node) -> None:
        """A standby of the primary, with a new copy of its data. Raises `Stuck`."""
        until(lambda: self._copied(primary), f"{self.host.name} gets no copy of the primary", COPYING_SECONDS)
        own = self.data / "postgresql.auto.conf"
        kept = [line for line in own.read_text().splitlines() if not line.startswith(OF_THE_PRIMARY)]
        own.write_text("\n".join([*kept, ""]))

    def _copied(self, primary: Node) -> bool:
        """Whether the copy was made. A network that was just plugged in has no route for a moment."""
        shutil.rmtree(self.data, ignore_errors=True)
        source = ("-h", primary.host.address, "-U", "postgres", "-D", str(self.data))
        try:
            self.run("pg_basebackup", *source, "-R", "-X", "stream", "-c", "fast", "--no-sync")
        except RuntimeError as error:
            CONSOLE.print(f"  {error}")
            return False
        return True

    def start(self) -> None:
        """Start it, and wait until it answers. Raises `Stuck`."""
        for left in self.host.folder.glob(".s.PGSQL.*"):
            left.unlink()  # of a server that was killed: hosts share process numbers, so it may seem to run
        self.service.start()
        self.wait_until_it_answers()

    def wait_until_it_answers(self) -> None:
        """Raises `Stuck` if it never does."""
        until(self.answers, f"PostgreSQL on {self.host.name} does not answer")

    def answers(self) -> bool:
        """Whether it takes connections."""
        try:
            self.ask("SELECT 1")
        except psycopg.Error:
            return False
        return True

    def ask(self, statement: str) -> Any:
        """The first value that the statement gives, None if it gives none."""
        asked = psycopg.connect(
            host=str(self.host.folder), user="postgres", dbname="postgres", autocommit=True
        )
        with asked as connection:
            done = connection.execute(statement)
            row = done.fetchone() if done.description else None
        return row[0] if row else None

    def set(self, name: str, value: str) -> None:
        """Change a setting of the running server."""
        self.ask(f"ALTER SYSTEM SET {name} = '{value}'")
        self.ask("SELECT pg_reload_conf()")


class Database:
    """Primary and standby. A commit waits for the standby, unless it is `asynchronous`."""

    def __init__(self, hosts: Sequence[Host], *, asynchronous: bool = False) -> None:
        self.primary, self.standby = (Node(host) for host in hosts)
        self._asynchronous = asynchronous
        addresses = ",".join(f"{host.address}:5432" for host in hosts)
        self.url = f"postgresql://postgres@{addresses}/postgres"

    @property
    def hosts(self) -> list[Host]:
        return [self.primary.host, self.standby.host]

    def start(self) -> None:
        """Both of them, empty. Raises `Stuck`."""
        self.primary.make()
        self.primary.start()
        self.join()

    def join(self) -> None:
        """Make the host that is not the primary a standby, with a new copy. Raises `Stuck`."""
        self.standby.copy(self.primary)
        self.standby.start()
        streaming = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'"
        until(lambda: self.primary.ask(streaming) == 1, "the standby does not follow")
        if not self._asynchronous:
            self.primary.set(OF_THE_PRIMARY, "*")
            follows = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
            until(lambda: self.primary.ask(follows) == 1, "the standby is not synchronous")

    def promote(self) -> None:
        """The standby becomes the primary; the former primary stands beside as its standby to be."""
        self.standby.ask("SELECT pg_promote(true, 60)")
        self.primary, self.standby = self.standby, self.primary

    def bury(self) -> None:
        """The former primary stays off, but its host answers that nobody is there."""
        self.standby.host.off()
        self.standby.host.plug()

    def rejoin(self) -> None:
        """The former primary, which may still run behind a dead network, comes back as the standby."""
        self.bury()
        self.join()
