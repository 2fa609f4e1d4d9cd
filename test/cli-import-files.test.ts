import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  assemblePdf,
  makeDocx,
  makeEncryptedPdf,
  makeEpub,
  makeMbox,
  makeMessage,
  makePdf,
  makeZip,
} from '../testing/sample-files.js';
import { temporaryFolder } from './harness/service.js';
import { useService } from './harness/service-under-test.js';
import { OPERATOR_KEY, runSextant, spawnSextant } from './harness/sextant-process.js';

const shared = useService();
let files: string;

beforeAll(async () => {
  files = await temporaryFolder();
});
afterAll(() => rm(files, { recursive: true, force: true }));

const target = () => ['--url', shared.service.url, '--key', OPERATOR_KEY];
const importPaths = (words: readonly string[]) => runSextant(['import', ...words, ...target()]);

interface JsonReport {
  files: { imported: number; unchanged: number; removed: number; failed: number; skipped: Record<string, number> };
  documents: { created: number; updated: number };
  failures: { path: string; place: string | null; reason: string }[];
}

async function report(...words: string[]): Promise<JsonReport & { exitCode: number | null }> {
  const { exitCode, output, errors } = await importPaths([...words, '--json']);
  if (output === '') throw new Error(errors);
  return { exitCode, ...JSON.parse(output) };
}

async function folderOf(name: string, contents: Record<string, string | Uint8Array>): Promise<string> {
  const folder = join(files, name);
  for (const [file, bytes] of Object.entries(contents)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), bytes);
  }
  return folder;
}

async function documentsOf(tenant: string) {
  return (await shared.client.browse({ tenant_id: [tenant], limit: 100, sort: [{ title: 'asc' }] })).body.data;
}

async function found(tenant: string, query: string, language = 'en'): Promise<string[]> {
  const { body } = await shared.client.search({
    query,
    language,
    search_type: 'lexical',
    tenant_id: [tenant],
    fuzzy_search: false,
  });
  return body.data.map(({ metadata }) => String(metadata?.path));
}

const GERMAN = 'Die Möwe fliegt über das Meer und sucht am Strand nach kleinen Krebsen, während der Wind stärker wird.';
const CHINESE = '海鸥飞过大海，在沙滩上寻找小螃蟹，风越来越大。渔民们正在修补他们的渔网。';
const ARABIC = 'يطير النورس فوق البحر ويبحث عن السرطانات الصغيرة على الشاطئ بينما تشتد الرياح في المساء.';

const LIBRARY = {
  'notes/tide.md':
    '---\ntitle: Tide tables\nauthor: Ada\ntags: [sea, moon]\ndate: 2021-02-03\n---\n# Other heading\n\nThe **springtide** follows the new moon.\n',
  'notes/plain.txt': 'A lighthouse keeper polishes the fresnel lens every morning before the fog comes in.',
  'minutes.txt': 'Minutes of the harbour board\n\nThe bilge pump was approved.',
  'notes/README': 'A file without an extension that speaks of barnacles.',
  'page.html':
    '<html lang="en"><head><title>Knots &amp; ropes</title><meta name="author" content="Bo"></head><body><nav>Quartermaster</nav><p>A bowline never slips.</p><footer>Quartermaster Ltd.</footer></body></html>',
  'report.pdf': makePdf(
    [['The harbour was dredged', 'in the spring by steamship-', 'powered machines.'], ['Second page about ballast.']],
    { title: 'Harbour report' },
  ),
  'letter.docx': makeDocx(['Dear harbour master,', 'the keelson needs repair.'], { title: 'A letter' }),
  'book.epub': makeEpub('Sea Stories', [
    { title: 'The Storm', text: 'The mizzenmast broke in the storm.' },
    { title: 'The Calm', text: 'For nine days the windlass was silent.' },
  ]),
  'mail/one.eml': makeMessage({ subject: 'Anchor chain', text: 'The anchor chain has forty shackles.' }),
  'mail/all.mbox': makeMbox([
    makeMessage({ subject: 'First', id: '1@example.org', text: 'We need new halyards.\n\n>From now on.' }),
    makeMessage({ subject: 'Second', id: '2@example.org', text: 'The capstan is stuck.' }),
  ]),
  'ships.csv': 'name,tons,description\nAurora,120,"A ketch, built of larch."\nBrise,0340,A yawl with a centreboard.\n',
  'ports.csv': 'Hafen;Tiefe\nKiel;14\n',
  'crew.json': JSON.stringify([{ title: 'Cook', content: 'Bakes hardtack.', rank: { level: 2 } }, { title: 'Mate' }]),
  'log.ndjson': '{"title":"Day 1","content":"Sighted a narwhal."}\nnot json\n',
  'möwe.txt': Buffer.from(GERMAN, 'latin1'),
  'utf16.txt': Buffer.from(`\ufeff${GERMAN.replace('Möwe', 'Küstenseeschwalbe')}`, 'utf16le'),
  '海鸥.txt': CHINESE,
  'نورس.md': ARABIC,
  'chinese.pdf': makePdf([['海鸥飞过大海', '灯塔管理员']], { title: 'CJK', encoding: 'UniGB-UCS2-H' }),
  'picture.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]),
  'really-binary.txt': Buffer.from([0, 1, 2, 3, 4, 5]),
  'empty.md': '',
  '.hidden/secret.md': 'hidden',
  'node_modules/package/readme.md': 'ignored',
};

