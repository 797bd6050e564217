"""The addresses of the server: the page, and the API behind it.

A request is taken only where there is a place for it, is read no further than its bound, and becomes a task for the
pool; its answer becomes JSON or a picture. What the tasks do is in `tasks.py`, who may ask in `guard.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from solve_screenshot.games import GAMES
from solve_screenshot.web import tasks
from solve_screenshot.web.asked import BadRequestError
from solve_screenshot.web.guard import Guard
from solve_screenshot.web.pool import BusyError, LateError, LostError, Pool

STATIC = Path(__file__).with_name("static")
MOST_UPLOAD = 40_000_000
"""Bytes of a request with a picture. Screenshots have up to 10 million, photos 25."""
MOST_JSON = 1_000_000
"""Bytes of a request without one, and of each field of a form."""
UPLOAD_SECONDS = 60.0
"""A request must have arrived by then."""
READ_SECONDS, SOLVE_SECONDS, GENERATE_SECONDS = 30.0, 20.0, 30.0
"""How long a process may take for a task before it is ended."""
SOON = {"retry-after": "1"}

Answerer = Callable[[Request], Awaitable[Response]]


class _RefusedError(Exception):
    """A request that is not answered: its status, its kind and a sentence."""

    def __init__(self, status: int, kind: str, message: str) -> None:
        super().__init__(message)
        self.status, self.kind, self.message = status, kind, message


class _InMemory(MultiPartParser):
    """A form whose files are kept in memory, whatever their size: nothing is written to disk."""

    spool_max_size = MOST_UPLOAD + 1


def application(host: str, samples: Path | None = None, workers: int | None = None) -> Guard:
    """The server for this host. `samples`: where labelled pictures may be saved; None for nowhere."""
    api = _Api(Pool(workers), samples)

    @contextlib.asynccontextmanager
    async def running(_: Starlette) -> AsyncIterator[None]:
        await api.pool.start()
        try:
            yield
        finally:
            await api.pool.stop()

    routes = [
        Route("/api/about", api.about),
        Route("/api/read", _answered(api.read), methods=["POST"]),
        Route("/api/solve", _answered(api.solve), methods=["POST"]),
        Route("/api/hint", _answered(api.hint), methods=["POST"]),
        Route("/api/explain", _answered(api.explain), methods=["POST"]),
        Route("/api/text", _answered(api.text), methods=["POST"]),
        Route("/api/generate", _answered(api.generate), methods=["POST"]),
        Route("/api/picture", _answered(api.picture), methods=["POST"]),
        Route("/api/remember", _answered(api.remember), methods=["POST"]),
        Route("/api/sample", _answered(api.sample), methods=["POST"]),
        Mount("/", _Page(directory=STATIC, html=True)),
    ]
    return Guard(Starlette(routes=routes, lifespan=running, exception_handlers={HTTPException: _not_there}), host)


class _Page(StaticFiles):
    """The files of the page, which browsers ask for anew each time: the program may have been updated."""

    async def get_response(self, path: str, scope: Any) -> Response:
        """The file, or an error of `HTTPException`."""
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        return response


async def _not_there(_: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    said = {404: "There is nothing at this address.", 405: "This address is asked with POST."}
    return _error(status, "not_found", said.get(status, "This request is not understood."))


def _error(status: int, kind: str, message: str, unread: bool = False) -> Response:
    """`unread`: much of the request may still be to come, and is not read."""
    headers = dict(SOON) if status == 503 else {}
    if unread or kind == "too_large":
        headers["connection"] = "close"
    return JSONResponse({"error": {"kind": kind, "message": message}}, status, headers)


def _is_long(request: Request) -> bool:
    """Whether a request is not known to be short. Short ones are not cut off: who sends them might not hear why."""
    announced = request.headers.get("content-length", "")
    return not announced.isdecimal() or int(announced) > MOST_JSON


def _answered(answer: Answerer) -> Answerer:
    """Everything that can go wrong with a request, as an answer."""

    async def answering(request: Request) -> Response:
        try:
            return await answer(request)
        except _RefusedError as refused:
            return _error(refused.status, refused.kind, refused.message)
        except BadRequestError as error:
            return _error(400, "bad_request", f"{error}.".replace("..", "."))
        except BusyError:
            message = "Too many pictures are waiting here; try again in a second."
            return _error(503, "busy", message, unread=_is_long(request))
        except LateError:
            return _error(504, "late", "This did not come to an end in its time and was stopped.")
        except LostError:
            return _error(500, "lost", "The process that worked on this ended, twice. Please report it.")
        except (ClientDisconnect, TimeoutError):
            return _error(408, "bad_request", "The request did not arrive whole.")
        except Exception as error:
            what = " ".join(f"{type(error).__name__}: {error}".split())[:300]
            return _error(500, "mistake", f"This failed by a mistake of this program ({what}). Please report it.")

    return answering


class _Api:
    """The answers, by the pool."""

    def __init__(self, pool: Pool, samples: Path | None) -> None:
        self.pool = pool
        self.samples = samples

    async def about(self, _: Request) -> Response:
        """What the page must know of this server."""
        from solve_screenshot import __version__

        about = {"version": __version__, "samples": self.samples is not None, "most_bytes": MOST_UPLOAD}
        return JSONResponse(about | {"largest": {name: game.largest for name, game in GAMES.items()}})

    async def read(self, request: Request) -> Response:
        """A picture -> its Result, also where it cannot be read or ends the process."""
        with self.pool.take():
            data, name, asked = await _form(request)
            try:
                return JSONResponse(await self.pool.run(READ_SECONDS, tasks.read, data, name, asked))
            except LateError:
                return _failed(name, f"Reading it took longer than {READ_SECONDS:g} s and was stopped.")
            except LostError:
                return _failed(name, "Reading it ended the process, as where memory runs out. Please report it.")

    async def solve(self, request: Request) -> Response:
        """A puzzle -> its Result."""
        return await self._solved(request, {})

    async def hint(self, request: Request) -> Response:
        """A puzzle -> its Result with the next step."""
        return await self._solved(request, {"hint": True, "explain": False})

    async def explain(self, request: Request) -> Response:
        """A puzzle -> its Result with all steps."""
        return await self._solved(request, {"hint": False, "explain": True})

    async def _solved(self, request: Request, more: dict[str, Any]) -> Response:
        with self.pool.take():
            asked = {"hint": False, "explain": False, **await _json(request), **more}
            return JSONResponse(await self.pool.run(SOLVE_SECONDS, tasks.solve, asked))

    async def text(self, request: Request) -> Response:
        """A puzzle -> it and its solution as text."""
        with self.pool.take():
            return JSONResponse(await self.pool.run(SOLVE_SECONDS, tasks.text, await _json(request)))

    async def generate(self, request: Request) -> Response:
        """A new puzzle."""
        with self.pool.take():
            return JSONResponse(await self.pool.run(GENERATE_SECONDS, tasks.generate, await _json(request)))

    async def picture(self, request: Request) -> Response:
        """A picture -> it with the solution or the next step drawn in, as PNG."""
        with self.pool.take():
            png = await self.pool.run(READ_SECONDS, tasks.drawn, *await _form(request))
            return Response(png, media_type="image/png")

    async def remember(self, request: Request) -> Response:
        """Learn the look of a picture."""
        with self.pool.take():
            return JSONResponse(await self.pool.run(READ_SECONDS, tasks.remember, *await _form(request)))

    async def sample(self, request: Request) -> Response:
        """Save a picture and its label."""
        if self.samples is None:
            message = "Nothing is saved here; start the server with --samples DIR to allow it."
            raise _RefusedError(403, "refused", message)
        with self.pool.take():
            return JSONResponse(await self.pool.run(READ_SECONDS, tasks.keep, *await _form(request), self.samples))


def _failed(name: str, message: str) -> Response:
    """The Result of a picture that was not read."""
    from solve_screenshot.batch_workers import failed

    return JSONResponse(json.loads(failed(name, "unsupported", message).line))


# --- requests --------------------------------------------------------------------------------------------------------


async def _body(request: Request, most: int) -> AsyncGenerator[bytes, None]:
    """The parts of a request, refused by what it says of its size, and as soon as it is larger."""
    announced = request.headers.get("content-length", "0")
    message = f"The request is larger than {most // 1_000_000} MB; send a screenshot."
    too_large = _RefusedError(413, "too_large", message)
    if not announced.isdecimal() or int(announced) > most:
        raise too_large
    size = 0
    async with asyncio.timeout(UPLOAD_SECONDS):
        async for part in request.stream():
            size += len(part)
            if size > most:
                raise too_large
            yield part


async def _json(request: Request) -> dict[str, Any]:
    """The JSON object of a request."""
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise _RefusedError(415, "bad_request", "Send JSON, with the header Content-Type: application/json.")
    return _object(b"".join([part async for part in _body(request, MOST_JSON)]))


def _object(text: bytes | str) -> dict[str, Any]:
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        raise _RefusedError(400, "bad_request", "This is not JSON.") from None
    if not isinstance(said, dict):
        raise _RefusedError(400, "bad_request", "Send a JSON object.")
    return said


async def _form(request: Request) -> tuple[bytes, str, dict[str, Any]]:
    """The picture of a form, its name, and what is asked: the JSON object in the field `ask`."""
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        message = "Send a form with the picture in the field image: curl -F image=@board.png"
        raise _RefusedError(415, "bad_request", message)
    parser = _InMemory(
        request.headers, _body(request, MOST_UPLOAD), max_files=1, max_fields=4, max_part_size=MOST_JSON
    )
    try:
        form = await parser.parse()
    except (MultiPartException, ValueError, KeyError):
        raise _RefusedError(400, "bad_request", "This form cannot be read.") from None
    try:
        picture, asked = form.get("image"), form.get("ask", "{}")
        if not isinstance(picture, UploadFile) or not isinstance(asked, str):
            raise _RefusedError(400, "bad_request", "The field image must hold a picture: curl -F image=@board.png")
        name = Path(picture.filename or "picture").name[:200] or "picture"
        return await picture.read(), name, _object(asked)
    finally:
        await form.close()
