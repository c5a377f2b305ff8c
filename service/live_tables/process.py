"""The process of the bots: rq tells it of tables, and a timer lets it act at them."""

from __future__ import annotations

import logging
import threading

from service.bootstrap import create_services
from service.live_tables.bots import AWAY, Bots
from service.live_tables.jobs import plays
from service.live_tables.watchers import WATCHED, Watchers
from service.settings import Settings
from workers.listening import RETRY_SECONDS, RedisAvailability, heed_signals, is_news, listen

LOG = logging.getLogger(__name__)

ENDING_SECONDS = 5.0
"""How long an end waits for the actions that are being recorded."""


def run(settings: Settings, redis_url: str) -> None:
    """Play until TERM or INT. Raises what `create_services` does."""
    stop = threading.Event()
    heed_signals(stop)
    found = create_services(settings)
    bots = Bots(found, Watchers(redis_url, settings.live_table_linger_seconds))
    bots.sit_down_everywhere()
    plays(bots)
    logging.getLogger("rq.worker").addFilter(is_news)
    pace = settings.live_table_pace_seconds
    acting = threading.Thread(target=act_by_timer, args=(bots, pace, stop), daemon=True)
    acting.start()
    presence = RedisAvailability()
    while not stop.wait(RETRY_SECONDS):
        listen(redis_url, stop, presence, WATCHED)
    acting.join(ENDING_SECONDS)
    found.close()


def act_by_timer(bots: Bots, pace_seconds: float, stop: threading.Event) -> None:
    """One action at each table every few seconds, while Redis is there; each new trouble is told once."""
    trouble = ""
    while not stop.wait(pace_seconds):
        try:
            bots.act()
            trouble = ""
        except AWAY as error:
            if repr(error) != trouble:
                trouble = repr(error)
                LOG.warning("bots wait (%s)", type(error).__name__)
