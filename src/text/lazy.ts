import type { Language } from '../domain/document/language.js';

/** A table that is built when it is first asked for and never changes afterwards. */
export function lazy<Table>(build: () => Table): () => Table {
  let table: Table | undefined;
  return () => {
    table ??= build();
    return table;
  };
}

/**
 * The same for each language. Requests are checked against the supported languages before their text is read, so there are
 * never more tables than those.
 */
export function lazyPerLanguage<Table>(build: (language: Language) => Table): (language: Language) => Table {
  const tables = new Map<Language, Table>();
  return (language) => {
    let table = tables.get(language);
    if (table === undefined) {
      table = build(language);
      tables.set(language, table);
    }
    return table;
  };
}
