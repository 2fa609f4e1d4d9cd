import type { Metadata } from '../../domain/document/document.js';
import { markdownToText } from '../../text/conversion/convert-content.js';
import { readDate } from '../dates.js';
import { decodeText } from '../decode-text.js';
import { newDocument } from '../extracted.js';
import type { Reader } from '../reader.js';
import { type FrontMatter, readFrontMatter } from './front-matter.js';

const HEADING = /^(?:#{1,2}[ \t]+(.+?)[ \t]*#*|(\S.*)\n=+)[ \t]*$/m;
/** A heading counts as the title if it is near the top. */
const TOP_LENGTH = 2000;

/** The service would convert Markdown the same way; here long texts can be divided where paragraphs end, after conversion. */
export const readMarkdown: Reader = function* ({ bytes }, { encoding }) {
  const markdown = decodeText(bytes, encoding);
  const settings = readFrontMatter(markdown);
  yield {
    document: newDocument({
      title: first(settings, 'title') ?? headingOf(markdown),
      content: markdownToText(markdown),
      language: first(settings, 'language', 'lang'),
      createdAt: readDate(first(settings, 'created', 'created_at', 'date', 'published')),
      updatedAt: readDate(first(settings, 'updated', 'updated_at', 'modified', 'lastmod')),
      metadata: metadataOf(settings),
    }),
  };
};

function headingOf(markdown: string): string {
  const match = HEADING.exec(markdown.slice(0, TOP_LENGTH));
  const heading = match?.[1] ?? match?.[2] ?? '';
  return markdownToText(heading).replace(/\s+/g, ' ').trim();
}

function metadataOf(settings: FrontMatter): Metadata {
  const metadata: Metadata = {};
  const author = oneOrMany(settings, 'author', 'authors', 'by');
  const tags = oneOrMany(settings, 'tags', 'tag', 'keywords', 'categories');
  const description = first(settings, 'description', 'summary');
  if (author !== null) metadata.author = author;
  if (tags !== null) metadata.tags = Array.isArray(tags) ? tags : splitList(tags);
  if (description !== null) metadata.description = description;
  return metadata;
}

function splitList(tags: string): string[] {
  return tags
    .split(/[,;]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

function oneOrMany(settings: FrontMatter, ...keys: string[]): string | string[] | null {
  for (const key of keys) {
    const value = settings.get(key);
    if (typeof value === 'string' && value !== '') return value;
    if (Array.isArray(value) && value.length > 0) return value;
  }
  return null;
}

function first(settings: FrontMatter, ...keys: string[]): string | null {
  const value = oneOrMany(settings, ...keys);
  return Array.isArray(value) ? value[0] : value;
}