describe('a folder with every kind of file', () => {
  let folder: string;
  let first: Awaited<ReturnType<typeof report>>;

  beforeAll(async () => {
    folder = await folderOf('library', LIBRARY);
    first = await report(folder, '--tenant', 'library', '--metadata', 'shelf=3');
  });

  it('is imported, and the report tells what was not', () => {
    expect(first).toMatchObject({
      exitCode: 1,
      files: {
        imported: 18,
        unchanged: 0,
        failed: 1,
        skipped: { hidden: 1, ignored: 1, unknown_type: 1, binary: 1, empty: 1 },
      },
      failures: [{ path: 'log.ndjson', place: 'line 2' }],
    });
  });

  it.each([
    ['springtide', 'notes/tide.md', 'en'],
    ['fresnel', 'notes/plain.txt', 'en'],
    ['barnacles', 'notes/README', 'en'],
    ['bilge', 'minutes.txt', 'en'],
    ['bowline', 'page.html', 'en'],
    ['dredged steamshippowered', 'report.pdf', 'en'],
    ['ballast', 'report.pdf', 'en'],
    ['keelson', 'letter.docx', 'en'],
    ['mizzenmast', 'book.epub', 'en'],
    ['shackles', 'mail/one.eml', 'en'],
    ['halyards', 'mail/all.mbox', 'en'],
    ['capstan', 'mail/all.mbox', 'en'],
    ['larch', 'ships.csv', 'en'],
    ['hardtack', 'crew.json', 'en'],
    ['narwhal', 'log.ndjson', 'en'],
    ['Möwe', 'möwe.txt', 'de'],
    ['Küstenseeschwalbe', 'utf16.txt', 'de'],
    ['小螃蟹', '海鸥.txt', 'zh'],
    ['النورس', 'نورس.md', 'ar'],
    ['灯塔', 'chinese.pdf', 'zh'],
  ])('is found by "%s" in %s', async (query, path, language) => {
    expect(await found('library', query, language)).toEqual([path]);
  });

  it('is not found by the menu and the footer of a page', async () => {
    expect(await found('library', 'quartermaster')).toEqual([]);
  });

  it('has what files say about themselves as fields', async () => {
    const documents = await documentsOf('library');
    const of = (path: string) => documents.find(({ metadata }) => metadata?.path === path);
    expect(of('notes/tide.md')).toMatchObject({
      title: 'Tide tables',
      created_at: '2021-02-03T00:00:00.000Z',
      source_uri: pathToFileURL(join(folder, 'notes/tide.md')).href,
      metadata: {
        path: 'notes/tide.md',
        folder: 'notes',
        file_type: 'markdown',
        author: 'Ada',
        tags: ['sea', 'moon'],
        shelf: '3',
      },
    });
    expect(of('page.html')).toMatchObject({ title: 'Knots & ropes', metadata: { author: 'Bo' } });
    expect(of('report.pdf')).toMatchObject({
      title: 'Harbour report',
      created_at: '2022-01-02T03:04:05.000Z',
      metadata: { author: 'Cleo Writer', pages: 2 },
    });
    expect(of('letter.docx')).toMatchObject({
      title: 'A letter',
      created_at: '2023-04-05T06:07:08.000Z',
      updated_at: '2023-05-06T07:08:09.000Z',
      metadata: { author: 'Ada Example' },
    });
    expect(of('mail/one.eml')).toMatchObject({
      title: 'Anchor chain',
      created_at: '2024-06-04T08:20:30.000Z',
      metadata: { author: 'Dora Sender <dora@example.org>', to: ['Emil Reader <emil@example.org>'] },
    });
    const titles = documents.map(({ title }) => title);
    expect(titles).toEqual(
      expect.arrayContaining([
        'Sea Stories – The Storm',
        'Sea Stories – The Calm',
        'plain',
        'Minutes of the harbour board',
        'Kiel',
        'Mate',
      ]),
    );
    const ships = documents.filter(({ metadata }) => metadata?.path === 'ships.csv');
    expect(ships).toMatchObject([
      // Of a column, all values are numbers, or none is.
      { title: 'Aurora', metadata: { tons: '120' } },
      { title: 'Brise', metadata: { tons: '0340' } },
    ]);
    expect(of('crew.json')).toMatchObject({ title: 'Cook', metadata: { rank: { level: 2 } } });
  });

  it('is skipped the second time, except for what failed', async () => {
    const before = await documentsOf('library');
    const second = await report(folder, '--tenant', 'library', '--metadata', 'shelf=3');
    expect(second).toMatchObject({
      files: { imported: 0, unchanged: 18, failed: 1 },
      documents: { created: 0, updated: 1 },
    });
    const after = await documentsOf('library');
    expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
  });

  it('is imported again with other metadata, without duplicates', async () => {
    const before = await documentsOf('library');
    const third = await report(join(folder, 'notes'), '--tenant', 'library', '--metadata', 'shelf=4');
    expect(third).toMatchObject({ exitCode: 0, files: { imported: 3 }, documents: { created: 0, updated: 3 } });
    expect(await documentsOf('library')).toHaveLength(before.length);
  });

  it('has documents of its own for another tenant', async () => {
    const other = await report(join(folder, 'notes'), '--tenant', 'annex');
    expect(other).toMatchObject({ documents: { created: 3, updated: 0 } });
  });
});

