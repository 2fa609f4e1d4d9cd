/** Light stemmers for Bengali, Japanese and Korean. */
import { stripSuffix, suffixList } from './strip-suffix.js';

const BENGALI_LONG = suffixList(
  'গুলোতে গুলোকে গুলোর গুলিতে গুলিকে গুলির গুলো গুলি দেরকে দের টিতে টিকে টির টাকে টার টি টা ের কে তে রা',
);
const BENGALI_SHORT = suffixList('র ে ই ও');

const KOREAN_PARTICLE = suffixList(
  [
    '은 는 이 가 을 를 의 에 와 과 도 만 로 나 으로 에서 에게 에게서 께 께서 한테 부터 까지 처럼 보다 마다 조차 밖에 이나',
    '라도 이라도 으로서 로서 으로써 로써 에는 에도 에서는 에서도 으로는 로는 와의 과의 이다 입니다 이었다 였다 이며 이고 인 들',
    '합니다 했습니다 했다 하는 하고 하여 해서 한다 하기 하면 하지 하다 하였다 하며 한 할 해 됩니다 되었습니다 되었다 된다 되는 되어 되다 된 될',
  ].join(' '),
);
const MOST_KOREAN_PARTICLES = 3;

/** A verb or adjective in its plain form: 走る, 美しい. */
const INFLECTED = /^(\p{Script=Han}+)\p{Script=Hiragana}{1,3}$/u;
const KATAKANA_LONG = /^\p{Script=Katakana}[\p{Script=Katakana}ー]{2,}ー$/u;

export function stemBengali(word: string): string {
  return stripSuffix(stripSuffix(word, BENGALI_LONG, 2), BENGALI_SHORT, 3);
}

/** Particles pile up (학교에서는), and a noun may end like one (고양이), so they are removed until two syllables are left. */
export function stemKorean(word: string): string {
  let stem = word;
  for (let i = 0; i < MOST_KOREAN_PARTICLES; i++) stem = stripSuffix(stem, KOREAN_PARTICLE, 2);
  return stem;
}

/**
 * Whether a loan word is written with a last long vowel is a matter of taste: サーバー, サーバ. What verbs and adjectives end in
 * says how they are inflected; the dictionary cuts most forms behind the characters that carry the meaning: 走, った.
 */
export function stemJapanese(word: string): string {
  if (KATAKANA_LONG.test(word)) return word.slice(0, -1);
  return INFLECTED.exec(word)?.[1] ?? word;
}
