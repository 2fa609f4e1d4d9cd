"""Real responses of every endpoint have the types that the methods promise."""

import inspect
from collections.abc import Callable
from datetime import date, datetime, timedelta, timezone
from os import utime
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from pydantic import TypeAdapter

from sextant_client import InvalidRequestError, Sextant
from sextant_client.types import (
    AnswerEvent,
    FileImportSummary,
    ImportLineResult,
    ImportSummary,
    ListedDocument,
    SearchHit,
    TextExample,
)

LONG = "Rules, fees and opening hours of harbours: where boats may berth, when they leave, and what it costs them."

TEXTS: list[TextExample] = [
    {"text": "Where is my parcel?", "label": "delivery"},
    {"text": "The package arrived late.", "label": "delivery"},
    {"text": "My delivery is missing.", "label": "delivery"},
    {"text": "I was charged twice.", "label": "payment"},
    {"text": "Please refund the payment.", "label": "payment"},
    {"text": "The invoice is wrong.", "label": "payment"},
]
ROWS = b"months,contract,label\n2,monthly,leaves\n4,monthly,leaves\n40,yearly,stays\n51,yearly,stays\n"


def fits(method: Callable[..., Any], result: Any) -> Any:
    """Checks a result against the type in the description of its method."""
    returned = get_type_hints(inspect.unwrap(method).__func__)["return"]
    TypeAdapter(get_args(returned)[0]).validate_python(result)
    assert result.keys() >= {"object", "url", "token_usage", "livemode"}
    return result


def test_documents(client: Sextant) -> None:
    documents = client.documents
    added = fits(
        documents.add,
        documents.add(
            title="Knots",
            tenant_id="types",
            content="<b>Bowline</b>",
            content_type="html",
            metadata={"year": 1},
        ),
    )
    assert added["content"] == "Bowline"
    assert fits(documents.get, documents.get(added["id"]))["title"] == "Knots"
    changed = fits(documents.update, documents.update(added["id"], content=None, metadata={"year": None, "a": ["b"]}))
    assert (changed["content"], changed["metadata"]) == (None, {"a": ["b"]})
    assert fits(documents.browse, documents.browse(tenant_id=["types"]))["total_number_of_results"] == 1
    fits(documents.metadata_schema, documents.metadata_schema())
    assert fits(documents.delete, documents.delete(added["id"]))["deleted"] is True


def test_filter_with_every_facet(client: Sextant, sea: str) -> None:
    result = client.documents.filter(
        {
            "must": [{"match": {"content": "moon"}}],
            "must_not": [{"bool": {"must": [{"ids": {"values": ["x"]}}]}}],
        },
        tenant_id=[sea],
        sort=[{"created_at": {"order": "asc"}}, {"id": "desc"}],
        facet=["language"],
        facet_advanced=[
            {"field": "title", "name": "titles", "size": 2},
            {"field": "created_at", "name": "days", "type": "date_histogram", "interval": "day"},
            {"field": "metadata.year", "type": "histogram", "interval": 10},
            {"field": "created_at", "name": "ages", "type": "range", "ranges": [{"from": "2000-01-01"}]},
            {"field": "created_at", "name": "span", "type": "stats"},
        ],
    )
    fits(client.documents.filter, result)
    assert set(result["facet_result"] or {}) == {
        "language",
        "titles",
        "days",
        "metadata.year",
        "ages",
        "span",
    }


def test_search(client: Sextant, sea: str) -> None:
    for search_type in ("lexical", "ai_semantic", "hybrid"):
        result = client.search("tides", search_type=search_type, facet=["language"], filter={}, tenant_id=[sea])
        assert {hit["id"] for hit in fits(client.search, result)["data"]} >= {"tides"}
    fits(client.search, client.search('"high moon"', search_type="lexical", sort=[{"_score": "desc"}]))
    fits(client.suggest, client.suggest("Harb"))
    assert fits(client.retrieve, client.retrieve("When do boats leave?", rerank=True, document_id=["harbour"]))["data"]
    assert fits(client.find_similar, client.find_similar([{"id": "tides", "weight": 0.5}]))["data"]
    assert fits(client.find_duplicate, client.find_duplicate("harbour"))["data"][0]["id"] == "harbour-copy"
    assert fits(client.map, client.map(color_by="language", filter={}))["total_number_of_documents"] > 0


def test_explained_and_several_searches(client: Sextant, sea: str) -> None:
    result = client.search("sailor tides", search_type="hybrid", explain=True, tenant_id=[sea])
    assert "explanation" in fits(client.search, result)["data"][0]
    found, wrong = client.multi_search(
        [{"query": "tides", "search_type": "hybrid"}, {"query": "tides", "search_type": "hybrid", "limit": 500}]
    )["data"]
    assert "error" not in found
    assert found["data"]
    assert "error" in wrong
    assert wrong["error"]["code"] == "parameter_too_large"
    fits(client.multi_search, client.multi_search([{"query": "sea", "search_type": "lexical", "explain": True}]))


