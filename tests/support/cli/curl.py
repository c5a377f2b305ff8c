"""The part of curl that the documents use, for machines without it: -s, -H, -d and one URL."""

from __future__ import annotations

import sys
import urllib.error
import urllib.request


def main() -> None:
    headers, data, url = {}, None, ""
    words = iter(sys.argv[1:])
    for word in words:
        if word == "-H":
            name, _, value = next(words).partition(":")
            headers[name] = value.strip()
        elif word == "-d":
            data = next(words).encode()
        elif not word.startswith("-"):
            url = word
    try:
        answer = urllib.request.urlopen(urllib.request.Request(url, data, headers))
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        sys.stdout.write(answer.read().decode())


if __name__ == "__main__":
    main()
