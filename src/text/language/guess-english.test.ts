import { describe, expect, it } from 'vitest';
import { guessEnglish } from './guess-english.js';

describe('guessing whether a text is English', () => {
  it.each([
    'Where is my parcel?',
    'I was charged twice for the same order.',
    'The café in Zürich was closed when we arrived.',
    'My card isn’t working',
  ])('takes %j for English', (text) => expect(guessEnglish(text)).toBe('english'));

  it.each([
    'Wo ist mein Paket?',
    'Où est mon colis ? Je ne le trouve pas.',
    '¿Cómo puedo pagar con la tarjeta?',
    'Var är det? Jag hittar inte mitt paket.',
    'Где моя посылка?',
    '我的包裹在哪里？',
    'أين طردي؟',
  ])('takes %j for another language', (text) => expect(guessEnglish(text)).toBe('other'));

  it.each(['', '12345', 'refund', 'SKU-1234 delivered'])('can say nothing of %j', (text) =>
    expect(guessEnglish(text)).toBe('unclear'),
  );
});