describe('a folder that changes', () => {
  it('is followed: changed, shortened, deleted, and never what others added', async () => {
    const folder = await folderOf('changing', {
      'a.md': '# A\n\nfirst',
      'b.md': '# B\n\nsecond',
      'rows.csv': 'id,title\nr1,One\nr2,Two\nr3,Three\n',
    });
    await shared.client.addDocument({
      id: 'foreign',
      title: 'Foreign',
      tenant_id: 'changing',
      metadata: { path: 'b.md' },
    });
    const words = [folder, '--tenant', 'changing'];
    expect(await report(...words)).toMatchObject({ exitCode: 0, documents: { created: 5 } });
    await writeFile(join(folder, 'a.md'), '# A2\n\nchanged');
    await writeFile(join(folder, 'rows.csv'), 'id,title\nr1,One\nr3,Drei\n');
    await rm(join(folder, 'b.md'));
    expect(await report(...words)).toMatchObject({ files: { imported: 2, removed: 0 }, documents: { updated: 3 } });
    expect((await documentsOf('changing')).map(({ title }) => title)).toEqual(['A2', 'B', 'Drei', 'Foreign', 'One']);
    expect(await report(...words, '--delete')).toMatchObject({ files: { unchanged: 2, removed: 1 } });
    expect((await documentsOf('changing')).map(({ title }) => title)).toEqual(['A2', 'Drei', 'Foreign', 'One']);
    for (const { id } of await documentsOf('changing')) await shared.client.deleteDocument(id);
    expect(await report(...words)).toMatchObject({ files: { imported: 2, unchanged: 0 }, documents: { created: 3 } });
  });

  it('keeps its documents when it is empty all of a sudden', async () => {
    const folder = await folderOf('unmounted', { 'a.md': 'one' });
    await report(folder, '--tenant', 'unmounted');
    await rm(join(folder, 'a.md'));
    expect(await report(folder, '--tenant', 'unmounted', '--delete')).toMatchObject({
      exitCode: 1,
      files: { removed: 0 },
    });
    expect(await documentsOf('unmounted')).toHaveLength(1);
  });

  it('gives the same ids wherever it lies with --base-uri', async () => {
    const first = await folderOf('here', { 'some file.md': '# X' });
    const second = await folderOf('there', { 'some file.md': '# X' });
    const words = ['--tenant', 'moved', '--base-uri', 'https://docs.example.org/'];
    await report(first, ...words);
    expect(await report(second, ...words)).toMatchObject({ files: { unchanged: 1 } });
    expect(await documentsOf('moved')).toMatchObject([{ source_uri: 'https://docs.example.org/some%20file.md' }]);
  });
});

