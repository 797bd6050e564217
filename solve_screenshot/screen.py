"""`solve-screenshot --screen`: the answer to what is on the screen now.

How a screen is grabbed is the business of `actuator.screen`; nothing here needs the mouse.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from solve_screenshot.options import CannotStart

if TYPE_CHECKING:
    from solve_screenshot.result import Answer, Question


def of_screen(question: Question, monitor: int | None) -> Answer:
    """The answer to one monitor, counted from 1, or to the first on which there is a board.

    Raises `CannotStart` where the screen cannot be seen, `UsageError` where there is no such monitor.
    """
    from actuator.errors import ActuatorError, NoMonitorError
    from actuator.screen import Screen
    from solve_screenshot.answer import of_picture

    try:
        screen = Screen(to_play=False)
        try:
            shots = [screen.grab(area) for area in screen.areas(monitor)]
        finally:
            screen.close()
    except NoMonitorError as error:
        raise click.UsageError(error.message) from None
    except ActuatorError as error:
        raise CannotStart(error.message) from None
    answers = [of_picture("screen", question, data=shots[0].bgr)]
    for shot in shots[1:]:
        if answers[-1].error is None:
            break
        answers.append(of_picture("screen", question, data=shot.bgr))
    return next((one for one in answers if one.error is None), answers[0])
