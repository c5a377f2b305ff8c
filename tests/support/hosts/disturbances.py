"""What can happen to the hosts of a service. Each holds while clients record, and is undone afterwards."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from random import Random

from tests.support.hosts.clusters import Cluster, is_ready
from tests.support.long.running import until

Disturb = Callable[[Cluster, Random], AbstractContextManager[None]]


@contextmanager
def web_killed(cluster: Cluster, random: Random) -> Iterator[None]:
    random.choice(cluster.webs).send(signal.SIGKILL)
    yield


@contextmanager
def worker_killed(cluster: Cluster, random: Random) -> Iterator[None]:
    random.choice(cluster.workers).send(signal.SIGKILL)
    yield


@contextmanager
def redis_killed(cluster: Cluster, random: Random) -> Iterator[None]:
    cluster.redis.send(signal.SIGKILL)
    yield


@contextmanager
def web_host_off(cluster: Cluster, random: Random) -> Iterator[None]:
    host = random.choice(cluster.webs).host
    host.off()
    yield
    host.on()


@contextmanager
def web_unplugged(cluster: Cluster, random: Random) -> Iterator[None]:
    host = random.choice(cluster.webs).host
    host.unplug()
    yield
    host.plug()


@contextmanager
def worker_unplugged(cluster: Cluster, random: Random) -> Iterator[None]:
    """In a transaction, perhaps: its locks must not keep the other worker waiting."""
    host = random.choice(cluster.workers).host
    host.unplug()
    yield
    host.plug()


@contextmanager
def redis_unplugged(cluster: Cluster, random: Random) -> Iterator[None]:
    cluster.redis.host.unplug()
    yield
    cluster.redis.host.plug()


@contextmanager
def redis_stopped(cluster: Cluster, random: Random) -> Iterator[None]:
    cluster.redis.send(signal.SIGSTOP)
    yield
    cluster.redis.send(signal.SIGCONT)


@contextmanager
def web_cut_from_the_database(cluster: Cluster, random: Random) -> Iterator[None]:
    host = random.choice(cluster.webs).host
    host.cut_off(cluster.database.hosts)
    yield
    host.reconnect(cluster.database.hosts)


@contextmanager
def primary_lost(cluster: Cluster, random: Random) -> Iterator[None]:
    """Its host vanishes, the standby takes over, and the host comes back as the new standby."""
    cluster.database.primary.host.unplug()
    cluster.database.promote()
    yield
    cluster.database.rejoin()


@contextmanager
def rolling_restart(cluster: Cluster, random: Random) -> Iterator[None]:
    """Every web is stopped and started, one after another."""
    for web in cluster.webs:
        web.stop()
        web.start()
        cluster.wait_until_ready(web)
    yield


KINDS: dict[Disturb, int] = {
    web_killed: 6,
    worker_killed: 4,
    redis_killed: 4,
    web_host_off: 4,
    web_unplugged: 4,
    worker_unplugged: 3,
    redis_unplugged: 3,
    redis_stopped: 3,
    web_cut_from_the_database: 3,
    primary_lost: 1,
    rolling_restart: 1,
}
"""How often each is chosen."""


def settle(cluster: Cluster) -> None:
    """Wait until a web is ready, so that the next disturbance has somebody to disturb. Raises `Stuck`."""
    until(lambda: any(is_ready(web) for web in cluster.webs), "no web is ready though nobody disturbs it")
