import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const PAGES = [
  ...readdirSync('.'),
  ...['docs', 'models', 'training'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  ),
].filter((file) => file.endsWith('.md'));
const LINK = /\]\((?!https?:)([^)\s#]*)(?:#([^)\s]+))?\)/g;
const FENCE = /^```.*?^```$/gms;
const HEADING = /^#+ (.+)$/gm;

it.each(PAGES)('the links of %s lead somewhere', (page) => {
  const links = [...textOf(page).matchAll(LINK)].map(([, path, anchor]) => ({ path, anchor }));
  expect(links.filter((link) => !leadsSomewhere(page, link))).toEqual([]);
});

function leadsSomewhere(page: string, { path, anchor }: { path: string; anchor?: string }): boolean {
  const target = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(target)) return false;
  if (anchor === undefined) return true;
  return statSync(target).isFile() && anchorsOf(target).includes(anchor);
}

/** The page without its code blocks, which hold no links or headings. */
function textOf(page: string): string {
  return readFileSync(page, 'utf8').replace(FENCE, '');
}

/** Anchors as GitHub makes them of headings. */
function anchorsOf(page: string): string[] {
  return [...textOf(page).matchAll(HEADING)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
