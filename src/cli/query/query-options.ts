import { checkLanguage, UsageError } from '../command.js';
import { askService, type ServiceOptions, type ServiceTarget } from '../service-target.js';

/** The options that `search` and `ask` share. */
export const QUERY_OPTIONS = {
  language: { type: 'string' },
  tenant: { type: 'string', multiple: true },
  filter: { type: 'string' },
  json: { type: 'boolean' },
  url: { type: 'string' },
  key: { type: 'string' },
} as const;

export const QUERY_OPTIONS_HELP = `  --language CODE    only documents in this language, such as en or de; default: all that are stored
  --tenant TENANT    only documents of this tenant; may be repeated
  --filter JSON      only documents that match, such as '{"must": [{"term": {"metadata.topic": "sea"}}]}'
  --json             print the response of the service as JSON
  --url URL          the service; default: SEXTANT_URL, else http://SEXTANT_HOST:SEXTANT_PORT, if one runs there
  --key KEY          an API key for that service; default: SEXTANT_API_KEY`;

/** The parameters of a request that come from the options above. */
interface Scope {
  tenant_id?: string[];
  filter?: unknown;
}

export interface QueryWords {
  query: string;
  language: string | null;
  scope: Scope;
  json: boolean;
  service: ServiceOptions;
}

interface QueryValues {
  language?: string;
  tenant?: string[];
  filter?: string;
  json?: boolean;
  url?: string;
  key?: string;
}

export function readQuery(values: QueryValues, positionals: readonly string[]): QueryWords {
  const query = positionals.join(' ');
  if (query === '') throw new UsageError('Say what to look for, in quotes.');
  const { language = null, tenant, filter, json = false, url, key } = values;
  checkLanguage(language);
  const scope: Scope = {};
  if (tenant !== undefined) scope.tenant_id = tenant;
  if (filter !== undefined) scope.filter = parseFilterOption(filter);
  return { query, language, scope, json, service: { url, key } };
}

export function parseFilterOption(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    throw new UsageError(
      `--filter must be JSON, such as '{"must": [{"term": {"language": "en"}}]}', not '${written}'.`,
    );
  }
}

/** Commands are not logged as searches: what is asked once may be sent once for each language. */
export function postJson(body: object, signal: AbortSignal): RequestInit {
  const headers = { 'Content-Type': 'application/json', 'X-Query-Log': 'off' };
  return { method: 'POST', headers, body: JSON.stringify(body), signal };
}

/** The languages of the documents, commonest first, ten at most. A search by words needs one, and nobody wants to name it. */
export async function languagesInUse(target: ServiceTarget, scope: Scope, signal: AbortSignal): Promise<string[]> {
  const body = { filter: {}, facet: ['language'], limit: 1, ...scope };
  const { facet_result } = await askService<LanguageCounts>(target, '/filter', postJson(body, signal));
  return facet_result.language.values.map(({ value }) => value);
}

interface LanguageCounts {
  facet_result: { language: { values: { value: string }[] } };
}