describe('what is chosen', () => {
  it('by patterns, on the command line and by options; other types on request', async () => {
    const folder = await folderOf('chosen', {
      'a.md': 'a',
      'sub/b.md': 'b',
      'sub/c.py': 'print("c")',
      'drafts/d.md': 'd',
    });
    const paths = async (tenant: string) => (await documentsOf(tenant)).map(({ metadata }) => metadata?.path).sort();
    await report(`${folder}/**/*.md`, '--tenant', 'globbed', '--exclude', 'drafts');
    expect(await paths('globbed')).toEqual(['a.md', 'sub/b.md']);
    await report(folder, '--tenant', 'included', '--include', '*.py');
    expect(await paths('included')).toEqual(['sub/c.py']);
    await report(join(folder, 'a.md'), join(folder, 'sub/b.md'), '--tenant', 'named');
    expect(await paths('named')).toEqual(['a.md', 'b.md']);
  });

  it('and a pattern that no file matches is a failure, as a missing file is', async () => {
    const folder = await folderOf('unmatched', { 'a.md': 'a' });
    const pattern = `${folder}/*.mdd`;
    expect(await report(pattern)).toMatchObject({ exitCode: 1, failures: [{ path: pattern, place: null }] });
  });

  it('with any name, and no symbolic links unless they are asked for', async () => {
    const names = ['100% #1?.md', 'it\'s "quoted".md', 'line\nbreak.md', '-dash.md', '[x]{y}*.md', 'emoji 🧭.md'];
    const folder = await folderOf('odd', Object.fromEntries(names.map((name, i) => [name, `word${i}`])));
    await symlink('..', join(folder, 'loop'));
    await symlink(folder, join(folder, 'self'));
    await symlink('nowhere', join(folder, 'broken.md'));
    const plain = await report(folder, '--tenant', 'odd');
    expect(plain).toMatchObject({ exitCode: 0, files: { imported: 6, skipped: { link: 3 } } });
    for (const [i, name] of names.entries()) expect(await found('odd', `word${i}`)).toEqual([name]);
    const outer = await folderOf('linked', { 'x/y.md': 'inner' });
    await symlink('..', join(outer, 'x/up'));
    expect(await report(outer, '--tenant', 'linked', '--follow-links')).toMatchObject({
      exitCode: 0,
      files: { imported: 1 },
    });
  });

  it('and long texts are divided into parts', async () => {
    const paragraph = `${'The quick brown fox jumps over the lazy dog. '.repeat(20)}\n\n`;
    const folder = await folderOf('long', { 'saga.md': `# A saga\n\n${paragraph.repeat(300)}` });
    expect(await report(folder, '--tenant', 'long')).toMatchObject({
      exitCode: 0,
      files: { imported: 1 },
      documents: { created: 3 },
    });
    const documents = await documentsOf('long');
    expect(documents.map(({ title }) => title)).toEqual([
      'A saga (part 1 of 3)',
      'A saga (part 2 of 3)',
      'A saga (part 3 of 3)',
    ]);
    expect(await report(folder, '--tenant', 'long')).toMatchObject({ files: { unchanged: 1 } });
    await writeFile(join(folder, 'saga.md'), '# A saga\n\nshort now');
    await report(folder, '--tenant', 'long');
    expect((await documentsOf('long')).map(({ title }) => title)).toEqual(['A saga']);
  });

  it.each([
    [['missing'], 1],
    [['x.ndjson', '--tenant', 't'], 2],
    [['.', '--metadata', 'nothing'], 2],
    [['.', '--language', 'xx'], 2],
    [['.', '--mode', 'insert'], 2],
    [['.', '..', '--base-uri', 'https://example.org/'], 2],
  ])('unless the command line is wrong: %j', async (words, exitCode) => {
    const finished = await importPaths(words);
    expect(finished.exitCode).toBe(exitCode);
    expect(finished.errors).not.toMatch(/\n\s+at /);
  });
});

