import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServiceError } from '../../domain/errors/error.js';
import { toPlainText } from '../../text/conversion/convert-content.js';
import { ContentConverter } from './content-converter.js';

const LARGE_PAGE = '<ul><li>item <b>bold</b></li></ul>'.repeat(1_000);

describe('ContentConverter', () => {
  let converter: ContentConverter;
  beforeEach(() => {
    converter = new ContentConverter();
  });
  afterEach(async () => {
    await converter.close();
  });

  it('gives the same text for small content, at once, and for large, from its thread', async () => {
    expect(await converter.toPlainText('<p>a', 'html')).toBe('a');
    expect(await converter.toPlainText(LARGE_PAGE, 'html')).toBe(toPlainText(LARGE_PAGE, 'html'));
    expect(await converter.toPlainText('*a* '.repeat(1_000), 'markdown')).toBe('a '.repeat(1_000).trim());
  });

  it('converts many at once', async () => {
    const texts = await Promise.all(
      Array.from({ length: 20 }, (_, i) => converter.toPlainText(`${LARGE_PAGE}<p>${i}`, 'html')),
    );
    expect(texts.map((text) => text.split('\n').at(-1))).toEqual(Array.from({ length: 20 }, (_, i) => `${i}`));
  });
});

describe('a conversion beyond its time limit', () => {
  it('refuses the content', async () => {
    const converter = new ContentConverter({ timeLimit: 1 });
    const refused = converter.toPlainText('!['.repeat(50_000), 'markdown');
    await expect(refused).rejects.toBeInstanceOf(ServiceError);
    await expect(refused).rejects.toMatchObject({
      status: 400,
      code: 'parameter_invalid',
      details: { param: 'content' },
    });
    await converter.close();
  });
});
