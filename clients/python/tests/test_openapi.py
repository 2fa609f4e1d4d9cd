"""The clients have everything that openapi.json has, under the same names."""

import inspect
import json
import re
import typing
from collections.abc import Iterator
from typing import Any, get_args, get_origin, get_type_hints

import pytest
import typing_extensions
from conftest import REPOSITORY

from sextant_client import Sextant
from sextant_client.documents import Documents
from sextant_client.endpoint import Endpoint
from sextant_client.endpoints import Endpoints
from sextant_client.keys import Keys
from sextant_client.models import Models, ModelVersions
from sextant_client.query_log import QueryLog
from sextant_client.requests import PageRequest, Request
from sextant_client.rules import Curations, Synonyms

DESCRIPTION = json.loads((REPOSITORY / "openapi.json").read_text())

# Parameters of a method that stand for something other than a field of the JSON body.
NOT_IN_BODY = {"idempotency_key"}

GROUPS = {
    "": Endpoints,
    "documents": Documents,
    "models": Models,
    "models.versions": ModelVersions,
    "query_log": QueryLog,
    "synonyms": Synonyms,
    "curations": Curations,
    "keys": Keys,
}

# The method of each operation. A new endpoint of the service is a line here, after its method.
METHODS = {
    "getHealth": "health",
    "getReadiness": "readiness",
    "getMetrics": "metrics",
    "browseStatistics": "statistics",
    "listActivities": "activity",
    "listVersions": "versions",
    "addDocument": "documents.add",
    "getDocument": "documents.get",
    "updateDocument": "documents.update",
    "deleteDocument": "documents.delete",
    "browseDocuments": "documents.browse",
    "importDocuments": "documents.import_",
    "importFile": "documents.import_file",
    "getDocumentPassages": "documents.passages",
    "getMetadataSchema": "documents.metadata_schema",
    "search": "search",
    "multiSearch": "multi_search",
    "browseQueryLog": "query_log.browse",
    "addSynonym": "synonyms.add",
    "getSynonym": "synonyms.get",
    "updateSynonym": "synonyms.update",
    "deleteSynonym": "synonyms.delete",
    "browseSynonyms": "synonyms.browse",
    "addCuration": "curations.add",
    "getCuration": "curations.get",
    "updateCuration": "curations.update",
    "deleteCuration": "curations.delete",
    "browseCurations": "curations.browse",
    "getCurrentKey": "keys.current",
    "createKey": "keys.create",
    "browseKeys": "keys.browse",
    "getKey": "keys.get",
    "rotateKey": "keys.rotate",
    "revokeKey": "keys.revoke",
    "retrievePassages": "retrieve",
    "filterDocuments": "documents.filter",
    "autoSuggest": "suggest",
    "findSimilar": "find_similar",
    "findDuplicate": "find_duplicate",
    "mapDocuments": "map",
    "invokeLlm": "invoke_llm",
    "generateAnswer": "answer",
    "summarize": "summarize",
    "analyzeSentiment": "analyze_sentiment",
    "categorize": "categorize",
    "createModel": "models.create",
    "listModels": "models.list",
    "getModel": "models.get",
    "updateModel": "models.update",
    "deleteModel": "models.delete",
    "createModelVersion": "models.versions.create",
    "previewModelExamples": "models.versions.preview",
    "getModelVersion": "models.versions.get",
    "deleteModelVersion": "models.versions.delete",
    "cancelModelVersion": "models.versions.cancel",
    "classify": "classify",
    "predict": "predict",
}


def operations() -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    for path, methods in DESCRIPTION["paths"].items():
        for method, operation in methods.items():
            yield operation["operationId"], method.upper(), path, operation


OPERATIONS = {name: (method, path, operation) for name, method, path, operation in operations()}


def test_every_operation_has_a_method() -> None:
    assert set(METHODS) == set(OPERATIONS)


def described_by(operation_id: str) -> Endpoint[Any, Any]:
    group, _, name = METHODS[operation_id].rpartition(".")
    owner = GROUPS[group]
    endpoint: Endpoint[Any, Any] = inspect.getattr_static(owner, name)
    return endpoint


def json_operations() -> list[str]:
    """Imports are answered line by line: their own tests cover them."""
    return [name for name in OPERATIONS if name not in ("importDocuments", "importFile")]


def path_parameters(path: str) -> list[str]:
    return re.findall(r"\{(\w+)\}", path)


def described_parameters(operation_id: str) -> dict[str, bool]:
    """Name and necessity of the parameters that the method sends in the body."""
    describe = described_by(operation_id).describe
    hints = get_type_hints(describe, include_extras=True)
    found: dict[str, bool] = {}
    for parameter in list(inspect.signature(describe).parameters.values())[1:]:
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            (options,) = get_args(hints[parameter.name])
            found |= {name: name in options.__required_keys__ for name in options.__annotations__ | fields(options)}
        else:
            found[parameter.name] = parameter.default is inspect.Parameter.empty
    ignored = {*NOT_IN_BODY, *path_parameters(OPERATIONS[operation_id][1])}
    return {name.removesuffix("_"): required for name, required in found.items() if name not in ignored}


