import { open } from 'node:fs/promises';
import {
  type Document,
  type DocumentWithVectors,
  METADATA_PREFIX,
  type MetadataValue,
} from '../../domain/document/document.js';
import { formatTimestamp } from '../../domain/document/timestamp.js';
import { Problems } from '../../domain/errors/problem.js';
import type { Clause } from '../../domain/filter/filter.js';
import { type ExampleSource, MODEL_LIMITS, type ModelVersion } from '../../domain/model/model.js';
import type { Hit, Window } from '../../engine/engine.js';
import { writeAll } from '../../files/transfer-all.js';
import { meanDirection } from '../../inference/text-meaning.js';
import { countLabels, labelProblems } from '../../learning/labels.js';
import { parseFilter } from '../../query-language/filter/parse-filter.js';
import { encodeEmbedding, type TextLine } from '../../training/example-file.js';
import { TrainingFailed } from '../../training/trainer.js';
import type { Collection } from '../context.js';

export type SelectedDocuments = Extract<ExampleSource, { kind: 'documents' }>;

export interface GatheredExamples {
  count: number;
  labels: ModelVersion['labels'];
}

export interface DocumentsToGather {
  collection: Collection;
  selected: SelectedDocuments;
  /** The vector space of the encoder that the model is trained with: stored vectors of this space are reused. */
  space: string;
  /** Aborts when the examples are not wanted any more. */
  signal: AbortSignal;
}

/** Small, so that other requests are served in between. */
const PAGE_SIZE = 25;
/** The time limit for finding one page. Nobody waits for it, so it may take longer than a request. */
const PAGE_MILLISECONDS = 60_000;
/** Later text adds little to what a document is about. */
const MAX_CHARACTERS = 20_000;

/** Writes the selected documents to a new file of examples. Documents without a label are left out. */
export async function gatherDocuments(gathering: DocumentsToGather, path: string): Promise<GatheredExamples> {
  const labels: string[] = [];
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const documents of selectedDocuments(gathering)) {
      const lines = documents.flatMap((document) => lineOf(document, gathering));
      labels.push(...lines.map(({ label }) => label));
      if (labels.length > MODEL_LIMITS.examples) throw tooMany();
      await writeAll(file, Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
    }
  } finally {
    await file.close();
  }
  const counts = countLabels(labels);
  const [problem] = labelProblems(counts, 'documents');
  if (problem !== undefined) throw new TrainingFailed(problem.code, problem.message);
  return { count: labels.length, labels: counts };
}

/** The text of a document for a classifier, the same in training and in use. */
export function textOfDocument({ title, content }: Pick<Document, 'title' | 'content'>): string {
  return (content === null ? title : `${title}\n${content}`).slice(0, MAX_CHARACTERS);
}

/** Pages through the matching documents by id, so that changes in between neither skip nor repeat any. */
async function* selectedDocuments({
  collection,
  selected,
  signal,
}: DocumentsToGather): AsyncGenerator<DocumentWithVectors[]> {
  const filter = parseFilter(
    { ...selected.filter },
    { path: 'filter', problems: new Problems(), now: selected.askedAt },
  );
  const plan = {
    scope: tenantsOf(selected),
    filter,
    text: null,
    sort: [{ field: 'id', order: 'asc', missing: '_last' } as const],
    facets: [],
    timeLimit: PAGE_MILLISECONDS,
  };
  let last: Hit | null = null;
  do {
    const window: Window = { after: last, limit: PAGE_SIZE };
    signal.throwIfAborted();
    const { hits } = await collection.engine.find({ ...plan, window }, { signal });
    const stored = await collection.documents.getMany(
      hits.map(({ id }) => id),
      ['document', 'vectors'],
    );
    yield stored.filter((document) => document !== null);
    last = hits.at(-1) ?? null;
  } while (last !== null);
}

function tenantsOf({ tenants }: SelectedDocuments): Clause[] {
  return tenants === null ? [] : [{ kind: 'terms', field: 'tenant_id', values: [...tenants] }];
}

/** The example of a document; none without a label, or if it has moved to another tenant since the query. */
function lineOf({ document, vectors }: DocumentWithVectors, { selected, space }: DocumentsToGather): TextLine[] {
  const label = labelOf(document, selected.labelField);
  if (label === null || !(selected.tenants ?? [document.tenantId]).includes(document.tenantId)) return [];
  const codes = vectors.find((one) => one.space === space)?.codes ?? [];
  const embedding = codes.length === 0 ? {} : { embedding: encodeEmbedding(meanDirection(codes)) };
  return [{ text: textOfDocument(document), label, language: document.language, ...embedding }];
}

/** The single value of the field as text; null if there is none, several, or one that is too long for a label. */
function labelOf(document: Document, field: string): string | null {
  const value = field.startsWith(METADATA_PREFIX)
    ? metadataValue(document, field.slice(METADATA_PREFIX.length).split('.'))
    : documentValue(document, field);
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (only === null || only === undefined || typeof only === 'object') return null;
  const label = String(only);
  return label.length > 0 && label.length <= MODEL_LIMITS.labelLength ? label : null;
}

function metadataValue({ metadata }: Document, path: readonly string[]): MetadataValue | null {
  let value: MetadataValue | null = metadata;
  for (const key of path) {
    if (value === null || typeof value !== 'object' || Array.isArray(value) || !Object.hasOwn(value, key)) return null;
    value = value[key];
  }
  return value;
}

function documentValue(document: Document, field: string): string | null {
  const values: Record<string, string | null> = {
    id: document.id,
    title: document.title,
    tenant_id: document.tenantId,
    language: document.language,
    source_uri: document.sourceUri,
    created_at: formatTimestamp(document.createdAt),
    updated_at: formatTimestamp(document.updatedAt),
  };
  return values[field] ?? null;
}

function tooMany(): TrainingFailed {
  const message = `More than ${MODEL_LIMITS.examples} documents match. Narrow the filter.`;
  return new TrainingFailed('too_many_items', message);
}
