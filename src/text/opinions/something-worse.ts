import type { Language } from '../../domain/document/language.js';
import { sentencesOf } from '../sentences/sentences.js';

/**
 * Sayings of twenty languages that something else is worse than what is judged: what was expected, or what could have been. By its words
 * alone such a sentence is a complaint. "Worse than expected", "couldn't be worse" and their likes really are and don't match: no word for
 * "than" or "not" may stand where these patterns allow others.
 */
const EXPECTED_WORSE = [
  // English
  /(?<!\p{L})(?:expect(?:ed|ing)?|thought|fear(?:ed|ing)|imagined|anticipated)(?: [\p{L}'’]+){0,6}? worse(?! than)/u,
  // German
  /(?<!\p{L})(?:schlimmere[ms]|schlechtere[ms]|schlimmer|schlechter) (?:erwartet|befürchtet|gerechnet|vorgestellt)/u,
  // French
  /(?<!\p{L})(?:attend(?:ais|ait|ions|ue?s?)|craign(?:ais|ait|ions)) (?:vraiment )?(?:à |au |le )?(?:bien )?pire/u,
  // Spanish, Portuguese, Italian
  /(?<!\p{L})(?:me |nos )?esper(?:aba|ábamos|aban) (?:algo |mucho |que fuera |que fuese )*peor/u,
  /(?<!\p{L})esper(?:ava|ávamos|avam) (?:algo |muito |coisa |que fosse )*pior/u,
  /(?<!\p{L})aspettav(?:o|a|amo|ano) (?:qualcosa |molto |di |che fosse )*peggi(?:o|ore)(?!\p{L})/u,
  // Dutch, Swedish, Danish, Norwegian
  /(?<!\p{L})(?:erger|slechter) (?:verwacht|gevreesd|voorgesteld)/u,
  /(?<!\p{L})(?:väntat|förväntat) (?:mig |oss )?(?:något |mycket )*(?:värre|sämre)/u,
  /(?<!\p{L})(?:forvent|vent)(?:et|ede) (?:mig |meg |os |oss )?(?:noget |noe |meget |mye )*(?:værre|verre|dårligere)/u,
  // Polish, Czech, Russian, Ukrainian
  /(?<!\p{L})(?:spodziewa|oczekiwa|obawia)\p{L}+ (?:się )?(?:czegoś |znacznie |dużo )*gorsz\p{L}+/u,
  /(?<!\p{L})(?:čekal|očekával)\p{L}* (?:jsem |jsme )?(?:něco |mnohem )*hor\p{L}+/u,
  /(?<!\p{L})(?:ожидал|думал|боял|опасал)\p{L}*,? (?:(?!не |чем )\p{L}+ ){0,3}?(?:худш\p{L}+|хуже)(?!, чем)/u,
  /(?<!\p{L})(?:очікува|дума|боя)\p{L}+,? (?:(?!не |ніж )\p{L}+ ){0,3}?(?:гірш\p{L}+)(?!, ніж)/u,
  // Turkish, Arabic, Hindi, Indonesian
  /(?<!\p{L})daha (?:kötü|berbat)\p{L}* (?:olacağını |olur diye )?(?:bekli|umu|sanı|düşünü)yor/u,
  /(?:توقع|أتوقع|نتوقع|أخشى)\p{L}* (?:\p{L}+ ){0,2}?(?:ال)?أسوأ(?! مما)/u,
  /(?:बुरे|बदतर|ख़राब|खराब) की (?:उम्मीद|आशंका|अपेक्षा)/u,
  /(?<!\p{L})(?:mengira|menyangka|menduga) (?:\p{L}+ ){0,3}?lebih (?:buruk|parah)(?! dari)/u,
  // Chinese, Japanese, Korean
  /(?:以为|以為|预料|預料|预期|預期|料想)[^，。！？比不]{0,4}(?:更糟|更差|更坏|更壞|更烂|更爛)/u,
  /もっと(?:ひどい|酷い|悪い|まずい|つまらない)[^。、]{0,6}(?:思っ|思い|予想し|覚悟し|想像し)/u,
  /더 (?:나쁠|형편없을|심할|안 좋을) (?:줄|거라고|것이라고|것으로)/u,
];

const COULD_BE_WORSE = [
  /(?<!\p{L})(?:could|might)(?: (?:have|be|been|gone|always|easily|a|lot|much|so|far))* worse(?! than)/u,
  /(?<!\p{L})(?:hätten?|könnten?)(?: (?!nicht |nie |kaum |nur |noch )\p{L}+){0,3}? (?:schlimmer|schlechter)(?! als)/u,
  /(?<!\p{L})(?:aurait pu être|pourrait être|peut être|aurait pu aller) (?:bien |encore )?pire/u,
  /(?<!no )(?<!\p{L})(?:podría|podia|podía|pudo) (?:haber sido|ser|ir|haber ido|estar) (?:mucho )?peor/u,
  /(?<!não )(?<!\p{L})(?:podia|poderia|pode) (?:ter sido|ser|estar|ter corrido) (?:muito |bem )?pior/u,
  /(?<!non )(?<!\p{L})(?:poteva|potrebbe|sarebbe potut[ao]) (?:andare|essere|andar) (?:molto |anche )?peggi(?:o|ore)(?!\p{L})/u,
  /(?<!\p{L})(?:had|kon) (?:(?!niet |nauwelijks |dan )\p{L}+ ){0,3}?(?:erger|slechter)(?! dan)/u,
  /(?<!\p{L})(?:kunde|kunne|kan) (?:ha |have )?(?:varit|vara|gått|været|være|vært|gået) (?:mycket |meget |mye )?(?:värre|sämre|værre|verre|dårligere)/u,
  /(?<!nie )(?<!\p{L})mog\p{L}+ być (?:znacznie |dużo |i )?gorzej/u,
  /(?<!\p{L})mohl\p{L} (?:to )?být (?:i |mnohem )?horší/u,
  /(?<!не )(?<!\p{L})мог(?:ло|ла|ли|ут)? (?:бы )?(?:быть )?(?:и |гораздо |намного )?хуже/u,
  /(?<!не )(?<!\p{L})мог(?:ло|ла|ли) (?:би |б )?бути (?:і |й |значно )?гірше/u,
  /(?<!\p{L})daha (?:kötü|berbat)(?:sü)? (?:de )?olabilir/u,
  /(?<!لا )(?:يمكن|ممكن|الممكن) أن (?:يكون|تكون) (?:\p{L}+ )?أسوأ/u,
  /(?:बुरा|बदतर|ख़राब|खराब) (?:भी )?हो सकता/u,
  /(?<!tidak )bisa (?:saja )?lebih (?:buruk|parah)(?! dari)/u,
  /(?<!不)(?:可以|可能|可能会|可能會|还能|還能)(?:更糟|更差|更坏|更壞|更烂|更爛)/u,
  /더 (?:나쁠|형편없을|심할|안 좋을) 수도 있/u,
];

const SAYINGS = [...EXPECTED_WORSE, ...COULD_BE_WORSE];

/** Whether at least half of a text says that something else was, or could have been, worse. Takes linear time. */
export function saysSomethingElseIsWorse(text: string, language: Language): boolean {
  if (!isSuchSaying(text)) return false;
  const parts = sentencesOf(text, language).map(({ start, end }) => text.slice(start, end));
  const total = parts.reduce((sum, { length }) => sum + length, 0);
  const said = parts.filter(isSuchSaying).reduce((sum, { length }) => sum + length, 0);
  return said >= total / 2;
}

function isSuchSaying(text: string): boolean {
  const plain = text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ');
  return SAYINGS.some((saying) => saying.test(plain));
}
