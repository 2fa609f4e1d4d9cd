// Writers of small files in the formats that `sextant import` reads, whole and hostile ones, for tests.
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  name: string;
  bytes: Uint8Array | string;
  /** Inflate to something else than is declared: what an archive says about itself need not be true. */
  declaredSize?: number;
}

/** A ZIP archive. */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, declaredSize } of entries) {
    const plain = Buffer.from(bytes);
    const packed = deflateRawSync(plain);
    const fields = {
      crc: crc32(plain),
      packed: packed.length,
      size: declaredSize ?? plain.length,
      name: Buffer.from(name),
    };
    const local = Buffer.concat([zipHeader(0x04034b50, fields), fields.name, packed]);
    directory.push(Buffer.concat([zipHeader(0x02014b50, fields, offset), fields.name]));
    files.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, listed, end]);
}

interface ZipFields {
  crc: number;
  packed: number;
  size: number;
  name: Buffer;
}

/** The header of a local file, or with an offset that of an entry of the directory. */
function zipHeader(signature: number, { crc, packed, size, name }: ZipFields, offset: number | null = null): Buffer {
  const header = Buffer.alloc(offset === null ? 30 : 46);
  header.writeUInt32LE(signature, 0);
  const at = offset === null ? 4 : 6;
  if (offset !== null) header.writeUInt16LE(20, 4);
  header.writeUInt16LE(20, at);
  header.writeUInt16LE(0x0800, at + 2);
  header.writeUInt16LE(8, at + 4);
  header.writeUInt32LE(crc, at + 10);
  header.writeUInt32LE(packed, at + 14);
  header.writeUInt32LE(size, at + 18);
  header.writeUInt16LE(name.length, at + 22);
  if (offset !== null) header.writeUInt32LE(offset, 42);
  return header;
}

/** A Word document. `documentXml` replaces its body as a whole. */
export function makeDocx(paragraphs: readonly string[], { title = '', documentXml = '' } = {}): Buffer {
  const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('');
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
  return makeZip([
    {
      name: '[Content_Types].xml',
      bytes: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    },
    {
      name: '_rels/.rels',
      bytes: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relation}" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: 'word/document.xml',
      bytes: documentXml || `<w:document ${namespace}><w:body>${body}</w:body></w:document>`,
    },
    {
      name: 'docProps/core.xml',
      bytes: `<cp:coreProperties xmlns:cp="c" xmlns:dc="d" xmlns:dcterms="t"><dc:title>${title}</dc:title><dc:creator>Ada Example</dc:creator><dcterms:created>2023-04-05T06:07:08Z</dcterms:created><dcterms:modified>2023-05-06T07:08:09Z</dcterms:modified></cp:coreProperties>`,
    },
  ]);
}

/** An EPUB book with a navigation document. */
export function makeEpub(title: string, chapters: readonly { title: string; text: string }[]): Buffer {
  const items = chapters.map((_, i) => `<item id="c${i}" href="text/c${i}.xhtml" media-type="application/xhtml+xml"/>`);
  const spine = chapters.map((_, i) => `<itemref idref="c${i}"/>`);
  const links = chapters.map((chapter, i) => `<li><a href="text/c${i}.xhtml">${chapter.title}</a></li>`);
  return makeZip([
    { name: 'mimetype', bytes: 'application/epub+zip' },
    {
      name: 'META-INF/container.xml',
      bytes: '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
    },
    {
      name: 'OPS/book.opf',
      bytes: `<package xmlns:dc="d"><metadata><dc:title>${title}</dc:title><dc:creator>Bela Author</dc:creator><dc:language>en</dc:language><dc:date>2019-03-01</dc:date></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>${items.join('')}</manifest><spine><itemref idref="nav"/>${spine.join('')}</spine></package>`,
    },
    { name: 'OPS/nav.xhtml', bytes: `<html><body><nav><ol>${links.join('')}</ol></nav></body></html>` },
    ...chapters.map(({ text }, i) => ({
      name: `OPS/text/c${i}.xhtml`,
      bytes: `<html><body><p>${text}</p></body></html>`,
    })),
  ]);
}

interface PdfWishes {
  title?: string;
  /** A name of a character map that comes with readers; text is then written in UCS-2. */
  encoding?: string;
  /** Added to the trailer. */
  trailer?: string;
  /** Overrides the number of pages that the file declares. */
  declaredPages?: number;
}

/** A PDF; each page is a list of lines. */
export function makePdf(
  pages: readonly (readonly string[])[],
  { title = '', encoding, trailer = '', declaredPages }: PdfWishes = {},
): Buffer {
  const font =
    encoding === undefined
      ? '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'
      : `<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /${encoding} /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /StemV 80 >> >>] >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${declaredPages ?? pages.length} /Kids [${pages.map((_, i) => `${5 + i * 2} 0 R`).join(' ')}] >>`,
    font,
    `<< /Title (${title}) /Author (Cleo Writer) /CreationDate (D:20220102030405Z) >>`,
  ];
  for (const [i, lines] of pages.entries()) {
    const content = pageContent(lines, encoding !== undefined);
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${6 + i * 2} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  }
  return assemblePdf(objects, trailer);
}

function pageContent(lines: readonly string[], isUcs2: boolean): string {
  const shown = lines.map((line) =>
    isUcs2 ? `<${Buffer.from(line, 'utf16le').swap16().toString('hex')}>` : `(${line})`,
  );
  return `BT /F1 12 Tf 14 TL 72 770 Td ${shown.map((text) => `${text} Tj T*`).join(' ')} ET`;
}

/** Objects are numbered from 1; the first is the catalog, the fourth the information. */
export function assemblePdf(objects: readonly string[], trailer = ''): Buffer {
  let text = '%PDF-1.5\n';
  const offsets = objects.map((object, i) => {
    const offset = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** Can be opened only with a password that nobody knows. */
export function makeEncryptedPdf(): Buffer {
  const noise = 'ab'.repeat(32);
  const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <${noise}> /U <${noise}> >> /ID [<${noise}> <${noise}>]`;
  return makePdf([['secret']], { trailer: encrypt });
}

export function makeMessage({ subject = 'Hello', id = 'one@example.org', text = 'Text.' } = {}): string {
  return [
    'From: Dora Sender <dora@example.org>',
    'To: Emil Reader <emil@example.org>',
    `Subject: ${subject}`,
    'Date: Tue, 04 Jun 2024 10:20:30 +0200',
    `Message-ID: <${id}>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '',
  ].join('\n');
}

export function makeMbox(messages: readonly string[]): string {
  return messages.map((message) => `From dora@example.org Tue Jun  4 10:20:30 2024\n${message}\n`).join('');
}
