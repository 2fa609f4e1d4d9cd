import { describe, expect, it } from 'vitest';
import { saysSomethingElseIsWorse } from './something-worse.js';

describe('saysSomethingElseIsWorse', () => {
  it.each([
    'I was expecting worse',
    'Honestly, I EXPECTED far worse!',
    'I thought it would be much worse.',
    'It could have been so much worse.',
    'Ich hatte Schlimmeres erwartet.',
    'Ich hatte es mir schlimmer vorgestellt.',
    'Es hätte schlimmer kommen können.',
    'Je m’attendais à pire.',
    'Ça aurait pu être pire.',
    'Esperaba algo peor.',
    'Podría haber sido peor.',
    'Eu esperava pior.',
    'Podia ser pior.',
    'Mi aspettavo di peggio.',
    'Poteva andare peggio.',
    'Ik had erger verwacht.',
    'Het had slechter gekund.',
    'Jag hade väntat mig värre.',
    'Det kunne have været værre.',
    'Det kunne vært verre.',
    'Spodziewałem się gorszego.',
    'Mogło być gorzej.',
    'Čekal jsem něco horšího.',
    'Я ожидал худшего.',
    'Думал, будет хуже.',
    'Могло быть и хуже.',
    'Могло бути й гірше.',
    'Daha kötüsünü bekliyordum.',
    'Daha kötü olabilirdi.',
    'كنت أتوقع الأسوأ.',
    'كان يمكن أن يكون أسوأ.',
    'मुझे इससे बुरे की उम्मीद थी।',
    'Saya mengira akan lebih buruk.',
    '我以为会更糟。',
    '本来可能更糟。',
    'もっとひどいと思っていた。',
    '더 나쁠 줄 알았어요.',
    '더 나쁠 수도 있었다.',
  ])('hears it in: %s', (text) => expect(saysSomethingElseIsWorse(text, 'en')).toBe(true));

  it.each([
    'Worse than expected.',
    'The food was worse than I had expected.',
    'I never thought it was worse than the old one, but it is.',
    "It couldn't be worse.",
    'It could not have been worse.',
    'It is getting worse.',
    'It can only get worse.',
    'Es kann nur schlimmer werden.',
    'Schlimmer als erwartet.',
    'Es hätte nicht schlimmer kommen können.',
    'Pire que prévu.',
    'Ça ne pourrait pas être pire.',
    'Peor de lo que esperaba.',
    'No podría ser peor.',
    'Pior do que eu esperava.',
    'Não podia ser pior.',
    'Peggio di quanto mi aspettassi.',
    'Non poteva andare peggio.',
    'Erger dan verwacht.',
    'Nie mogło być gorzej.',
    'Хуже, чем я ожидал.',
    'Не могло быть хуже.',
    'Beklediğimden daha kötü.',
    'Daha kötü olamazdı.',
    'أسوأ مما توقعت.',
    'لا يمكن أن يكون أسوأ.',
    'उम्मीद से बुरा।',
    '比我想象的更糟。',
    '不可能更糟了。',
    '思ったよりひどい。',
    '생각보다 나빴다.',
  ])('does not hear it in: %s', (text) => expect(saysSomethingElseIsWorse(text, 'en')).toBe(false));

  it('hears it in a short text, not as a remark in a long one', () => {
    const short = 'It could have been worse. We slept.';
    expect(saysSomethingElseIsWorse(short, 'en')).toBe(true);
    expect(saysSomethingElseIsWorse(`${short} The room was dirty, and the soup was cold and salty.`, 'en')).toBe(false);
  });

  it('takes little time for long texts', () => {
    for (const text of [
      'expected '.repeat(2000),
      `ожидал ${'а '.repeat(5000)}`,
      'could much '.repeat(2000),
      'a'.repeat(20_000),
    ])
      expect(saysSomethingElseIsWorse(text, 'en')).toBe(false);
  });
});
