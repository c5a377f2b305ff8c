"""The shell: the event loop around the application. It reads requests, holds streams and waits.

The application inside is the same that gunicorn serves, and no route depends on the shell.
"""
