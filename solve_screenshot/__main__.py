"""Where the process starts, and the one place that decides how it ends: no traceback ever reaches a user.

What is not here: the commands (`cli`). Nothing large is imported before it is needed, so that `--help` is instant.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys

NAME = "solve-screenshot"
INTERRUPTED = 128 + 2
BROKEN_PIPE = 128 + 13
"""What a shell reports for a program ended by SIGINT (2) or by SIGPIPE (13). Importing `signal` takes a millisecond."""
UNEXPECTED = 70
"""`EX_SOFTWARE` of sysexits.h: none of the documented codes, for a mistake of ours."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command and leave the process with its exit code."""
    gc.set_threshold(100_000)  # nothing is worth collecting while thousands of objects are imported to stay
    # ... nor when all is done: the interpreter would look for garbage as its last act, for tens of milliseconds.
    atexit.register(gc.freeze)
    # numpy starts a thread per processor for linear algebra, of which there is none here; it costs time and processors.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # OpenCV parts even small pictures among threads; on a busy machine waiting for them costs more than they save.
    os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        code = BROKEN_PIPE
        # Python flushes standard output once more at the end; let it flush into nothing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except Exception as error:
        if os.environ.get("SOLVE_SCREENSHOT_DEBUG"):
            raise
        code = UNEXPECTED
        sentence = " ".join(str(error).split()) or "no further words"
        print(
            f"solve-screenshot: unexpected {type(error).__name__}: {sentence} "
            "(set SOLVE_SCREENSHOT_DEBUG=1 to see where)",
            file=sys.stderr,
        )
    sys.exit(code)


def _run(arguments: list[str] | None) -> int:
    import click

    from solve_screenshot.cli import cli

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a name or symbol the terminal cannot show must not stop anything
            stream.reconfigure(errors="backslashreplace")
    if "_SOLVE_SCREENSHOT_COMPLETE" in os.environ:  # the shell asks what could come next
        cli.main(prog_name=NAME)
    try:
        # What click's own main would do, but for its endings: it takes exit code 1, ours for "no single solution".
        with cli.make_context(NAME, sys.argv[1:] if arguments is None else arguments) as context:
            cli.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    main()
