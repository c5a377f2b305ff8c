"""API v1: a module a resource. A route parses, calls one function, renders."""

from service.api import (
    access,
    actions,
    component_sets,
    entries,
    games,
    health,
    imports,
    keeping,
    live_tables,
    mending,
    opening_forms,
    people,
    pieces_of_work,
    refusals,
    replays,
    sessions,
    statistics,
    stream,
)
from service.http.blueprint import Blueprint

BLUEPRINTS: tuple[Blueprint, ...] = (
    games.routes,
    opening_forms.routes,
    component_sets.routes,
    sessions.routes,
    actions.routes,
    mending.routes,
    entries.routes,
    replays.routes,
    imports.routes,
    live_tables.routes,
    stream.routes,
    refusals.routes,
    statistics.routes,
    people.routes,
    access.routes,
    keeping.routes,
    pieces_of_work.routes,
    health.routes,
)
