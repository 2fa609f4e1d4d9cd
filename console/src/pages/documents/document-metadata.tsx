import type { Metadata } from '@sextant/client';
import styles from './documents.module.css';

/** What an import of files notes for itself. Nobody wants to see it, and nobody should change it. */
const IMPORT_MARK = 'import';

export function withoutImportMark({ [IMPORT_MARK]: _, ...metadata }: Metadata): Metadata {
  return metadata;
}

/** The metadata of a document, each value under its path. */
export function DocumentMetadata({ metadata }: { metadata: Metadata | null }) {
  const shown = Object.entries(withoutImportMark(metadata ?? {}));
  const entries = shown.flatMap(([key, value]) => entriesOf(key, value));
  if (entries.length === 0) return null;
  return (
    <section aria-label="Metadata">
      <h3>Metadata</h3>
      <dl className={styles.metadata}>
        {entries.map(({ path, text }) => (
          <div key={path}>
            <dt>
              <bdi>{path}</bdi>
            </dt>
            <dd>
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface Entry {
  path: string;
  text: string;
}

function entriesOf(path: string, value: unknown): Entry[] {
  if (Array.isArray(value)) return [{ path, text: value.join(', ') }];
  if (typeof value !== 'object' || value === null) return [{ path, text: String(value) }];
  return Object.entries(value).flatMap(([key, inner]) => entriesOf(`${path}.${key}`, inner));
}
