import type { Metadata, MetadataScalar, MetadataValue } from '../../domain/document/document.js';
import { markdownToText } from '../../text/conversion/convert-content.js';
import { isSpace } from '../../text/text-range.js';
import { readDate } from '../dates.js';
import { decodeText } from '../decode-text.js';
import { newDocument } from '../extracted.js';
import type { Reader } from '../reader.js';
import { type FrontMatter, type Plain, readFrontMatter, type Scalar, type Setting } from './front-matter.js';

const HEADING = /^#{1,2}[ \t]+(\S.*)$/;
const UNDERLINE = /^=+[ \t]*$/;
/** The beginning of a block of code. */
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
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
      title: titleOf(settings) ?? headingOf(markdown),
      content: markdownToText(markdown),
      language: first(settings, ...KEYS.language),
      createdAt: readDate(first(settings, ...KEYS.createdAt)),
      updatedAt: readDate(first(settings, ...KEYS.updatedAt)),
      metadata: metadataOf(settings),
    }),
  };
};

/** A list is no title. */
function titleOf(settings: FrontMatter): string | null {
  const title = oneOrMany(settings, ...KEYS.title);
  return typeof title === 'string' ? title : null;
}

function headingOf(markdown: string): string {
  const heading = firstHeading(markdown.slice(0, TOP_LENGTH).split('\n'));
  return markdownToText(heading).replace(/\s+/g, ' ').trim();
}

/** As it is written, without the marks around it. A remark in code is none. */
function firstHeading(lines: readonly string[]): string {
  let fence: string | null = null;
  for (const [i, line] of lines.entries()) {
    if (fence !== null) {
      if (endsCode(line, fence)) fence = null;
      continue;
    }
    const heading = HEADING.exec(line);
    if (heading !== null) return withoutClosingMarks(heading[1]);
    if (/^\S/.test(line) && UNDERLINE.test(lines[i + 1] ?? '')) return line;
    fence = FENCE.exec(line)?.[1] ?? null;
  }
  return '';
}

/** By as many of the same marks, and nothing else. */
function endsCode(line: string, fence: string): boolean {
  const marks = line.trim();
  return marks.startsWith(fence) && marks === fence[0].repeat(marks.length);
}

/** `# Tides ##` is called "Tides", but `# C#` "C#". By hand: an expression would try a long run of blanks from each of its places. */
function withoutClosingMarks(heading: string): string {
  const text = heading.trimEnd();
  let end = text.length;
  while (end > 0 && text[end - 1] === '#') end--;
  return end === 0 || isSpace(text.charCodeAt(end - 1)) ? text.slice(0, end).trimEnd() : text;
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
    if (value !== null && setting.name !== '__proto__') metadata[setting.name] = value;
  }
  return metadata;
}

function metadataValue({ value }: Setting): MetadataValue | null {
  if (!(value instanceof Map)) return plainValue(value);
  const entries = [...value].map(([name, inner]) => [name, plainValue(inner)]);
  const kept = entries.filter(([, inner]) => inner !== null);
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

function plainValue(value: Plain): MetadataScalar | MetadataScalar[] | null {
  if ('text' in value) return scalarValue(value);
  const items = value.map(scalarValue).filter((item) => item !== null);
  return items.length === 0 ? null : items;
}

function scalarValue({ text, isQuoted }: Scalar): MetadataScalar | null {
  if (isQuoted) return text === '' ? null : text;
  if (text === '' || text === 'null' || text === '~') return null;
  if (text === 'true' || text === 'false') return text === 'true';
  return PLAIN_NUMBER.test(text) && String(Number(text)) === text ? Number(text) : text;
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
    if (value === undefined || value instanceof Map) continue;
    const texts = [value].flat().map(({ text }) => text);
    if (!texts.every((text) => text === '')) return Array.isArray(value) ? texts : texts[0];
  }
  return null;
}

function first(settings: FrontMatter, ...keys: string[]): string | null {
  const value = oneOrMany(settings, ...keys);
  return Array.isArray(value) ? value[0] : value;
}
