"""Services: what the routes of this application work with, from anywhere within a request."""

from __future__ import annotations

from flask import current_app

from service.bootstrap import Services


def services() -> Services:
    """Everything that routes work with."""
    found: Services = current_app.extensions["tablelog"]
    return found
