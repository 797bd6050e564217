"""README and docs/commands.md against the program: help texts are its own, commands and links lead somewhere.

After a change of the help, `python tests/cli/test_readme.py` writes the texts anew.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import click.testing

from solve_screenshot.cli import COMMANDS, DEFAULT, cli

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
REFERENCE = ROOT / "docs" / "commands.md"
BLOCK = re.compile(r"(<!-- help of: solve-screenshot ?(.*?) ?-->\n).*?(<!-- end -->)", re.DOTALL)


CONTEXT = click.Context(cli, info_name="solve-screenshot")


def programs() -> dict[str, click.Command]:
    """Every command by its name, those within a group as `group command`."""
    found: dict[str, click.Command] = {}
    for name in cli.list_commands(CONTEXT):
        command = cli.get_command(CONTEXT, name)
        assert command is not None
        found[name] = command
        if isinstance(command, click.Group):
            found |= {f"{name} {inner}": one for inner, one in command.commands.items()}
    return found


def with_help(text: str) -> str:
    """The text with the help of each command between its marks."""

    def block(match: re.Match[str]) -> str:
        command = match[2].split()
        done = click.testing.CliRunner().invoke(
            cli, [*command, "--help"], prog_name="solve-screenshot", terminal_width=100
        )
        assert done.exit_code == 0
        return f"{match[1]}```\n$ {' '.join(['solve-screenshot', *command, '--help'])}\n{done.output}```\n{match[3]}"

    return BLOCK.sub(block, text)


def commands() -> list[str]:
    """Every line of every shell block."""
    blocks = re.findall(r"```sh\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def test_help_in_the_docs_is_the_programs() -> None:
    text = REFERENCE.read_text(encoding="utf-8")
    shown = {command or DEFAULT for _, command, _ in BLOCK.findall(text)}
    assert set(cli.list_commands(CONTEXT)) <= shown <= set(programs())
    assert text == with_help(text), "run: python tests/cli/test_readme.py"


def test_the_list_of_commands_says_what_their_help_says() -> None:
    for name, (_, summary) in COMMANDS.items():
        assert programs()[name].get_short_help_str(100) == summary
        assert programs()[name].name == name


def test_every_option_in_the_readme_exists() -> None:
    known = {option for command in programs().values() for p in command.params for option in p.opts} | {"-", "--help"}
    for line in commands():
        for part in re.split(r"&&|\||>", line):
            words = shlex.split(part)
            if words and words[0] == "solve-screenshot":
                assert {word for word in words if word.startswith("-")} <= known


def test_the_two_commands() -> None:
    first, second = commands()[:2]
    assert first.startswith("pip install . && solve-screenshot samples/")
    assert (ROOT / first.split()[-1]).is_file()
    assert second == 'pip install ".[test]" && pytest'


def test_links_lead_somewhere() -> None:
    text = README.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert target.startswith("http") or (ROOT / target).exists(), target
    headings = {"#" + title.lower().replace(" ", "-") for title in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}
    assert set(re.findall(r"\]\((#[^)]+)\)", text)) <= headings


def test_the_first_screen_is_a_picture_and_the_two_commands() -> None:
    first = README.read_text(encoding="utf-8").split("\n## ")[0]
    assert first.count("![") == 1
    assert first.count("```sh") == 2
    assert len(first.splitlines()) <= 30


if __name__ == "__main__":
    REFERENCE.write_text(with_help(REFERENCE.read_text(encoding="utf-8")), encoding="utf-8")
