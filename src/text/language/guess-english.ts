/**
 * What a text shows of its language: enough to choose between an encoder for English and one for every language. Next to
 * `detectLanguage` it can say that nothing tells, and it is quick enough for a million examples.
 */
export type EnglishGuess = 'english' | 'other' | 'unclear';

/** Only the beginning is looked at: languages rarely change within a text. */
const LOOKED_AT = 2_000;

const ENGLISH = new Set(
  (
    'the and is are was were of for with my you it that this these those have has had be been can could do does did how ' +
    'what why when where which who not from by if we our your they their there would should will about been its his her ' +
    "i'm don't didn't can't won't isn't it's i've i'd an to"
  ).split(' '),
);

/** Frequent short words of languages in Latin script that are no frequent words of English. */
const OTHERS = new Set(
  (
    'der das und ist nicht ich ein eine einen mit für von zu auf wie sich dem den wir sie warum mein meine kann ' +
    'le la les des est pas je une avec pour que qui dans sur du au mon ma mes cette comment pourquoi suis ' +
    'el los las una es por para con del mi se lo cómo está qué ' +
    'il gli di che non per è sono della un sul mia mio come perché ' +
    'os um uma não com de é da em minha meu eu como quando ' +
    'het een van niet ik dat voor op te mijn kan waarom hoe zijn ' +
    'och att det är jag inte en på som min hur og er ikke jeg til af med min hvordan ' +
    'ja että ei olen miten mutta nie jest się na że jak moja mój dlaczego ' +
    'je se že není jsem jak proč ako nie som és nem az egy hogy nu este și cum pentru ' +
    'bir bu için ne nasıl değil yang dan di ini tidak saya untuk bagaimana và là của không tôi'
  ).split(' '),
);

const LATIN_LETTER = /\p{Script=Latin}/u;
const LETTER = /\p{L}/gu;
/** Names and quotations in another script don't make a text another language. */
const FOREIGN_SHARE = 0.2;

export function guessEnglish(text: string): EnglishGuess {
  const beginning = text.slice(0, LOOKED_AT);
  const letters = beginning.match(LETTER) ?? [];
  const foreign = letters.filter((letter) => !LATIN_LETTER.test(letter)).length;
  if (foreign > FOREIGN_SHARE * letters.length) return 'other';
  const words =
    beginning
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}']+/gu) ?? [];
  const english = words.filter((word) => ENGLISH.has(word)).length;
  const others = words.filter((word) => OTHERS.has(word)).length;
  if (english === others) return 'unclear';
  return english > others ? 'english' : 'other';
}
