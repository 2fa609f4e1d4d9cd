import type { Language } from '../../domain/document/language.js';
import { lazyPerLanguage } from '../lazy.js';
import { hasUnspacedScript } from '../unspaced-scripts.js';
import { analyze } from './analyze.js';
import { profileOf } from './language-profiles.js';
import { type WordForms, wordForms } from './word-forms.js';

/**
 * Articles, pronouns, prepositions, conjunctions, auxiliaries. The lists are short on purpose: a word that a query can be about
 * must not be here.
 */
export const STOP_WORDS: Record<Language, string> = {
  ar: 'في من على إلى عن مع هذا هذه ذلك تلك الذي التي الذين أن إن كان كانت كانوا يكون ما لا لم لن هو هي هم نحن أنا أنت و أو ثم قد كل بعد قبل بين عند حتى إذا لكن أي غير هل كيف متى أين ماذا لماذا كم',
  bg: 'и в на с за от по до из при над под през към че да не се е са съм си сме сте бе беше бяха ще го я му ѝ им ги ме те ни ви той тя то ние вие това този тази тези който която което които как къде кога какво кой защо ли а но или ако като',
  bn: 'এবং ও বা যে এই সেই একটি এর তার কি না হয় হয়েছে ছিল আছে করে করা থেকে জন্য সঙ্গে সাথে উপর মধ্যে আমি তুমি সে তারা আমরা আপনি কিন্তু যদি কেন কোথায় কখন কিভাবে কে',
  ca: 'el la els les un una uns unes de del dels a al als en amb per i o que és són era va no es se li ho hi què qui com quan on més però si aquest aquesta aquests aquestes seu seva meu meva jo tu ell ella nosaltres ells',
  cs: 'a i v ve na s se z ze do od po při pro o u k ke že aby jak co kdo kde kdy proč je jsou byl byla bylo byly být jsem jsi jsme jste ne ale nebo ani jen to ten ta ti ty toho tom tím jeho její jejich který která které já on ona ono my vy oni si by už',
  da: 'og i på af til fra med for ved om at det den der de en et er var som ikke har havde kan vil skal men eller jeg du han hun vi dem hans hendes hvad hvem hvor hvornår hvordan hvorfor denne dette disse så også ham',
  de: 'der die das den dem des ein eine einen einem einer eines und oder aber in im an am auf aus bei mit nach von vom zu zum zur für über unter um durch ist sind war waren wird werden wurde wurden sein hat haben hatte nicht sich es er sie wir ihr ich du man als wie was wer wo wann warum welche welcher welches dass so auch nur noch dieser diese dieses kann',
  el: 'ο η το οι τα του της των τον την τους τις και ή σε στο στη στην στον στους στις στα από με για ως να θα δεν μη που πως ότι είναι ήταν έχει έχουν ένα ένας μια αυτό αυτός αυτή τι ποιος ποια ποιο πού πότε γιατί πώς αν αλλά κατά προς',
  en: 'a an the and or but if of at by for with about to from in on into as is are was were be been being am do does did has have had having it its this that these those he she they them his her their we us our you your i me my not no so than then there what which who whom whose when where why how can could will would should may might must',
  es: 'el la los las lo un una unos unas y o u e de del a al en con por para sin sobre que es son era fue ser está están ha han no se su sus le les me te nos mi tu yo él ella ellos como cuando donde qué quién quiénes cuál cuáles cómo cuándo dónde cuánto cuántos más pero si este esta estos estas ese esa eso',
  et: 'ja ning või aga et kui on oli olid olema ei see selle seda need ta tema nad me meie te teie ma mina sa sina mis kes kus millal miks kuidas kas ka ning oma sest nagu',
  fa: 'و در به از که این آن را با برای است بود شد شده می هست هستند بودند تا یا هم نیز اما اگر هر یک من تو او ما شما آنها ها های چه چرا چگونه کجا کی آیا بر',
  fi: 'ja tai mutta on oli ovat olivat olla ei se ne hän he minä sinä me te tämä tuo että kun jos kuin joka jotka mikä mitä kuka missä milloin miksi miten myös niin sen hänen niiden',
  fr: 'le la les un une des du de au aux et ou mais en dans sur sous par pour avec sans que qui quoi dont où quand comment pourquoi quel quelle quels quelles est sont était étaient être été a ont avait ce cet cette ces il elle ils elles on nous vous je tu se sa son ses leur leurs ne pas plus si y mon ma mes ton ta',
  he: 'של על את אל עם מן אני אתה את הוא היא הם הן אנחנו אתם זה זו זאת אלה כי אם לא או גם רק כל יש אין היה היתה היו מה מי איפה מתי למה איך כמה אבל אשר כמו בין עד אחרי לפני',
  hi: 'का के की को से में पर और या है हैं था थी थे हो होता होती होते यह ये वह वे इस उस जो कि ने नहीं भी तो ही एक मैं हम तुम आप क्या कौन कहाँ कब क्यों कैसे किस लिए साथ तक अपने कर',
  hr: 'i u na s sa za od do iz po pri o k ka da je su bio bila bilo bili biti sam si smo ste nije ne se to taj ta ti te ovaj ova ovo koji koja koje što tko gdje kada zašto kako ali ili ako jer kao on ona ono oni mi vi ja ti njegov njezin će bi',
  hu: 'a az egy és vagy de hogy nem is van volt vannak voltak lesz ez azt ezt ezek azok ő ők én te mi ti ki mit hol mikor miért hogyan melyik csak már még meg mint ha el',
  id: 'yang dan di ke dari untuk dengan pada adalah ini itu tidak atau juga oleh sebagai dalam akan telah sudah ada saya anda dia mereka kami kita apa siapa mana kapan mengapa bagaimana karena jika tetapi para',
  it: 'il lo la i gli le un uno una di del dello della dei degli delle a al allo alla ai agli alle da dal dalla in nel nella nei con su sul sulla per tra fra e ed o ma che chi cui non si è sono era erano essere ha hanno come quando dove perché cosa quale quali questo questa questi queste suo sua loro io tu lui lei noi voi',
  ja: 'の に は を た が で て と し れ さ ある いる も する から な こと として い や など なっ ない この ため その よう また もの という あり まで られ なる へ か だ これ によって により おり より による ず なり です ます まし 何 誰 どこ いつ なぜ どの どう',
  ko: '그리고 그러나 하지만 또는 및 그 이 저 것 수 등 더 있는 있다 없다 하는 하다 무엇 누구 어디 언제 왜 어떻게 어떤 몇 나는 우리 그는 그녀',
  lt: 'ir ar bet kad yra buvo būti ne nėra į iš su už nuo iki per prie apie po tai šis ši tas ta jis ji jie jos mes jūs aš tu kas kur kada kodėl kaip kuris kuri kurie o jo jų savo',
  lv: 'un vai bet ka ir bija būt nav ne no ar uz par pie pēc līdz kā kas kur kad kāpēc šis šī tas tā viņš viņa viņi mēs jūs es tu kurš kura arī lai ja to',
  nb: 'og i på av til fra med for ved om at det den der de en et ei er var som ikke har hadde kan vil skal men eller jeg du han hun vi dem hans hennes hva hvem hvor når hvordan hvorfor denne dette disse så også ham',
  nl: 'de het een en of maar in op van voor met aan bij uit naar door over om te ten ter is zijn was waren wordt worden werd heeft hebben had niet er dat die dit deze hij zij ze we wij ik je jij u wat wie waar wanneer waarom hoe welke als dan ook nog zich hun haar',
  pl: 'i a w we na z ze do od po przy dla o u za że żeby jak co kto gdzie kiedy dlaczego jest są był była było byli być nie się to ten ta te tego tej tym jego jej ich który która które ale lub albo oraz czy już tylko on ona ono oni my wy ja ty mu',
  pt: 'o a os as um uma uns umas de do da dos das em no na nos nas por pelo pela para com sem sobre e ou mas que se é são era foi ser está estão tem não ao aos à às como quando onde qual quais quem quê porque este esta estes estas esse essa isso seu sua seus suas eu tu ele ela nós eles mais',
  ro: 'și şi sau dar de la în din cu pe pentru prin un o unui unei al ai ale este sunt era erau fi fost a au nu se că să ce cine unde când cum care acest această acești aceste el ea ei ele noi voi eu tu lui lor mai',
  ru: 'и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по ее её мне было вот от меня о из ему быть был была были для или ни мы они это этот эта эти тот та те который которая которые когда где кто чем какой какая какие почему сколько при до под над',
  sk: 'a i v vo na s so z zo do od po pri pre o u k ku že aby ako čo kto kde kedy prečo je sú bol bola bolo boli byť som si sme ste nie ale alebo ani len to ten tá tí tie toho tom tým jeho jej ich ktorý ktorá ktoré ja on ona ono my vy oni sa by už',
  sl: 'in v na s z za od do iz po pri o k da je so bil bila bilo bili biti sem si smo ste ni ne se to ta ti te tega tem njegov njen ki kateri katera katero kaj kdo kje kdaj zakaj kako ali pa ampak če ker kot on ona ono oni mi vi jaz bi',
  sr: 'и у на с са за од до из по при о к ка да је су био била било били бити сам си смо сте није не се то тај та ти те овај ова ово који која које што шта ко где када зашто како али или ако јер као он она оно они ми ви ја његов њен ће би',
  sv: 'och i på av till från med för vid om att det den de en ett är var som inte har hade kan vill ska men eller jag du han hon vi dem hans hennes vad vem var när hur varför vilken vilket vilka denna detta dessa så också honom',
  th: 'และ หรือ แต่ ที่ ซึ่ง อัน ของ ใน บน จาก ถึง กับ โดย เพื่อ เป็น คือ มี ไม่ ได้ ให้ ว่า นี้ นั้น จะ ก็ แล้ว เมื่อ ถ้า ฉัน เขา เธอ เรา อะไร ใคร ไหน เมื่อไร ทำไม อย่างไร ไป มา',
  tr: 've veya ile bir bu şu o da de ki mi mı mu mü için gibi kadar daha çok en ama fakat ancak değil var yok olan olarak oldu ne kim nerede hangi nasıl neden niçin ben sen biz siz onlar onun her ya',
  uk: 'і й та в у на з із зі до від по при для про о за що щоб як де коли чому хто є був була було були бути не але або чи ні це цей ця ці той те ті його її їх який яка яке які він вона воно вони ми ви я ти ж би',
  vi: 'và của là có cho các những một được trong với này đó khi để không người đã sẽ đang từ ra vào như thì mà ở bị bởi cũng nhưng hay hoặc nếu tôi bạn anh chị nó họ chúng gì ai đâu nào sao thế tại về',
  zh: '的 了 和 是 在 我 你 他 她 它 们 我们 你们 他们 有 不 这 那 也 就 都 与 及 或 而 但 被 把 从 到 对 为 以 于 之 吗 呢 吧 什么 谁 哪 哪里 何时 为什么 怎么 如何 一个 的是 着 過 嗎 個',
};

/** The stop words of a language as terms, and as people type them without accents. */
export const stopWordsOf = lazyPerLanguage((language): ReadonlySet<string> => {
  const forms = formsOf(STOP_WORDS[language] ?? '', language);
  // Without its tones, nearly every syllable of Vietnamese is another word.
  const bare = language === 'vi' ? [] : forms.map((form) => form.bare);
  return new Set([...forms.map((form) => form.term), ...bare]);
});

/**
 * The forms that an analysis of the list would find. The lists of all languages are read when a service starts, so where spaces part
 * the words they are not analysed: that would stem them, and make a cache for each language.
 */
function formsOf(words: string, language: Language): Pick<WordForms, 'term' | 'bare'>[] {
  if (hasUnspacedScript(words)) return analyze(words, language).filter((token) => token.kind === 'word');
  const unstemmed = { ...profileOf(language), stem: undefined };
  return words.split(' ').map((word) => wordForms(word, unstemmed));
}

/** Whether a term is a stop word of its language, with or without accents. */
export function isStopWord(term: string, language: Language): boolean {
  return stopWordsOf(language).has(term);
}