def test_statistics_and_activity(client: Sextant) -> None:
    statistics = fits(client.statistics, client.statistics(step="1m"))
    assert len(statistics["series"]["requests"]["search"]) == len(statistics["times"])
    fits(client.activity, client.activity())


def test_query_log(client: Sextant) -> None:
    client.search("a query for the log", search_type="lexical")
    week = datetime.now(timezone.utc) - timedelta(days=7)
    page = client.query_log.browse(from_=week, only="all", limit=100)
    fits(client.query_log.browse, page)
    assert all(query["count"] > 0 for query in client.query_log.browse_all(limit=2))


def test_keys(client: Sextant) -> None:
    keys = client.keys
    assert fits(keys.current, keys.current())["id"] == "operator"
    issued = fits(keys.create, keys.create("shop", scopes=["read"], tenants=["shelf"], expires_at=date(2090, 1, 31)))
    assert (issued["expires_at"], issued["rate_limit"]) == ("2090-01-31T00:00:00.000Z", None)
    fits(keys.get, keys.get(issued["id"]))
    fits(keys.browse, keys.browse(status="active"))
    assert issued["id"] in [key["id"] for key in keys.browse_all()]
    rotated = fits(keys.rotate, keys.rotate(issued["id"]))
    assert rotated["key"] != issued["key"]
    assert fits(keys.revoke, keys.revoke(issued["id"]))["status"] == "revoked"


def test_rules(client: Sextant, sea: str) -> None:
    synonyms, curations = client.synonyms, client.curations
    added = fits(synonyms.add, synonyms.add(from_=["moorage"], to=["berth"], tenant_id=sea))
    assert (added["from"], added["to"]) == (["moorage"], ["berth"])
    changed = fits(synonyms.update, synonyms.update(added["id"], from_=["moorage", "mooring"], language="en"))
    assert (changed["from"], changed["to"], changed["language"]) == (["moorage", "mooring"], ["berth"], "en")
    fits(synonyms.get, synonyms.get(added["id"]))
    curation = fits(curations.add, curations.add("moorage", "contains", pin=["tides"], tenant_id=sea))
    fits(curations.update, curations.update(curation["id"], hide=["harbour-copy"]))
    fits(curations.update, curations.update(curation["id"], hide=[]))
    fits(curations.get, curations.get(curation["id"]))
    found = fits(client.search, client.search("moorage", search_type="lexical", tenant_id=[sea]))
    assert {hit["id"] for hit in found["data"]} == {"tides", "harbour", "harbour-copy"}
    assert found["applied_synonyms"][0]["as"] == ["berth"]
    assert found["applied_curations"][0]["pinned"] == ["tides"]
    fits(client.suggest, client.suggest("moorage", tenant_id=[sea]))
    fits(client.retrieve, client.retrieve("moorage", tenant_id=[sea]))
    fits(synonyms.browse, synonyms.browse())
    fits(curations.browse, curations.browse())
    for synonym in list(synonyms.browse_all()):
        fits(synonyms.delete, synonyms.delete(synonym["id"]))
    fits(curations.delete, curations.delete(curation["id"]))


def test_every_page(client: Sextant, sea: str) -> None:
    hits = list(client.search_all("moon boat", search_type="lexical", limit=1, tenant_id=[sea]))
    TypeAdapter(list[SearchHit]).validate_python(hits)
    assert [hit["id"] for hit in hits] == [
        hit["id"] for hit in client.search("moon boat", search_type="lexical", tenant_id=[sea])["data"]
    ]
    assert len(hits) > 2
    listed = list(client.documents.browse_all(tenant_id=[sea], page=2, limit=4))
    TypeAdapter(list[ListedDocument]).validate_python(listed)
    assert len(listed) == 2
    assert len(list(client.documents.filter_all({}, tenant_id=[sea]))) == 6


def test_answers(client: Sextant, sea: str) -> None:
    result = fits(client.answer, client.answer("When do boats leave the harbour?", tenant_id=[sea]))
    assert "two hours before high water" in result["data"][0]["answer"]
    fits(client.answer, client.answer("And the fee?", previous_messages=result["messages"]))
    fits(client.answer, client.answer("Hello!", greeting_response="Ahoy."))
    fits(client.invoke_llm, client.invoke_llm("Say hello.", max_output_tokens=128))
    assert fits(client.summarize, client.summarize("tides"))["data"][0]["summary"]


def test_streamed_answer(client: Sextant, sea: str) -> None:
    events = list(client.answer_stream("When do boats leave the harbour?", tenant_id=[sea]))
    TypeAdapter(list[AnswerEvent]).validate_python(events)
    assert events[0]["event"] == "sources"
    text = "".join(event["data"]["text"] for event in events if event["event"] == "delta")
    assert events[-1]["event"] == "done"
    assert events[-1]["data"]["data"][0]["answer"] == text


def test_analysis(client: Sextant, sea: str) -> None:
    fits(client.analyze_sentiment, client.analyze_sentiment(text=["I love it.", "Dreadful."]))
    fits(client.analyze_sentiment, client.analyze_sentiment(document_id=["tides"]))
    fits(client.categorize, client.categorize(["harbour"], [{"name": "Harbours", "description": LONG}]))


