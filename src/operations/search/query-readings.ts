import type { Language } from '../../domain/document/language.js';
import { type ParsedQuery, parseQuery } from '../../text/query/query.js';

/** A query as languages read it: parsed once for each that is asked for. */
export class QueryReadings {
  readonly #parsed = new Map<Language, ParsedQuery>();

  constructor(readonly query: string) {}

  in(language: Language): ParsedQuery {
    const parsed = this.#parsed.get(language) ?? parseQuery(this.query, language);
    this.#parsed.set(language, parsed);
    return parsed;
  }
}
