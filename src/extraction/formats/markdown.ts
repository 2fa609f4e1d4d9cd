import type { Metadata, MetadataValue } from '../../domain/document/document.js';
import { markdownToText } from '../../text/conversion/convert-content.js';
import { readDate } from '../dates.js';
import { decodeText } from '../decode-text.js';
import { newDocument } from '../extracted.js';
import type { Reader } from '../reader.js';
import { type FrontMatter, readFrontMatter, type Setting } from './front-matter.js';

const HEADING = /^(?:#{1,2}[ \t]+(.+?)[ \t]*#*|(\S.*)\n=+)[ \t]*$/m;
/** A heading counts as the title if it is near the top. */
const TOP_LENGTH = 2000;

/** What the fields of a document are called in front matter, in lower case. */
const KEYS = {
  title: ['title'],
  language: ['language', 'lang'],
  createdAt: ['created', 'created_at', 'date', 'published'],
  updatedAt: ['updated', 'updated_at', 'modified', 'lastmod'],
  author: ['author', 'authors', 'by'],
  tags: ['tags', 'tag', 'keywords', 'categories'],
  description: ['description', 'summary'],
} as const;
const TAKEN: ReadonlySet<string> = new Set(Object.values(KEYS).flat());
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;

/** The service would convert Markdown the same way; here long texts can be divided where paragraphs end, after conversion. */
export const readMarkdown: Reader = function* ({ bytes }, { encoding }) {
  const markdown = decodeText(bytes, encoding);
  const settings = readFrontMatter(markdown);
  yield {
    document: newDocument({
      title: first(settings, ...KEYS.title) ?? headingOf(markdown),
      content: markdownToText(markdown),
      language: first(settings, ...KEYS.language),
      createdAt: readDate(first(settings, ...KEYS.createdAt)),
      updatedAt: readDate(first(settings, ...KEYS.updatedAt)),
      metadata: metadataOf(settings),
    }),
  };
};

function headingOf(markdown: string): string {
  const match = HEADING.exec(markdown.slice(0, TOP_LENGTH));
  const heading = match?.[1] ?? match?.[2] ?? '';
  return markdownToText(heading).replace(/\s+/g, ' ').trim();
}

/** Author, tags and description under one name each, whatever the file calls them; all else as it is written. */
function metadataOf(settings: FrontMatter): Metadata {
  const metadata: Metadata = {};
  const author = oneOrMany(settings, ...KEYS.author);
  const tags = oneOrMany(settings, ...KEYS.tags);
  const description = first(settings, ...KEYS.description);
  if (author !== null) metadata.author = author;
  if (tags !== null) metadata.tags = Array.isArray(tags) ? tags : splitList(tags);
  if (description !== null) metadata.description = description;
  for (const [key, setting] of settings) {
    const value = TAKEN.has(key) ? null : metadataValue(setting);
    if (value !== null) metadata[setting.name] = value;
  }
  return metadata;
}

function metadataValue({ value, isQuoted }: Setting): MetadataValue | null {
  if (typeof value !== 'string') return value.length === 0 ? null : [...value];
  if (isQuoted) return value === '' ? null : value;
  if (value === '' || value === 'null' || value === '~') return null;
  if (value === 'true' || value === 'false') return value === 'true';
  return PLAIN_NUMBER.test(value) && String(Number(value)) === value ? Number(value) : value;
}

function splitList(tags: string): string[] {
  return tags
    .split(/[,;]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

function oneOrMany(settings: FrontMatter, ...keys: string[]): string | string[] | null {
  for (const key of keys) {
    const value = settings.get(key)?.value;
    if (typeof value === 'string' && value !== '') return value;
    if (Array.isArray(value) && value.length > 0) return value;
  }
  return null;
}

function first(settings: FrontMatter, ...keys: string[]): string | null {
  const value = oneOrMany(settings, ...keys);
  return Array.isArray(value) ? value[0] : value;
}
