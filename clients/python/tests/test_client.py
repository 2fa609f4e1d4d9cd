"""What a caller sees of both clients beside the results: errors, settings, streams, ids."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
import trio
from conftest import API_KEY
from flaky_proxy import FlakyProxy, Refuse

from sextant_client import (
    ApiError,
    AsyncSextant,
    AuthenticationError,
    ConflictError,
    InvalidRequestError,
    NotFoundError,
    RetryPolicy,
    Sextant,
    SextantConnectionError,
    TrainingFailedError,
    UnavailableError,
)


def test_every_invalid_parameter_is_named(client: Sextant) -> None:
    wrong: Any = {"limit": 500, "colour": "red"}
    with pytest.raises(InvalidRequestError) as caught:
        client.search("moon", search_type="lexical", **wrong)
    error = caught.value
    assert (error.status, error.type, error.code, error.param) == (
        400,
        "invalid_request_error",
        "parameter_too_large",
        "limit",
    )
    assert [(problem["param"], problem["code"]) for problem in error.problems] == [
        ("limit", "parameter_too_large"),
        ("colour", "parameter_unknown"),
    ]
    assert error.request_id
    assert "limit must be" in str(error)
    assert "colour" in str(error)


def test_errors_have_classes(client: Sextant, service_url: str) -> None:
    with pytest.raises(NotFoundError):
        client.documents.get("no-such-document")
    client.documents.add(id="taken", title="Taken", tenant_id="errors")
    with pytest.raises(ConflictError):
        client.documents.add(id="taken", title="Taken", tenant_id="errors")
    with Sextant(service_url, "sk_live_" + "x" * 24) as stranger, pytest.raises(AuthenticationError):
        stranger.versions()


def test_a_page_of_a_proxy_is_no_error_of_the_service(proxy: FlakyProxy, flaky_client: Sextant) -> None:
    proxy.faults.append(Refuse(403))
    with pytest.raises(ApiError, match="proxy") as caught:
        flaky_client.versions()
    assert (caught.value.status, caught.value.code) == (403, "unexpected_response")


def test_the_key_and_the_address_may_come_from_the_environment(
    service_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEXTANT_URL", service_url + "/")
    monkeypatch.setenv("SEXTANT_API_KEY", API_KEY)
    with Sextant() as client:
        assert client.versions()["livemode"] is True
        assert repr(client) == f"Sextant({service_url!r})"
        assert API_KEY not in repr(vars(client))


def test_wrong_settings_are_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SEXTANT_API_KEY", raising=False)
    with pytest.raises(ValueError, match="SEXTANT_API_KEY"):
        Sextant()
    with pytest.raises(ValueError, match="characters"):
        Sextant(api_key="sk_live_…")
    with pytest.raises(ValueError, match="http"):
        Sextant("localhost:8180", API_KEY)


def test_an_http_client_of_the_caller_stays_open(service_url: str) -> None:
    with httpx.Client() as http_client:
        with Sextant(service_url, API_KEY, http_client=http_client) as client:
            client.versions()
            with client.with_options(timeout=5) as patient:
                patient.versions()
        assert http_client.is_closed is False


@pytest.mark.parametrize("id", ["", ".", ".."])
def test_ids_that_urls_resolve_are_refused(id: str, client: Sextant) -> None:
    with pytest.raises(ValueError, match="id"):
        client.models.versions.delete("tickets", id)


@pytest.mark.parametrize("id", ["../models", "a/b", "a?b", "ü", "%2e%2e", "a b#c"])
def test_ids_stay_in_their_place(id: str, client: Sextant) -> None:
    with pytest.raises(ApiError) as caught:
        client.documents.get(id)
    assert caught.value.code in ("document_not_found", "parameter_invalid", "parameter_too_short")


def test_any_request_can_be_sent(client: Sextant) -> None:
    assert json.loads(client.request("GET", "/versions"))["object"] == "api_versions_result"
    lines = '{"id": "raw-1", "tenant_id": "raw", "title": "Neap tide"}\n'
    answered = client.request(
        "POST",
        "/v20241104/documents/import?mode=insert",
        content=lines,
        headers={"content-type": "application/x-ndjson"},
    )
    assert [json.loads(line).get("status") for line in answered.splitlines()] == ["created", None]
    browse = {"tenant_id": ["raw"], "limit": 1}
    assert json.loads(client.request("POST", "/v20241104/documents/browse", json=browse))["limit"] == 1
    with pytest.raises(ApiError, match="limit"):
        client.request("POST", "/v20241104/documents/browse", json={"limit": 0})


def test_leaving_a_stream_early_frees_the_connection(service_url: str, sea: str) -> None:
    limits = httpx.Limits(max_connections=1)
    with (
        httpx.Client(limits=limits, timeout=5) as http_client,
        Sextant(service_url, API_KEY, http_client=http_client, timeout=5) as client,
    ):
        for _ in range(3):
            with client.answer_stream("What pulls the oceans?", tenant_id=[sea]) as events:
                assert next(events)["event"] == "sources"
        client.versions()


def test_a_stream_can_fail_before_and_after_it_begins(proxy: FlakyProxy, flaky_client: Sextant) -> None:
    proxy.faults.append(Refuse(503))
    assert [event["event"] for event in flaky_client.answer_stream("Hello")][-1] == "done"
    assert len(proxy.seen) == 2

    events = b': comment\n\nevent: sources\ndata: {"sources": []}\n\nevent: later\ndata: {}\n\n'
    proxy.faults.append(Refuse(200, body=events))
    stream = flaky_client.answer_stream("Hello")
    assert next(stream) == {"event": "sources", "data": {"sources": []}}
    with pytest.raises(SextantConnectionError, match="complete"):
        next(stream)

    details = {"type": "model_error", "code": "model_failed", "message": "It failed.", "param": None}
    error = json.dumps({"error": {**details, "errors": [], "request_id": "1"}}).encode()
    proxy.faults.append(Refuse(200, body=b"event: error\r\ndata: " + error + b"\r\n\r\n"))
    with pytest.raises(UnavailableError, match=r"It failed\."):
        list(flaky_client.answer_stream("Hello"))
    assert len(proxy.seen) == 4


def test_waiting_for_a_training_that_fails(client: Sextant) -> None:
    client.models.create("text_classifier", id="hopeless")
    client.models.versions.create("hopeless", documents={"label_field": "metadata.nothing"}, version="v")
    with pytest.raises(TrainingFailedError, match="hopeless"):
        client.models.versions.wait("hopeless", "v", poll_seconds=0.1)


async def test_the_async_client_has_the_same_methods(async_client: AsyncSextant, sea: str) -> None:
    result = await async_client.search("tides", search_type="hybrid", tenant_id=[sea])
    assert result["data"][0]["id"] in ("tides", "spring-tides")
    assert len([item async for item in async_client.documents.browse_all(tenant_id=[sea], limit=2)]) == 6
    async with async_client.answer_stream("What pulls the oceans?", tenant_id=[sea]) as events:
        kinds = [event["event"] async for event in events]
    assert (kinds[0], kinds[-1]) == ("sources", "done")
    with pytest.raises(NotFoundError):
        await async_client.documents.get("no-such-document")
    assert repr(async_client).startswith("AsyncSextant(")


async def test_many_requests_at_once(async_client: AsyncSextant, sea: str) -> None:
    results = await asyncio.gather(*(async_client.documents.get("tides") for _ in range(20)))
    assert {result["title"] for result in results} == {"How tides work"}


def test_threads_can_share_a_client(client: Sextant, sea: str) -> None:
    with ThreadPoolExecutor(8) as threads:
        titles = list(threads.map(lambda _: client.documents.get("tides")["title"], range(20)))
    assert titles == ["How tides work"] * 20


def test_the_async_client_runs_under_trio(service_url: str, sea: str) -> None:
    async def main() -> list[str]:
        async with AsyncSextant(service_url, API_KEY, retries=RetryPolicy(first_wait=0.01)) as client:
            ids = [item["id"] async for item in client.documents.browse_all(tenant_id=[sea], limit=3)]
            async with client.answer_stream("What pulls the oceans?", tenant_id=[sea]) as events:
                return ids + [event["event"] async for event in events][-1:]

    assert trio.run(main)[-2:] == ["tides", "done"]
    with pytest.raises(SextantConnectionError):
        # Waits between attempts, so that the pause runs under trio as well.
        trio.run(AsyncSextant("http://127.0.0.1:9", API_KEY, retries=RetryPolicy(1, first_wait=0.01)).versions)


async def test_an_async_stream_is_left_early(async_client: AsyncSextant, sea: str) -> None:
    async with async_client.answer_stream("What pulls the oceans?", tenant_id=[sea]) as events:
        assert (await anext(events))["event"] == "sources"
    with pytest.raises(StopAsyncIteration):
        await anext(events)