def test_text_classifier(client: Sextant) -> None:
    models = client.models
    fits(models.create, models.create("text_classifier", id="tickets", name="Tickets"))
    version = fits(models.versions.create, models.versions.create("tickets", examples=TEXTS, version="one"))
    assert version["status"] in ("queued", "training", "ready")
    ready = models.versions.wait("tickets", "one", poll_seconds=0.1, timeout=120)
    assert fits(models.versions.get, models.versions.get("tickets", "one"))["metrics"] == ready["metrics"]
    result = client.classify("tickets", {"type": "text", "value": "Where is the package?"}, explain=True)
    assert fits(client.classify, result)["data"][0]["label"] == "delivery"
    fits(models.update, models.update("tickets", description=None))
    fits(models.get, models.get("tickets"))
    fits(models.list, models.list())
    fits(models.versions.cancel, models.versions.cancel("tickets", "one"))
    fits(models.delete, models.delete("tickets"))


@pytest.mark.parametrize("format", ["csv", "ndjson"])
def test_predictor_from_a_file(client: Sextant, format: str) -> None:
    models, id = client.models, f"churn-{format}"
    models.create("predictor", id=id)
    if format == "csv":
        fits(models.versions.create, models.versions.upload(id, ROWS, format="csv", version="a"))
    else:
        lines = b"".join(
            b'{"input": {"months": %d}, "label": "%s"}\n' % (months, b"leaves" if months < 9 else b"stays")
            for months in (2, 3, 40, 50)
        )
        fits(models.versions.create, models.versions.upload(id, lines, format="ndjson", version="a"))
    models.versions.wait(id, "a", poll_seconds=0.1, timeout=120)
    fits(client.predict, client.predict(id, {"months": 3}, explain=True))
    # The second version is not the default, so it can be deleted.
    models.versions.upload(id, ROWS, format="csv", version="b", default=False)
    models.versions.wait(id, "b", poll_seconds=0.1, timeout=120)
    fits(models.versions.delete, models.versions.delete(id, "b"))


def test_service(client: Sextant) -> None:
    assert fits(client.versions, client.versions())["versions"][0]["version"] == "v20241104"
    assert fits(client.health, client.health())["status"] == "alive"
    assert fits(client.readiness, client.readiness())["status"] == "ready"
    assert "sextant_" in client.metrics()
    assert client.openapi()["openapi"].startswith("3.1")


def test_import_of_a_file(client: Sextant) -> None:
    rows = b"name,depth\nHarbour,4\nBight,60\n"
    first = client.documents.import_file(rows, name="depths.csv", tenant_id="types", updated_at=date(2024, 5, 1))
    TypeAdapter(FileImportSummary).validate_python(first)
    assert [document["title"] for document in first["documents"]] == ["Harbour", "Bight"]
    assert client.documents.import_file(rows, name="depths.csv", tenant_id="types")["unchanged"] == 2
    with pytest.raises(InvalidRequestError) as refusal:
        client.documents.import_file(b"%PDF-1.7", name="broken.pdf", tenant_id="types")
    assert refusal.value.code == "file_unreadable"
    with pytest.raises(TypeError, match="pass name="):
        client.documents.import_file(rows, tenant_id="types")
    id = str(first["documents"][0]["id"])
    assert fits(client.documents.passages, client.documents.passages(id))["data"][0]["start"] == 0


def test_files_by_their_paths(client: Sextant, tmp_path: Path) -> None:
    depths = tmp_path / "depths.csv"
    depths.write_text("name,depth\nFjord,800\n")
    utime(depths, (1_700_000_000, 1_700_000_000))
    first = client.documents.import_file(depths, tenant_id="paths")
    assert (first["name"], first["created"]) == ("depths.csv", 1)
    stored = client.documents.get(str(first["documents"][0]["id"]))
    assert stored["updated_at"] == "2023-11-14T22:13:20.000Z"
    assert client.documents.import_file(str(depths), tenant_id="paths")["unchanged"] == 1
    assert client.documents.import_file(depths, name="sea/depths.csv", tenant_id="paths")["created"] == 1
    with pytest.raises(FileNotFoundError):
        client.documents.import_file(tmp_path / "missing.md", tenant_id="paths")

    examples = tmp_path / "examples.CSV"
    examples.write_text("text,label\nhigh water,sea\nlow water,sea\nfresh bread,food\nrye bread,food\n")
    client.models.create(kind="text_classifier", id="by-path")
    assert client.models.versions.preview_file("by-path", examples)["example_count"] == 4
    assert client.models.versions.upload("by-path", str(examples))["example_count"] == 4
    with pytest.raises(TypeError, match="pass format="):
        client.models.versions.preview_file("by-path", b"text,label\n")


def test_import(client: Sextant) -> None:
    documents: list[Any] = [{"title": "One", "tenant_id": "types"}, {"title": 2, "tenant_id": "types"}]
    TypeAdapter(ImportSummary).validate_python(client.documents.import_(documents))
    TypeAdapter(list[ImportLineResult]).validate_python(list(client.documents.import_stream(documents)))
