"""`python -m service.cli`: what `tablelog` is where it is not installed."""

from service.cli import main

if __name__ == "__main__":
    main()
