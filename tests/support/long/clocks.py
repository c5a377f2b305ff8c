"""The clock of the machine jumps while scribes record: an hour ahead, a day back, past 2038."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from domain.kernel.statistics import PLAYING_TIME
from replays.databases import make_engine, reading
from tests.support.long import disturbed
from tests.support.long.campaign import Outcome, Progress, Wanted
from tests.support.long.disturbed import Evening, over_each_store, urls
from tests.support.long.false_clocks import FalseClock, NoFalseClock
from tests.support.long.running import Tablelog
from tests.support.long.scribes import recorded_games
from tests.support.workers.figures import figures_of_all

SECOND, HOUR = 1, 3600
DAY = 24 * HOUR
JUMPS = {
    "a second back": -SECOND,
    "an hour ahead": HOUR,
    "an hour back": -HOUR,
    "a day ahead": DAY,
    "a day back": -DAY,
    "a month ahead": 30 * DAY,
    "a year back": -365 * DAY,
    "ten years ahead": 3652 * DAY,
    "past the end of 32 bits": int(datetime(2038, 1, 19, 3, 14, tzinfo=UTC).timestamp() - time.time()),
    "before there was a Tablelog": int(datetime(1999, 12, 31, tzinfo=UTC).timestamp() - time.time()),
    "as it is": 0,
}
"""How many seconds the clock is off, from the true time, after each jump."""

MOST_ANSWERS_BETWEEN = 200
SHORT_GAMES = 8
"""So many of the library are recorded, the shortest: minutes are of games that came to their end."""


def run(wanted: Wanted, folder: Path) -> Outcome:
    """The campaign, once over each store."""
    return over_each_store(wanted, folder, over)


def over(wanted: Wanted, home: Path, settings: Mapping[str, str]) -> Outcome:
    """Record while the clock jumps, then compare everything, and look at the minutes."""
    try:
        clock = FalseClock(home.parent)
    except NoFalseClock as error:
        return Outcome({}, [str(error)])
    tablelog = Tablelog(home, **settings)
    tablelog.environment |= clock.environment
    games = sorted(recorded_games(), key=lambda game: game.stat().st_size)[:SHORT_GAMES]
    evening = Evening(wanted, tablelog, games=games)
    outcome = disturbed.over(evening, settings, lambda evening: _jump(evening, clock, wanted.jumps))
    finished = {"games finished": str(sum(scribe.finished for scribe in evening.scribes))}
    return Outcome(outcome.figures | finished, [*outcome.faults, *less_than_nothing(urls(home, settings)[1])])


def _jump(evening: Evening, clock: FalseClock, jumps: int) -> Outcome:
    counted, progress = Counter[str](), Progress(f"jumps over {evening.tablelog.home.name}", jumps)
    for number in range(jumps):
        evening.wait_for(evening.random.randint(1, MOST_ANSWERS_BETWEEN))
        where = evening.random.choice(list(JUMPS))
        clock.is_off_by(JUMPS[where])
        counted[where] += 1
        progress.at(number + 1, f"{where}, {evening.answers} entries answered")
    evening.wait_for(1)
    return Outcome({"jumps": ", ".join(f"{times} {where}" for where, times in counted.items())}, [])


def less_than_nothing(tables_url: str) -> Iterator[str]:
    """Figures below nought in measures of time."""
    engine = make_engine(tables_url)
    try:
        with reading(engine).connect() as connection:
            of_time = {one.key for one in PLAYING_TIME}
            for row in figures_of_all(connection):
                if row["measure"] in of_time and row["value"] < 0:
                    yield f"session {row['session']}: {row['measure']} is {row['value']}"
    finally:
        engine.dispose()
