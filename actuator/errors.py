"""Why nothing can be played here: one exception per reason, each with one sentence for a person.

What goes wrong while playing is no error but an outcome (`player.py`); these end the command before anything moves,
or, like `PointerStoppedError`, at once.
"""

from __future__ import annotations

from typing import ClassVar


class ActuatorError(RuntimeError):
    """The screen can't be seen, or the pointer not moved. `kind` is the machine's word, `message` the person's."""

    kind: ClassVar[str] = "unsupported"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class NoDisplayError(ActuatorError):
    """There is no screen, or none that a program may look at and click on."""

    kind = "no_display"


class NoPermissionError(ActuatorError):
    """The system shows programs the screen, or lets them move the pointer, only when its user has allowed it."""

    kind = "no_permission"


class NoMonitorError(ActuatorError):
    """The monitor or region asked for is not there."""

    kind = "no_monitor"


class PointerStoppedError(ActuatorError):
    """The person at the screen pushed the pointer into a corner: the failsafe."""

    kind = "failsafe"


class PointerMovedError(PointerStoppedError):
    """Somebody moved the mouse, or held one of its buttons, while the program was using it."""

    kind = "mouse_moved"


class WindowChangedError(PointerStoppedError):
    """Another window came to the front, or lies where the board was."""

    kind = "window_changed"


class PointerStuckError(PointerStoppedError):
    """The window system does not hand on what is sent: a window manager that hangs, say."""

    kind = "pointer_stuck"
