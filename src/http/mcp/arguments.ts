/** What models are told about arguments that several tools have. */
export const LANGUAGE =
  'Language of the documents to search, as an ISO 639-1 code; documents in other languages are not found. Default: en. Set it to ' +
  'the language of the documents if you know it.';

export const MULTILINGUAL =
  'Set to true to search documents in all languages at once, for example if nothing is found in one language. language is then ' +
  'ignored.';

export const TENANTS =
  'Only documents of these tenants, such as teams, users or collections. Leave out to search everything that the key may see.';

export const FILTER =
  'Only documents that match. must, must_not and should are arrays of clauses such as {"term": {"metadata.topic": "law"}}, ' +
  '{"terms": {"language": ["en", "de"]}}, {"range": {"created_at": {"gte": "2024-01-01"}}}, {"exists": {"field": "metadata.author"}}, ' +
  '{"prefix": {"source_uri": "https://"}}. Fields: id, title, tenant_id, language, source_uri, created_at, updated_at and ' +
  'metadata.<key>. Example: {"must": [{"term": {"metadata.topic": "law"}}]}.';

export const DOCUMENT_IDS = 'Only these documents, by the ids that search returns.';

export const CUTOFF =
  'How close in meaning results must be, from 0 (anything) to 90 (nearly the same). Lower it if too little is found. Default: 50.';
