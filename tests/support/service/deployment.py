"""What `deploy/compose.yaml` runs, as plain processes of this machine: its commands, variables and files.

No container is made. Host names become ports of this machine, and secrets files of a folder.
"""

from __future__ import annotations

import http.client
import os
import pwd
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Self

import psycopg
import yaml

from tests.conftest import redis_program
from tests.support.documents import ROOT
from tests.support.ports import held_port
from tests.support.postgresql import UNPRIVILEGED, bundled_programs, copied
from tests.support.service.proxies import certificate_of, program

FOLDER = ROOT / "deploy"
DATABASES = ("db-1", "db-2", "db-3")
WEBS = ("web-1", "web-2")
BY_TABLELOG = (*WEBS, "worker", "jobs", "bots")
PORTS = {"redis": 6379} | dict.fromkeys(DATABASES, 5432) | dict.fromkeys(WEBS, 8720)
"""As the files have them."""
PROXY_ADDRESS = "172.30.87.10"
PASSWORD, OPENING_TOKEN = "letters2digits", "opening-token-of-the-tests"
STARTING_SECONDS, ENDING_SECONDS = 120, 40


def composed() -> dict[str, Any]:
    """The compose file."""
    found: dict[str, Any] = yaml.safe_load((FOLDER / "compose.yaml").read_text("utf-8"))
    return found