describe('hostile files', () => {
  it('fail alone, each with a reason, and the rest arrives', async () => {
    const pdf = makePdf([['A page that is cut off somewhere in the middle of it.']]);
    const entities =
      '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><w:document>&c;</w:document>';
    const folder = await folderOf('hostile', {
      'fine.md': 'survivor',
      'truncated.pdf': pdf.subarray(0, 300),
      'encrypted.pdf': makeEncryptedPdf(),
      'pages.pdf': makePdf(Array.from({ length: 10_001 }, () => ['x'])),
      'not-a.pdf': 'plain text',
      'bomb.docx': makeZip([{ name: 'word/document.xml', bytes: 'x', declaredSize: 2 ** 31 }]),
      'lying.docx': makeZip([{ name: 'word/document.xml', bytes: Buffer.alloc(50 * 2 ** 20), declaredSize: 1000 }]),
      'entities.docx': makeDocx([], { documentXml: entities }),
      'truncated.epub': makeEpub('B', [{ title: 'C', text: 'D' }]).subarray(0, 400),
      'old.docx': Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]),
      'deep.json': `${'[{"a":'.repeat(200_000)}1${'}]'.repeat(200_000)}`,
      // A hundred times as large in memory.
      'memory.json': `[${'{},'.repeat(15_000_000)}{}]`,
      'broken.csv': 'a,b\n"never closed',
      'huge.txt': '',
    });
    await truncate(join(folder, 'huge.txt'), 500 * 2 ** 20);
    execFileSync('mkfifo', [join(folder, 'pipe.txt')]);
    const result = await report(folder, '--tenant', 'hostile');
    const reasons = Object.fromEntries(result.failures.map(({ path, reason }) => [path, reason]));
    expect(reasons).toMatchObject({
      'truncated.pdf': expect.stringMatching(/damaged|no text/),
      'encrypted.pdf': expect.stringContaining('password'),
      'pages.pdf': expect.stringContaining('10,001 pages'),
      'memory.json': expect.stringContaining('too much memory'),
      'not-a.pdf': expect.stringContaining('not a PDF'),
      'bomb.docx': expect.stringContaining('unpacks to more than'),
      'lying.docx': expect.anything(),
      'entities.docx': expect.stringContaining('entities'),
      'truncated.epub': expect.stringContaining('damaged'),
      'old.docx': expect.stringContaining('password-protected'),
      'broken.csv': expect.stringContaining('closing quote'),
      'huge.txt': expect.stringContaining('500 MiB'),
    });
    expect(result).toMatchObject({ exitCode: 1, files: { skipped: { special: 1 } } });
    expect(await found('hostile', 'survivor')).toEqual(['fine.md']);
  });

  it('are given up when they take too long', async () => {
    const bomb = deflateSync(Buffer.alloc(300 * 2 ** 20, '(xxxxxxxxxxxx) Tj '), { level: 1 });
    const folder = await folderOf('slow', {
      'deep.html': `${'<div><b>'.repeat(300_000)}bottom`,
      'inflating.pdf': streamBomb(bomb),
      'last.md': 'survivor',
    });
    const { failures } = await report(folder, '--tenant', 'slow', '--timeout', '2');
    expect(failures).toMatchObject([
      { path: expect.anything(), reason: expect.stringMatching(/longer than 2 s|too much memory/) },
      { path: expect.anything(), reason: expect.stringMatching(/longer than 2 s|too much memory/) },
    ]);
    expect(await found('slow', 'survivor')).toEqual(['last.md']);
  });
});

