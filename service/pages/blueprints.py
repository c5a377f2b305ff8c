"""All pages, and what they need of the application."""

from flask import Flask

from service.pages import (
    api_document,
    assets,
    audit,
    charts,
    clubs,
    entry,
    guides,
    home,
    links,
    result,
    rules,
    statistics,
    table,
)

BLUEPRINTS = (
    assets.routes,
    home.routes,
    home.catalogue_routes,
    api_document.routes,
    guides.routes,
    api_document.message_routes,
    links.opening_routes,
    links.joining_routes,
    table.routes,
    table.replay_routes,
    links.routes,
    links.edition_routes,
    clubs.routes,
    statistics.routes,
    rules.routes,
    entry.routes,
    audit.routes,
    table.whole_log_routes,
    charts.routes,
    result.routes,
    charts.comparison_routes,
)


def install_pages(app: Flask) -> None:
    """Register every page, and what templates ask for: the addresses of assets."""
    app.jinja_env.globals.update(asset=assets.address)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
