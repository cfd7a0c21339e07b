"""Each command, argument and option explains itself, fits a narrow screen, and what the guides name is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from typer.main import get_command

import deploy.cli
from engine.settings import Settings
from tests.shared import ROOT

GUIDES = {name: (ROOT / name).read_text() for name in ("README.md", "deploy/README.md")}
CODE = re.compile(r"```.*?```|`[^`]+`", re.S)
OF_OTHERS = {"--build", "--rm", "--scale"}  # docker's


def commands() -> dict[str, Any]:
    deploy.cli.register()

    def below(command: Any, name: str) -> Iterator[tuple[str, Any]]:
        yield name, command
        for part, inner in getattr(command, "commands", {}).items():
            yield from below(inner, f"{name} {part}")

    return dict(below(get_command(deploy.cli.app), "graphdesk"))


ALL = commands()


@pytest.mark.parametrize("name", ALL)
def test_it_explains_itself(name: str) -> None:
    command = ALL[name]
    assert command.help
    for part in command.params:
        assert getattr(part, "help", None), f"{name}: {part.name}"


@pytest.mark.parametrize("name", ALL)
def test_its_help_fits_a_narrow_screen(name: str) -> None:
    context = ALL[name].make_context(name, [], resilient_parsing=True, terminal_width=80, max_content_width=80)
    assert max(map(len, ALL[name].get_help(context).splitlines())) <= 80


def test_every_command_is_in_a_guide() -> None:
    code = "\n".join(found for guide in GUIDES.values() for found in CODE.findall(guide))
    leaves = {name for name, command in ALL.items() if not hasattr(command, "commands")}
    missing = [name for name in leaves if not re.search(rf"\b{name}\b", code)]
    assert not missing


@pytest.mark.parametrize("guide", GUIDES)
def test_every_option_that_a_guide_names_is_there(guide: str) -> None:
    known = {
        name for command in ALL.values() for part in command.params for name in (*part.opts, *part.secondary_opts)
    }
    named = {
        found for code in CODE.findall(GUIDES[guide]) for found in re.findall(r"(?<![\w-])--[a-z][\w-]*", code)
    }
    assert named - OF_OTHERS - {"--help"} <= known
    assert len(named) > 5


def test_compose_passes_every_setting_on() -> None:
    written = set(re.findall(r"^    ([A-Z_]+):", (ROOT / "deploy" / "compose.yaml").read_text(), re.M))
    own = {"GRAPHDESK_HOME", "GRAPHDESK_LOG", "GRAPHDESK_HOST", "GRAPHDESK_PORT", "PORT", "GRAPHDESK_METRICS_PORT"}
    assert written == {field.alias for field in Settings.model_fields.values()} - own


def test_the_file_of_secrets_gets_into_no_image_and_no_commit() -> None:
    assert "**/.env" in (ROOT / "deploy" / "Dockerfile.dockerignore").read_text().splitlines()
    assert ".env" in (ROOT / ".gitignore").read_text().splitlines()
