"""`solve-screenshot serve`: options in, a server until Ctrl-C."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import Any

import click

from solve_screenshot.options import SETTINGS, CannotStart, need_vision

BACKLOG = 128


class CannotServe(click.ClickException):
    """There is no server here; the message says why."""

    def show(self, file: Any = None) -> None:
        click.echo(f"solve-screenshot: {self.message}", err=True)


@click.command("serve", context_settings=SETTINGS)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="HOST",
    help="Listen there; 0.0.0.0 lets the phones and computers of your network use it, too.",
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8765, show_default=True, metavar="PORT", help="At this port."
)
@click.option("--open/--no-open", "opened", default=True, show_default=True, help="Open the page in the browser.")
@click.option(
    "--samples",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Allow the page to save labelled pictures in this folder.",
)
@click.option("--workers", type=click.IntRange(1, 64), metavar="N", help="Processes that read; one for each core.")
def command(host: str, port: int, opened: bool, samples: Path | None, workers: int | None) -> None:
    """Start a page on this machine that solves screenshots in any browser.

    Drop, paste or photograph a board: the answer is drawn over it. What was misread is mended with a click. The page
    also explains step by step, lets you play the board, and makes new ones. It is an API for other programs, too
    (docs/api.md). Ctrl-C stops it.

    Only this machine can use it, unless --host says otherwise. Nothing is sent anywhere, and nothing is written to disk
    but what you ask the page to remember or to save.

    \b
    Examples:
      solve-screenshot serve
      solve-screenshot serve --host 0.0.0.0
      solve-screenshot serve --port 9000 --no-open --samples mended/

    \b
    Exit codes:
      0  stopped by Ctrl-C
      1  the address cannot be listened on
      2  the command was used wrongly
    """
    need_vision()
    try:
        import uvicorn

        from solve_screenshot.web.app import application
    except ImportError as error:
        raise CannotStart(f"The page needs {error.name}, which is not installed: pip install '.[web]'") from error
    listening = _listening(host, port)
    addresses = _addresses(host, listening.getsockname()[1])
    _tell(addresses, host)
    if opened:
        _open(addresses[0])
    settings = uvicorn.Config(
        application(host, samples, workers),
        log_level="error",
        access_log=False,
        http="h11",
        ws="none",
        proxy_headers=False,
        server_header=False,
        limit_concurrency=200,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=2,
    )
    try:
        uvicorn.Server(settings).run(sockets=[listening])
    except KeyboardInterrupt:
        pass
    finally:
        listening.close()
    click.echo("Stopped.")


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises `CannotServe`."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except (socket.gaierror, UnicodeError):
        raise CannotServe(f"There is no address {host} on this machine; --host takes 127.0.0.1 or 0.0.0.0.") from None
    except OSError as error:
        import errno

        if error.errno == errno.EADDRINUSE:
            raise CannotServe(f"Port {port} of {host} is in use; choose another one with --port.") from None
        raise CannotServe(f"Nothing can listen on port {port} of {host} ({error.strerror}).") from None


def _addresses(host: str, port: int) -> list[str]:
    """Under which addresses the page is found: for this machine, and, where others may use it, for those."""
    from solve_screenshot.web.guard import is_loopback

    if is_loopback(host):
        return [_address(host, port)]
    if host not in ("0.0.0.0", "::"):
        return [_address(host, port), _address(host, port)]
    own = _own_address()
    return [_address("127.0.0.1", port), *([_address(own, port)] if own else [])]


def _address(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _own_address() -> str | None:
    """The address of this machine in its network; None where it is in none. Nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if found.startswith(("127.", "0.")) else found


def _tell(addresses: list[str], host: str) -> None:
    from solve_screenshot.web.guard import is_loopback

    click.echo(f"solve-screenshot is at {addresses[0]} (Ctrl-C stops it)")
    if is_loopback(host):
        return
    if len(addresses) < 2:
        click.echo("This machine is in no network, so that nobody else can reach it.")
        return
    import segno

    click.echo(f"On a phone in the same network: {addresses[1]}")
    if sys.stdout.isatty():
        segno.make(addresses[1], error="l").terminal(compact=True)


def _open(address: str) -> None:
    """Open the page, where there is a desktop; a browser in the terminal would be in the way."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    import webbrowser

    webbrowser.open(address)
