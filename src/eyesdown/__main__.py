"""Where the command line starts: `eyesdown`, or `python -m eyesdown`."""

import sys


def main() -> None:
    """Run the command line; an interrupt ends it without a stack trace from its first moment."""
    try:
        from eyesdown.cli.main import main as command_line

        command_line()
    except KeyboardInterrupt:
        sys.stderr.write("stopped\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
