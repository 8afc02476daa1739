"""``python -m pageone_cli`` is ``pageone``."""

from pageone_cli.cli import main

if __name__ == "__main__":
    main()
