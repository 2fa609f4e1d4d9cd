import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServiceError } from '../../domain/errors/error.js';
import { toPlainText } from '../../text/conversion/convert-content.js';
import { ContentConverter } from './content-converter.js';

const LARGE_PAGE = '<ul><li>item <b>bold</b></li></ul>'.repeat(1_000);

const html = (content: string, caller = 'anna') => ({ content, contentType: 'html' as const, caller });
const markdown = (content: string) => ({ content, contentType: 'markdown' as const, caller: 'anna' });

describe('ContentConverter', () => {
  let converter: ContentConverter;
  beforeEach(() => {
    converter = new ContentConverter();
  });
  afterEach(async () => {
    await converter.close();
  });

  it('gives the same text for small content, at once, and for large, from its thread', async () => {
    expect(await converter.toPlainText(html('<p>a'))).toBe('a');
    expect(await converter.toPlainText(html(LARGE_PAGE))).toBe(toPlainText(LARGE_PAGE, 'html'));
    expect(await converter.toPlainText(markdown('*a* '.repeat(1_000)))).toBe('a '.repeat(1_000).trim());
  });

  it('converts many at once', async () => {
    const texts = await Promise.all(
      Array.from({ length: 20 }, (_, i) => converter.toPlainText(html(`${LARGE_PAGE}<p>${i}`))),
    );
    expect(texts.map((text) => text.split('\n').at(-1))).toEqual(Array.from({ length: 20 }, (_, i) => `${i}`));
  });

  it('lets no caller wait for all that another one sends', async () => {
    const order: string[] = [];
    const callers = ['anna', 'anna', 'anna', 'anna', 'ben'];
    await Promise.all(
      callers.map(async (caller) => {
        await converter.toPlainText(html(LARGE_PAGE, caller));
        order.push(caller);
      }),
    );
    expect(order).toEqual(['anna', 'ben', 'anna', 'anna', 'anna']);
  });

  it('leaves out what nobody waits for any more', async () => {
    const gone = new AbortController();
    const first = converter.toPlainText(html(LARGE_PAGE));
    const left = Array.from({ length: 5 }, () => {
      return converter.toPlainText({ ...html(LARGE_PAGE), signal: gone.signal });
    });
    const refused = Promise.all(left.map((text) => expect(text).rejects.toThrow('gone')));
    gone.abort(new Error('gone'));
    await refused;
    expect(await first).toBe(toPlainText(LARGE_PAGE, 'html'));
  });
});

describe('a conversion beyond its time limit', () => {
  it('refuses the content', async () => {
    const converter = new ContentConverter({ timeLimit: 1 });
    const refused = converter.toPlainText(markdown('!['.repeat(50_000)));
    await expect(refused).rejects.toBeInstanceOf(ServiceError);
    await expect(refused).rejects.toMatchObject({
      status: 400,
      code: 'parameter_invalid',
      details: { param: 'content' },
    });
    await converter.close();
  });
});
