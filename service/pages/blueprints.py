"""All pages, and what they need of the application."""

from flask import Flask

from service.pages import (
    api_document,
    assets,
    audit,
    catalogue,
    charts,
    comparing,
    entry,
    guides,
    home,
    joining,
    links,
    messages,
    opening,
    replay,
    result,
    rules,
    table,
    whole_log,
)

BLUEPRINTS = (
    assets.routes,
    home.routes,
    catalogue.routes,
    api_document.routes,
    guides.routes,
    messages.routes,
    opening.routes,
    joining.routes,
    table.routes,
    replay.routes,
    links.routes,
    rules.routes,
    entry.routes,
    audit.routes,
    whole_log.routes,
    charts.routes,
    result.routes,
    comparing.routes,
)


def install_pages(app: Flask) -> None:
    """Register every page, and what templates ask for: the addresses of assets."""
    app.jinja_env.globals.update(asset=assets.address)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