/** A page whose content inflates to hundreds of megabytes of text. */
function streamBomb(packed: Buffer): Buffer {
  const stream = `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed.toString('latin1')}\nendstream`;
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [5 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Title (Bomb) >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 6 0 R >>',
    stream,
  ]);
}

describe('sextant import --watch', () => {
  it('catches up, and keeps the index in step until it is interrupted', async () => {
    const folder = await folderOf('watched', { 'old.md': '# Old', 'kept.md': '# Kept' });
    const words = ['--tenant', 'watched'];
    await report(folder, ...words);
    await rm(join(folder, 'old.md'));
    await writeFile(join(folder, 'new.md'), '# New');
    const child = spawnSextant(['import', folder, ...words, '--watch', ...target()], {});
    let errors = '';
    child.stderr.on('data', (chunk) => (errors += chunk));
    const ended = once(child, 'exit');
    const reaches = async (titles: string[]) => {
      for (;;) {
        const now = (await documentsOf('watched')).map(({ title }) => title);
        if (now.join() === titles.join()) return;
        if (child.exitCode !== null) throw new Error(`It ended: ${errors}`);
        await sleep(100);
      }
    };
    try {
      await reaches(['Kept', 'New']);
      await writeFile(join(folder, 'added.md'), '# Added');
      await reaches(['Added', 'Kept', 'New']);
      // As editors save: a new file takes the place of the old one.
      await writeFile(join(folder, '.new.md.tmp'), '# Newer');
      await rename(join(folder, '.new.md.tmp'), join(folder, 'new.md'));
      await reaches(['Added', 'Kept', 'Newer']);
      await mkdir(join(folder, 'sub'));
      await rename(join(folder, 'added.md'), join(folder, 'sub/moved.md'));
      await writeFile(join(folder, 'sub/second.md'), '# Second');
      await reaches(['Added', 'Kept', 'Newer', 'Second']);
      await rename(join(folder, 'sub'), join(folder, 'renamed'));
      await rm(join(folder, 'kept.md'));
      await reaches(['Added', 'Newer', 'Second']);
      await mkdir(join(folder, 'sub'));
      await writeFile(join(folder, 'sub/third.md'), '# Third');
      await reaches(['Added', 'Newer', 'Second', 'Third']);
      const paths = (await documentsOf('watched')).map(({ metadata }) => metadata?.path);
      expect(paths).toEqual(['renamed/moved.md', 'new.md', 'renamed/second.md', 'sub/third.md']);
      await rm(folder, { recursive: true });
      // Its removal is seen by now, and its documents stay.
      await sleep(2000);
      await mkdir(folder);
      await writeFile(join(folder, 'back.md'), '# Back');
      await reaches(['Back']);
    } finally {
      child.kill('SIGINT');
    }
    expect((await ended)[0]).toBe(0);
  });
});

it('needs no service: files go into the data folder', async () => {
  const folder = await folderOf('first-minute', { 'ferry.md': 'The ferry to Kiel leaves at seven in the morning.' });
  const environment = { SEXTANT_DATA_DIR: join(files, 'own-data'), SEXTANT_PORT: '0' };
  const first = await runSextant(['import', folder], { environment });
  expect(first).toMatchObject({
    exitCode: 0,
    output: '1 file imported (1 document), 0 unchanged, 0 skipped, 0 failed.\n',
  });
  const { output } = await runSextant(['search', 'boat departure'], { environment });
  expect(output).toContain('ferry.md');
});
