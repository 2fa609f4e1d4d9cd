import { basename, extname } from 'node:path';

export type FileType =
  | 'text'
  | 'markdown'
  | 'html'
  | 'pdf'
  | 'docx'
  | 'epub'
  | 'eml'
  | 'mbox'
  | 'csv'
  | 'json'
  | 'ndjson';

const BY_EXTENSION: Readonly<Record<string, FileType>> = {
  '.txt': 'text',
  '.text': 'text',
  '.rst': 'text',
  '.adoc': 'text',
  '.asciidoc': 'text',
  '.org': 'text',
  '.tex': 'text',
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.mdx': 'markdown',
  '.mkd': 'markdown',
  '.html': 'html',
  '.htm': 'html',
  '.xhtml': 'html',
  '.pdf': 'pdf',
  '.docx': 'docx',
  '.epub': 'epub',
  '.eml': 'eml',
  '.mbox': 'mbox',
  '.csv': 'csv',
  '.tsv': 'csv',
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
};

/** What can't be binary. */
export const TEXT_TYPES: readonly FileType[] = ['text', 'markdown', 'html', 'csv', 'json', 'ndjson'];

/** Types that are not worth a document without text in them; a message or a record can be found by its title. */
export const USELESS_IF_EMPTY: readonly FileType[] = ['text', 'markdown', 'html', 'docx'];

export const KNOWN_EXTENSIONS: readonly string[] = Object.keys(BY_EXTENSION);

/** The type of a file by its name; null if the extension is unknown. Files without one, such as README, are read as text. */
export function fileTypeOf(path: string): FileType | null {
  const extension = extname(path).toLowerCase();
  if (extension === '') return 'text';
  return Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension] : null;
}

/** A title for a file that has none: `meeting_notes-may.md` becomes `meeting notes may`. Hyphens in dates are kept. */
export function titleFromName(path: string): string {
  const name = basename(path, extname(path));
  const spaced = name.replace(/_+/g, ' ').replace(/(?<=\p{L})-(?=\p{L})/gu, ' ');
  return spaced.trim() || basename(path);
}
