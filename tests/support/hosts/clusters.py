"""A whole Tablelog on several hosts: web, workers, PostgreSQL with its standby, Redis."""

from __future__ import annotations

import http.client
import json
import sys
import threading
from pathlib import Path
from typing import Any

from service.processes.supervisor import find_redis
from tests.support.hosts.databases import Database
from tests.support.hosts.networks import Host, Network, Service
from tests.support.long.running import Tablelog, until

PORT, REDIS_PORT = 8720, 6379
LOOK_SECONDS = 0.2
ANSWER_SECONDS = 5.0
OPENING_TOKEN = "hosts-of-one-service-share-this-token"
SECRET_KEY = "hosts-of-one-service-share-this-key-of-64-characters-0123456789ab"
AMPLE = dict.fromkeys(
    (
        "TABLELOG_READS_PER_MINUTE",
        "TABLELOG_WRITES_PER_MINUTE",
        "TABLELOG_OPENINGS_PER_MINUTE",
        "TABLELOG_OPENINGS_PER_DAY",
    ),
    "1000000",
) | {"TABLELOG_STORED_BYTES_PER_DAY": "0", "TABLELOG_BYTES_PER_MINUTE": "0"}
"""All clients have one address. Requests are counted all the same, so that the limits are used."""


class Cluster:
    """The hosts of one service. A service manager on each starts again what has ended."""

    def __init__(self, folder: Path, *, webs: int = 2, workers: int = 2, asynchronous: bool = False) -> None:
        self.folder, self.network = folder, Network(folder)
        hosts = [self.network.host(name) for name in ("postgres-1", "postgres-2")]
        self.database = Database(hosts, asynchronous=asynchronous)
        self.redis = self._redis(self.network.host("redis"))
        url = f"redis://{self.redis.host.address}:{REDIS_PORT}"
        self.settings = {
            "TABLELOG_LOG_URL": self.database.url,
            "TABLELOG_TABLES_URL": self.database.url,
            "TABLELOG_REDIS_URL": f"{url}/0",
            "TABLELOG_LIMITS_URL": f"{url}/1",
            "TABLELOG_SECRET_KEY": SECRET_KEY,
            "TABLELOG_OPENING_TOKEN": OPENING_TOKEN,
            "TABLELOG_HOST": "0.0.0.0",
            "TABLELOG_PORT": str(PORT),
            "TABLELOG_HEARTBEAT_SECONDS": "1",
            "TABLELOG_LOG_LEVEL": "WARNING",
            **AMPLE,
        }
        self.webs = [self.web(f"web-{number + 1}") for number in range(webs)]
        self.workers = [self._worker(f"worker-{number + 1}") for number in range(workers)]
        self._ended = threading.Event()
        self._manager = threading.Thread(target=self._keep, daemon=True)

    def web(self, name: str) -> Service:
        """The web of a new host."""
        return self._one(name, "web", "service.cli", "serve")

    def _worker(self, name: str) -> Service:
        return self._one(name, "worker", "workers")

    def _one(self, host: str, name: str, *module: str) -> Service:
        here = self.network.host(host)
        home = {"TABLELOG_HOME": str(here.folder / "home")}
        return here.service(name, [sys.executable, "-m", *module], self.settings | home)

    def _redis(self, host: Host) -> Service:
        program = find_redis()
        if program is None:
            raise RuntimeError("no Redis or Valkey here: install the environment of the project")
        words = ["--port", str(REDIS_PORT), "--bind", "0.0.0.0", "--protected-mode", "no"]
        words += ["--save", "", "--appendonly", "no", "--dir", str(host.folder)]
        return host.service("redis", [str(program), *words], {})

    @property
    def kept(self) -> list[Service]:
        """What a service manager keeps running."""
        return [*self.webs, *self.workers, self.redis]

    def start(self) -> None:
        """Everything, on an empty database. Raises `Stuck`."""
        self.redis.start()
        self.database.start()
        for service in (*self.webs, *self.workers):
            service.start()
        self._manager.start()
        for web in self.webs:
            self.wait_until_ready(web)

    def _keep(self) -> None:
        while not self._ended.wait(LOOK_SECONDS):
            for service in self.kept:
                service.revive()

    def stop(self) -> None:
        """End everything. The network stays."""
        self._ended.set()
        if self._manager.ident is not None:
            self._manager.join()
        for host in self.network.hosts:
            host.off()

    def wait_until_ready(self, web: Service) -> None:
        """Raises `Stuck` if it never is."""
        until(lambda: is_ready(web), f"{web.host.name} is not ready")

    def run(self, *arguments: str) -> tuple[int, str]:
        """Exit status and output of a command, run at the client host."""
        url = self.database.primary.url
        own = {"TABLELOG_LOG_URL": url, "TABLELOG_TABLES_URL": url}
        return Tablelog(self.folder / "client", {}, **self.settings | own).run(*arguments)


def asked(
    web: Service,
    method: str,
    path: str,
    body: Any = None,
    headers: dict[str, str] | None = None,
    *,
    seconds: float = ANSWER_SECONDS,
) -> tuple[int, Any]:
    """Status and JSON of one request on a connection of its own. Raises `OSError`, `HTTPException`."""
    connection = http.client.HTTPConnection(web.host.address, PORT, timeout=seconds)
    try:
        data = None if body is None else json.dumps(body)
        sent = {"Content-Type": "application/json"} if data is not None else {}
        connection.request(method, path, data, sent | (headers or {}))
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text[:1] in (b"{", b"[") else text
    finally:
        connection.close()


def status_of(web: Service, path: str, seconds: float = ANSWER_SECONDS) -> int:
    """The status of an answer, 0 without one."""
    try:
        return asked(web, "GET", path, seconds=seconds)[0]
    except (OSError, http.client.HTTPException):
        return 0


def is_ready(web: Service) -> bool:
    """Whether it answers and reaches its databases."""
    return status_of(web, "/readyz") == 200
