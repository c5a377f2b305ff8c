"""Charts of statistics as geometry: bars with intervals, histograms, quartiles by round, heat on a board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from domain.kernel.ui.board import Box, Disc, Place, Shape, Zone
from service.reports.curves import Scale, spread, ticks
from service.reports.drawing import APART, LABEL, WIDTH, Label
from service.reports.ink import fitted
from service.reports.zones import box_of, centre_of, corners_of, size_of

# Values as people read them.

SHARE = "share"
"""The unit of values between 0 and 1."""
PERCENT = 100


def value_said(value: float | None, unit: str) -> str:
    """A value in few digits; a share in per cent."""
    if value is None:
        return "–"
    if unit == SHARE:
        return f"{value * PERCENT:.0f} %"
    text = f"{value:,.0f}" if abs(value) >= PERCENT else f"{value:.1f}" if abs(value) >= 1 else f"{value:.2g}"
    return text.removesuffix(".0").replace("-", "−")


def span_said(ends: tuple[float, float], unit: str) -> str:
    """The two ends of an interval."""
    low, high = ends
    return f"{value_said(low, unit).removesuffix(' %')}–{value_said(high, unit)}"


# Bars: one a group, with the interval of its value and what was expected.

BAR_ROW = 34
BAR = 12
BAR_DOWN = 17
"""From the top of a row to its bar: the label stands above."""
FOOT = 20
MOST_BARS = 24
VALUE_ROOM = 54
FEW = 5


class Datum(Struct, frozen=True):
    """A group as charts show it. ends: of its interval. address: of its sessions. faint: too few to tell."""

    label: str
    value: float
    said: str
    address: str
    ends: tuple[float, float] | None = None
    expected: float | None = None
    faint: bool = False


class Bar(Struct, frozen=True):
    """A row at `y`: its bar from `x`, the ends of its interval and the mark of what was expected."""

    y: float
    label: str
    said: str
    address: str
    x: float
    width: float
    ends: tuple[float, float] | None
    expected: float | None
    faint: bool


class Bars(Struct, frozen=True):
    """A chart of bars."""

    bars: tuple[Bar, ...]
    levels: tuple[Label, ...]
    height: float
    left: float
    right: float
    expects: bool
    width: float = WIDTH
    bar: float = BAR


def bars_of(data: Sequence[Datum], unit: str) -> Bars:
    """Bars of the first groups, on one scale that has zero."""
    shown = list(data[:MOST_BARS])
    reached = [end for one in shown for end in (one.value, *(one.ends or ()), one.expected or 0.0)]
    low, high = min([0.0, *reached]), max([0.0, *reached])
    if unit == SHARE and high > 0:
        high = min(1.0, high * 1.05)
    across = Scale(low, high or 1.0, 14, WIDTH - VALUE_ROOM)
    bars = []
    for place, one in enumerate(shown):
        start, end = sorted((across(0.0), across(one.value)))
        bars.append(
            Bar(
                place * BAR_ROW + BAR_DOWN,
                one.label,
                one.said,
                one.address,
                start,
                round(max(end - start, 1.0), 1),
                None if one.ends is None else (across(one.ends[0]), across(one.ends[1])),
                None if one.expected is None else across(one.expected),
                one.faint,
            )
        )
    levels = tuple(Label(across(level), value_said(level, unit)) for level in _levels(low, high, unit))
    height = len(shown) * BAR_ROW + FOOT
    expects = any(bar.expected is not None for bar in bars)
    return Bars(tuple(bars), levels, height, across.begin, across.end, expects)


def _levels(low: float, high: float, unit: str) -> list[float]:
    """Round figures along an axis; those of shares are whole per cents."""
    if unit == SHARE:
        return [level / PERCENT for level in ticks(low * PERCENT, high * PERCENT, FEW)]
    return ticks(low, high, FEW)


# A histogram: how many units lie in each bin.

FLOOR = 150
ROOF = 14


class HistogramColumn(Struct, frozen=True):
    """A bin: where it stands, how high it is, and what it says."""

    x: float
    y: float
    width: float
    height: float
    said: str


class Histogram(Struct, frozen=True):
    """A chart of bins."""

    columns: tuple[HistogramColumn, ...]
    below: tuple[Label, ...]
    levels: tuple[Label, ...]
    height: float = FLOOR + FOOT
    floor: float = FLOOR
    left: float = 34
    right: float = WIDTH - 8
    width: float = WIDTH


def histogram_of(counts: Sequence[int], first: float, width: float, unit: str) -> Histogram:
    """Columns of these counts; the first bin begins at `first`, each is `width` wide."""
    across = Scale(first, first + width * max(len(counts), 1), 34, WIDTH - 8)
    most = max(counts, default=0) or 1
    up = Scale(0, most, FLOOR, ROOF)
    columns = []
    for place, count in enumerate(counts):
        begin, end = first + place * width, first + (place + 1) * width
        x = across(begin)
        told = f"{value_said(begin, unit)} to {value_said(end, unit)}: {count}"
        columns.append(
            HistogramColumn(x, up(count), round(across(end) - x - 1, 1), round(FLOOR - up(count), 1), told)
        )
    last = first + width * len(counts)
    below = tuple(Label(across(level), value_said(level, unit)) for level in _levels(first, last, unit))
    levels = tuple(Label(up(level), f"{level:g}") for level in ticks(0, most, FEW))
    return Histogram(tuple(columns), below, levels)


# Quartiles along rounds: a line through the middle, and the half of all sessions around it.


class Station(Struct, frozen=True):
    """Values of a group in one round: the middle, and the quarters below and above it, if they are known."""

    at: float
    middle: float
    low: float | None = None
    high: float | None = None


class Strip(Struct, frozen=True):
    """A group: its line, the area of its quartiles, and its label beyond the end of the line."""

    label: str
    path: str
    area: str
    label_y: float
    dots: tuple[tuple[float, float], ...]


class Strips(Struct, frozen=True):
    """A chart of quartiles."""

    strips: tuple[Strip, ...]
    below: tuple[Label, ...]
    levels: tuple[Label, ...]
    left: float
    right: float
    height: float = FLOOR + FOOT
    floor: float = FLOOR
    width: float = WIDTH


MOST_STRIPS = 6


def strips_of(groups: Mapping[str, Sequence[Station]], unit: str) -> Strips:
    """Lines of the first groups on one scale; areas only where one of them stands alone."""
    shown = {label: stations for label, stations in list(groups.items())[:MOST_STRIPS] if stations}
    everywhere = [station for stations in shown.values() for station in stations]
    reached = [value for one in everywhere for value in (one.middle, one.low, one.high) if value is not None]
    low, high = min([0.0, *reached]), max([1.0 if unit != SHARE else 0.01, *reached])
    rounds = [one.at for one in everywhere]
    room = max((len(label) for label in shown), default=0) * LABEL if len(shown) > 1 else 0
    across = Scale(min(rounds), max(max(rounds), min(rounds) + 1), 38, WIDTH - 12 - min(room, 130))
    up = Scale(low, high, FLOOR, ROOF)
    ends = spread([up(stations[-1].middle) for stations in shown.values()], APART, ROOF, FLOOR)
    strips = []
    for (label, stations), end in zip(shown.items(), ends, strict=True):
        dots = tuple((across(one.at), up(one.middle)) for one in stations)
        path = "M" + "L".join(f"{x:g} {y:g}" for x, y in dots)
        strips.append(Strip(label, path, _area(stations, across, up) if len(shown) == 1 else "", end, dots))
    below = tuple(Label(across(level), f"{level:g}") for level in ticks(min(rounds), max(rounds), 9))
    levels = tuple(Label(up(level), value_said(level, unit)) for level in _levels(low, high, unit))
    return Strips(tuple(strips), below, levels, across.begin, across.end)


def _area(stations: Sequence[Station], across: Scale, up: Scale) -> str:
    """The outline between the quartiles; nothing where they are not known."""
    known = [(one.at, one.low, one.high) for one in stations if one.low is not None and one.high is not None]
    if len(known) < 2:
        return ""
    over = [f"{across(at):g} {up(high):g}" for at, _, high in known]
    under = [f"{across(at):g} {up(low):g}" for at, low, _ in reversed(known)]
    return f"M{'L'.join([*over, *under])}Z"


# Heat: places of a game's board, the higher the value the darker.

WARMEST = 8
LARGEST_NAME, SMALLEST_NAME = 12.0, 8.0
SIGN = ":sign"
"""What ends the id of the place that names a location of several spaces."""


class HeatSpot(Struct, frozen=True):
    """A place of the board. path: its outline, or nothing for a circle of `radius` around its centre.

    heat: from 1 to `WARMEST`; 0 where the statistic has no value. address: of its sessions.
    """

    path: str
    radius: float
    x: float
    y: float
    name: str
    size: int
    said: str
    heat: int
    address: str


class HeatMap(Struct, frozen=True):
    """A zone of a board with its spots. ways: lines between places."""

    title: str
    spots: tuple[HeatSpot, ...]
    ways: tuple[tuple[float, float, float, float], ...]
    width: float
    height: float


def heat_of(zones: Iterable[Zone], data: Mapping[str, Datum]) -> list[HeatMap]:
    """The zones whose places the statistic knows by their ids, each place with its value.

    The warmest is the warmest of these places: games on other boards may be among the data.
    """
    found = []
    for zone in zones:
        known = {place.id: datum for place in zone.places if (datum := _datum_of(place, data)) is not None}
        if known:
            found.append((zone, known))
    values = [datum.value for _, known in found for datum in known.values()]
    scale = Scale(min([0.0, *values]), max([0.0, *values]), 1, WARMEST)
    return [_map_of(zone, known, scale) for zone, known in found]


def _datum_of(place: Place, data: Mapping[str, Datum]) -> Datum | None:
    return data.get(place.id, data.get(place.id.removesuffix(SIGN)))


def _map_of(zone: Zone, known: Mapping[str, Datum], scale: Scale) -> HeatMap:
    wide, high = size_of(zone)
    across, down = WIDTH / wide, WIDTH / wide
    if zone.kind == "grid":
        down = max(down, 46 / min(box_of(place.shape).height for place in zone.places))
    centres = {place.id: centre_of(place) for place in zone.places}
    ways = tuple(
        (
            round(centres[way.start][0] * across, 1),
            round(centres[way.start][1] * down, 1),
            round(centres[way.end][0] * across, 1),
            round(centres[way.end][1] * down, 1),
        )
        for way in zone.links
        if way.start in centres and way.end in centres
    )
    regions_first = sorted(zone.places, key=lambda place: isinstance(place.shape, Disc))
    spots = tuple(_spot(place, known.get(place.id), scale, across, down) for place in regions_first)
    return HeatMap(zone.title, spots, ways, WIDTH, round(high * down, 1))


def _spot(place: Place, datum: Datum | None, scale: Scale, across: float, down: float) -> HeatSpot:
    box = box_of(place.shape)
    x, y = centre_of(place)
    room = box.width * across * (0.96 if isinstance(place.shape, Box) else 0.84)
    high = max(SMALLEST_NAME, min(LARGEST_NAME, box.height * down * 0.3))
    called = place.name if datum is None else datum.label
    name, size = fitted(called, high, room, least=SMALLEST_NAME)
    if name != called and place.short:
        name, size = fitted(place.short, size, room, least=SMALLEST_NAME)
    path, radius = _outline(place.shape, across, down)
    return HeatSpot(
        path,
        radius,
        round(x * across, 1),
        round(y * down, 1),
        name if datum is not None else "",
        int(size),
        "" if datum is None else datum.said,
        0 if datum is None else max(1, min(WARMEST, round(scale(datum.value)))),
        "" if datum is None else datum.address,
    )


def _outline(shape: Shape, across: float, down: float) -> tuple[str, float]:
    """The path of a shape; of a circle its radius."""
    if isinstance(shape, Disc):
        return "", round(shape.radius * across, 1)
    if isinstance(shape, Box):
        left, top = round(shape.x * across, 1), round(shape.y * down, 1)
        wide, high = round(shape.width * across, 1), round(shape.height * down, 1)
        return f"M{left} {top}h{wide}v{high}h{-wide}z", 0
    points = [f"{round(x * across, 1)} {round(y * down, 1)}" for x, y in corners_of(shape)]
    return f"M{'L'.join(points)}Z", 0
