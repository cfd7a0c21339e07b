"""Chromium, a console to visit, and a visitor whose browser must have nothing to complain of."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.console_desk import ConsoleDesk, console, served

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()
FURTHER_ROWS = "tbody tr:nth-child(n + 9)"  # made as the first eight; thousands of cells take half a minute
WATCH = (
    "document.addEventListener('securitypolicyviolation',"
    " event => console.error('blocked: ' + event.violatedDirective + ' ' + event.blockedURI))"
)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next((path for name in names if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("Chromium is not on this machine")
    quiet = ["--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"]
    return {"executable_path": found, "headless": True, "chromium_sandbox": False, "args": quiet}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Any]:
    with console(tmp_path) as (desk, app, door), served(app) as address:
        yield desk, address, door


@pytest.fixture
def desk(room: Any) -> ConsoleDesk:
    found: ConsoleDesk = room[0]
    return found


@pytest.fixture
def visit(room: Any, browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens a signed-in page of the console in a context of its own; at the end no complaint may be left."""
    complaints: list[str] = []
    contexts = []

    def complain(message: Any, *allowed: str) -> None:
        if message.type == "error" and not any(one in message.text for one in allowed):
            complaints.append(message.text)

    def open_page(
        path: str = "/", *, theme: str = "light", width: int = 1280, expect: int = 200, allow: tuple[str, ...] = ()
    ) -> Any:
        context = browser.new_context(
            viewport={"width": width, "height": 844}, color_scheme=theme, base_url=room[1], reduced_motion="reduce"
        )
        contexts.append(context)
        context.add_init_script(WATCH)
        context.set_default_timeout(10_000)
        link = f"/sign-in/{room[2].issue()}"  # without drawing the page that it leads to
        assert context.request.get(link, max_redirects=0, timeout=60_000).status == 302
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complain(message, f"status of {expect}", *allow))
        response = page.goto(path, timeout=60_000)  # the first page of a process is imported for
        assert response.status == expect
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def accessibility() -> Callable[[Any], list[str]]:
    """What axe finds against WCAG 2.2 AA on a page: rule, element, why."""

    def found(page: Any) -> list[str]:
        page.evaluate(AXE)
        tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
        only = {"runOnly": {"type": "tag", "values": tags}, "resultTypes": ["violations"]}
        results = page.evaluate("given => axe.run(...given)", [{"exclude": [[FURTHER_ROWS]]}, only])
        return [
            f"{violation['id']}: {node['html'][:160]} {node['failureSummary']}"
            for violation in results["violations"]
            for node in violation["nodes"]
        ]

    return found