def fields(typed_dict: Any) -> dict[str, Any]:
    return get_type_hints(typed_dict, include_extras=True)


@pytest.mark.parametrize("operation_id", json_operations())
def test_method_takes_the_parameters_of_the_operation(operation_id: str) -> None:
    _, _, operation = OPERATIONS[operation_id]
    content = operation.get("requestBody", {}).get("content", {})
    schema = resolve(content.get("application/json", {}).get("schema", {}))
    required = schema.get("required", [])
    sent = {name: name in required for name in schema.get("properties", {})}
    # Streaming has a method of its own.
    sent.pop("stream", None)
    assert described_parameters(operation_id) == sent


@pytest.mark.parametrize("operation_id", json_operations())
def test_method_sends_the_request_of_the_operation(operation_id: str) -> None:
    method, path, _ = OPERATIONS[operation_id]
    describe = described_by(operation_id).describe
    required = [
        parameter.name
        for parameter in list(inspect.signature(describe).parameters.values())[1:]
        if parameter.default is inspect.Parameter.empty and parameter.kind is not inspect.Parameter.VAR_KEYWORD
    ]
    request: Request[Any] = describe(None, **{name: f"{{{name}}}" for name in required})
    assert (request.method, request.path.replace("%7B", "{").replace("%7D", "}")) == (method, path)
    has_idempotency = any(
        header["name"] == "Idempotency-Key" for header in OPERATIONS[operation_id][2].get("parameters", [])
    )
    assert (request.idempotency_key is not None) == has_idempotency
    assert isinstance(request, PageRequest) == ("next_page" in response_schema(operation_id).get("properties", {}))


def response_schema(operation_id: str) -> dict[str, Any]:
    content = OPERATIONS[operation_id][2]["responses"]["200"]["content"]
    return resolve(content.get("application/json", {}).get("schema", {}))


@pytest.mark.parametrize("operation_id", [name for name in json_operations() if name != "getMetrics"])
def test_result_type_fits_the_response(operation_id: str) -> None:
    returned = get_type_hints(described_by(operation_id).describe)["return"]
    assert list(differences(get_args(returned)[0], response_schema(operation_id), "")) == []


def differences(python_type: Any, schema: dict[str, Any], path: str) -> Iterator[str]:
    """Where a type has other fields than the schema, or promises a field that the service may leave out."""
    schema = resolve(schema)
    python_type = without_none(python_type)
    alternatives = [item for item in schema.get("anyOf", []) if item.get("type") != "null"]
    if len(alternatives) == 1:
        yield from differences(python_type, alternatives[0], path)
    elif get_origin(python_type) is typing.Literal and "enum" in schema:
        yield from (f"{path} may be {value}" for value in set(schema["enum"]) - set(get_args(python_type)))
    elif "items" in schema and get_origin(python_type) is list:
        yield from differences(get_args(python_type)[0], schema["items"], f"{path}[]")
    elif typing_extensions.is_typeddict(python_type) and "properties" in schema:
        hints, properties = get_type_hints(python_type), schema["properties"]
        yield from (f"{path}.{name} is missing" for name in properties.keys() - hints.keys())
        yield from (f"{path}.{name} is unknown" for name in hints.keys() - properties.keys())
        required = schema.get("required", [])
        yield from (f"{path}.{name} is optional" for name in python_type.__required_keys__ - set(required))
        for name in hints.keys() & properties.keys():
            yield from differences(hints[name], properties[name], f"{path}.{name}")


def resolve(schema: dict[str, Any]) -> dict[str, Any]:
    reference = schema.get("$ref")
    return DESCRIPTION["components"]["schemas"][reference.rpartition("/")[2]] if reference else schema


def without_none(python_type: Any) -> Any:
    kept = [option for option in get_args(python_type) if option is not type(None)]
    is_union = get_origin(python_type) in (typing.Union, type(int | None))
    return kept[0] if is_union and len(kept) == 1 else python_type


def test_named_schemas_have_types() -> None:
    from sextant_client import types

    schemas = DESCRIPTION["components"]["schemas"]
    typed = {
        name: getattr(types, name) for name in schemas if typing_extensions.is_typeddict(getattr(types, name, None))
    }
    assert {"Filter", "TermsFacet", "StatsFacetResult", "ImportLineResult", "ErrorDetail"} <= typed.keys()
    problems = [list(differences(typed[name], schemas[name], name)) for name in typed]
    assert [problem for problem in problems if problem] == []


def test_methods_show_their_signature_and_docstring(client: Sextant) -> None:
    assert list(inspect.signature(client.search).parameters) == ["query", "options"]
    assert "best first" in (client.search.__doc__ or "")
