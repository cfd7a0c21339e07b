"""The door: one link, one session; no page without one."""

from typing import Any

import pytest

PAGES = [
    "/",
    "/questions",
    "/graph",
    "/questions/0123",
    "/questions/0123/live",
    "/turns/0123",
    "/conversations/abcdefgh",
]


@pytest.mark.parametrize("path", PAGES)
def test_no_page_without_a_session(stranger: Any, path: str) -> None:
    answer = stranger.get(path)
    assert (answer.status_code, answer.location) == (302, "/sign-in")


def test_a_link_opens_one_session_once(room: Any, stranger: Any) -> None:
    link = f"/sign-in/{room[2].issue()}"
    assert stranger.get(link).status_code == 302
    assert stranger.get("/").status_code == 200
    second = room[1].test_client().get(link)
    assert second.status_code == 403
    assert "used already" in second.text


def test_a_link_survives_programs_that_only_look(room: Any, stranger: Any) -> None:
    link = f"/sign-in/{room[2].issue()}"
    assert stranger.http.head(link).status_code == 204
    assert stranger.get("/").status_code == 302
    assert stranger.get(link).location == "/"


@pytest.mark.parametrize("token", ["x", "a" * 500, "%00", "..%2f..", "é"])
def test_wrong_links_open_nothing(stranger: Any, token: str) -> None:
    assert stranger.get(f"/sign-in/{token}").status_code in (403, 404)
    assert stranger.get("/").status_code == 302


def test_the_page_that_was_wanted_is_shown_after_signing_in(room: Any, stranger: Any) -> None:
    stranger.get("/questions?q=vpn&page=2")
    assert stranger.get(f"/sign-in/{room[2].issue()}").location == "/questions?q=vpn&page=2"


@pytest.mark.parametrize("path", ["//evil.example/questions", "/\\evil.example", "/\\/evil.example/"])
def test_signing_in_never_leads_to_another_host(room: Any, stranger: Any, path: str) -> None:
    stranger.http.get("/", environ_overrides={"PATH_INFO": path})
    stranger.http.get("/questions", environ_overrides={"SCRIPT_NAME": path})
    location = stranger.get(f"/sign-in/{room[2].issue()}").location
    assert location.startswith("/")
    assert not location.startswith(("//", "/\\"))


def test_signing_out_ends_the_session(client: Any) -> None:
    assert client.post("/sign-out").status_code == 302
    assert client.get("/").status_code == 302


def test_live_parts_lead_to_the_door_when_the_session_has_ended(stranger: Any) -> None:
    answer = stranger.get("/turns/0123", headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (401, "/sign-in")


def test_sessions_outlive_a_restart_and_not_a_change_of_key(room: Any, client: Any, tmp_path: Any) -> None:
    from admin import create_app
    from engine.settings import Settings

    cookie = client.http.get_cookie("graphdesk")

    def reached(home: Any) -> int:
        again = create_app(room[0], Settings(GRAPHDESK_HOME=home)).test_client()
        again.set_cookie("graphdesk", cookie.value)
        code: int = again.get("/").status_code
        return code

    assert reached(tmp_path) == 200
    assert reached(tmp_path / "other") == 302


def test_the_cookie_is_kept_from_scripts_and_other_sites(room: Any) -> None:
    cookie = room[1].test_client().get(f"/sign-in/{room[2].issue()}").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    over_tls = room[1].test_client().get(f"/sign-in/{room[2].issue()}", base_url="https://localhost")
    assert "Secure" in over_tls.headers["Set-Cookie"]


def test_the_key_is_for_its_owner_only(room: Any, tmp_path: Any) -> None:
    assert (tmp_path / "session.key").stat().st_mode & 0o777 == 0o600
