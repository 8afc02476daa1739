"""The program: ``pageone``, or ``python -m pageone_cli``."""

import sys


def main() -> None:
    """Run the program; Ctrl-C while it starts is no traceback either."""
    try:
        from pageone_cli.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("Error: interrupted\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
