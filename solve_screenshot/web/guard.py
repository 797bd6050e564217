"""What stands before the application: requests that do not belong here are refused, and every answer says what a
browser may do with it.

A page of another site can make a browser send requests to this machine. It cannot forge `Host` (a name of its own that
was bound to this address: DNS rebinding) nor `Origin`. Programs send none of the latter, and are answered.
"""

from __future__ import annotations

import ipaddress
import json
from typing import Any
from urllib.parse import urlsplit

LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)


class Guard:
    """An ASGI application around another. `host`: where the server listens, as it was asked to."""

    def __init__(self, app: Any, host: str) -> None:
        self._app = app
        self._host = host.lower()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return

        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start":
                names = {name for name, _ in HEADERS}
                kept = [(name, value) for name, value in message.get("headers", ()) if name.lower() not in names]
                message = {**message, "headers": [*kept, *HEADERS]}
            await send(message)

        refused = self._refused(dict(scope["headers"]), [value for name, value in scope["headers"] if name == b"host"])
        if refused is None:
            await self._app(scope, receive, sending)
            return
        body = json.dumps({"error": {"kind": "refused", "message": refused}}).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await sending({"type": "http.response.start", "status": 403, "headers": headers})
        await sending({"type": "http.response.body", "body": body})

    def _refused(self, headers: dict[bytes, bytes], hosts: list[bytes]) -> str | None:
        """Why a request is refused; None where it is not."""
        host = hosts[0].decode("latin-1").lower() if len(hosts) == 1 else ""
        if not self._is_ours(host):
            return "This address is not the server's own; use the one it printed when it started."
        origin = headers.get(b"origin")
        if origin is not None:
            said = urlsplit(origin.decode("latin-1").lower())
            if said.scheme not in ("http", "https") or said.netloc != host:
                return "Requests from pages of other sites are not answered."
        site, mode = headers.get(b"sec-fetch-site", b"none"), headers.get(b"sec-fetch-mode", b"")
        if site not in (b"none", b"same-origin") and mode != b"navigate":
            return "Requests from pages of other sites are not answered."
        return None

    def _is_ours(self, host: str) -> bool:
        """Whether a `Host` is one under which this server is asked for.

        On the loopback that is this machine's own names. Elsewhere it is any number as well: a foreign name may lead to
        this machine, a foreign number cannot.
        """
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name in LOCAL or name == self._host:
            return True
        return not is_loopback(self._host) and _is_number(name)


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches a server that listens there."""
    return host.lower() == "localhost" or (_is_number(host) and ipaddress.ip_address(host).is_loopback)


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
