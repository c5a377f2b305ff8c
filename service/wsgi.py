"""The application for a WSGI server: `gunicorn service.wsgi:app`."""

from service.app import create_app

app = create_app(asks_worker=True)
