"""Pages for people: a module a page."""

from flask import Flask

from service.pages import api_document, assets, home, joining, links, opening, page, table

BLUEPRINTS = (
    assets.routes,
    home.routes,
    api_document.routes,
    opening.routes,
    joining.routes,
    table.routes,
    links.routes,
)


def install(app: Flask) -> None:
    """Register every page, and what templates ask for: addresses of assets, the names of modules."""
    app.jinja_env.globals.update(asset=assets.address, import_map=page.import_map)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