class Deployment:
    """The services of the compose file in a folder of their own, each started by its name."""

    def __init__(self, folder: Path, **variables: str) -> None:
        self.folder = folder
        self.services: dict[str, dict[str, Any]] = composed()["services"]
        self.variables = variables
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self._held = ExitStack()
        self.ports = {name: self._held.enter_context(held_port()) for name in (*PORTS, "plain", "secure")}
        self._runs_as: dict[str, Any] = {}
        self._programs = bundled_programs()
        # Its own folder: who runs PostgreSQL cannot look into those of the tests.
        databases = self._databases = Path(tempfile.mkdtemp(prefix="tlpg"))
        if os.geteuid() == 0:
            user = pwd.getpwnam(UNPRIVILEGED)
            self._runs_as = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": ()}
            self._programs = copied(self._programs, databases)
            os.chown(databases, user.pw_uid, user.pw_gid)
        shutil.copy(FOLDER / "database.sh", databases)
        self._make_secrets(databases)

    def _make_secrets(self, databases: Path) -> None:
        certificate, key = certificate_of(self.folder)
        (self.folder / "certificate").write_bytes(certificate.read_bytes() + key.read_bytes())
        hosts = ",".join(f"{name}:5432" for name in DATABASES)
        url = f"postgresql://tablelog:{PASSWORD}@{hosts}/tablelog"
        (self.folder / "database-url").write_text(self._here(url))
        (self.folder / "secret-key").write_text("k" * 64)
        (self.folder / "opening-token").write_text(OPENING_TOKEN)
        (databases / "database-password").write_text(PASSWORD)

    def _here(self, text: str) -> str:
        """A text of the files with the ports, addresses and folders of this machine."""
        for name, port in PORTS.items():
            text = text.replace(f"{name}:{port}", f"127.0.0.1:{self.ports[name]}")
        text = text.replace("/run/secrets/database-password", str(self._databases / "database-password"))
        return text.replace("/run/secrets", str(self.folder)).replace(PROXY_ADDRESS, "127.0.0.1")

    def _command(self, name: str) -> list[str]:
        service = self.services[name]
        command = [*service.get("entrypoint", []), *service.get("command", [])]
        match name:
            case "haproxy":
                return [program("haproxy"), "-db", "-f", str(self._proxy_file())]
            case "redis":
                return [redis_program(), *command[1:], "--port", str(self.ports["redis"])]
            case _ if name in DATABASES:
                return [*command[:-1], str(self._databases / Path(command[-1]).name)]
        # As the image finds them on its PATH.
        module = ["-m", "service.cli"] if command[0] == "tablelog" else []
        return [sys.executable, *module, *command[1:]]

    def _proxy_file(self) -> Path:
        text = (FOLDER / "haproxy.cfg").read_text("utf-8")
        for told, ours in (
            (":8080", f"127.0.0.1:{self.ports['plain']}"),
            (":8443", f"127.0.0.1:{self.ports['secure']}"),
            ("/tmp/haproxy.sock", str(self.folder / "haproxy.sock")),
        ):
            assert told in text, f"the file says nothing of {told}"
            text = text.replace(told, ours)
        path = self.folder / "haproxy.cfg"
        path.write_text(self._here(text))
        return path

    def _environment(self, name: str) -> dict[str, str]:
        given = {
            key: self._here(str(value)) for key, value in self.services[name].get("environment", {}).items()
        }
        kept = {key: value for key, value in os.environ.items() if not key.startswith("TABLELOG_")}
        if name in DATABASES:
            paths = os.pathsep.join((str(self._programs / "bin"), kept["PATH"]))
            return kept | given | {"PATH": paths, "PGDATA": str(self.data(name))}
        port = str(self.ports.get(name, 0) or 8720)
        ours = {
            "TABLELOG_HOME": str(self.home(name)),
            "TABLELOG_PORT": port,
            "TABLELOG_HOSTS": "play.example.org",
        }
        given = {key: value for key, value in given.items() if key != "TABLELOG_METRICS_PORT"}
        return kept | given | ours | {"TABLELOG_LOG_LEVEL": "ERROR"} | self.variables

    def data(self, name: str) -> Path:
        """The folder of the data of one database."""
        return self._databases / name

    def home(self, name: str) -> Path:
        """The home of one process of Tablelog."""
        return self.folder / f"home-{name}"

    def log(self, name: str) -> str:
        """What a service has printed."""
        return (self.folder / f"{name}.log").read_text("utf-8", "replace")

    def start(self, *names: str) -> Self:
        """Start these services, without waiting for them."""
        for name in names:
            is_database = name in DATABASES
            with (self.folder / f"{name}.log").open("ab") as output:
                self.processes[name] = subprocess.Popen(
                    self._command(name),
                    env=self._environment(name),
                    cwd=self._databases if is_database else ROOT,
                    stdout=output,
                    stderr=output,
                    start_new_session=True,
                    **(self._runs_as if is_database else {}),
                )
        return self

    def kill(self, name: str) -> None:
        """Kill a service with all its processes."""
        process = self.processes.pop(name)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def end(self, name: str) -> None:
        """End a service as compose does: the signal, and its grace period."""
        process = self.processes.pop(name)
        process.send_signal(getattr(signal, self.services[name].get("stop_signal", "SIGTERM")))
        try:
            process.wait(ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            self.processes[name] = process
            self.kill(name)
            raise

    def stop(self) -> None:
        """Kill whatever still runs."""
        for name in [*self.processes]:
            self.kill(name)
        self._held.close()
        shutil.rmtree(self._databases, ignore_errors=True)

    def database(self, name: str) -> psycopg.Connection[Any]:
        """A connection to one of the databases, as its superuser."""
        port = self.ports[name]
        return psycopg.connect(f"host=/tmp port={port} user=postgres dbname=postgres", autocommit=True)

    def standbys_of(self, name: str) -> int:
        """How many standbys stream from this database; none where it cannot be asked."""
        try:
            with self.database(name) as connection:
                found = connection.execute(
                    "select count(*) from pg_stat_replication where state = 'streaming'"
                )
                return int(found.fetchone()[0])  # type: ignore[index]
        except psycopg.OperationalError:
            return 0

    def is_ready(self, web: str) -> bool:
        """Whether a web host says that it can record."""
        connection = http.client.HTTPConnection("127.0.0.1", self.ports[web], timeout=5)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == http.HTTPStatus.OK
        except OSError:
            return False
        finally:
            connection.close()

    def connection(self) -> http.client.HTTPSConnection:
        """A connection to the proxy; the certificate is anybody's."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return http.client.HTTPSConnection("127.0.0.1", self.ports["secure"], timeout=60, context=context)

    def proxy_says(self, command: str) -> str:
        """What haproxy answers to a command on its socket."""
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(self.folder / "haproxy.sock"))
            line.sendall(f"{command}\n".encode())
            with line.makefile() as answer:
                return answer.read()


def wait_until(holds: Callable[[], bool], what: str) -> None:
    """Wait for a condition. Fails with `what` if it takes too long."""
    end = time.monotonic() + STARTING_SECONDS
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.05)


@contextmanager
def deployed(folder: Path, *names: str, **variables: str) -> Iterator[Deployment]:
    """These services, running until the end."""
    deployment = Deployment(folder, **variables)
    try:
        yield deployment.start(*names)
    finally:
        deployment.stop()
