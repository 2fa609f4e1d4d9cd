import type { StopReason } from '../../src/domain/search/generation.js';

/** What invoke-llm would be sent, and the rule by which the output is judged. */
export interface SmallTask {
  kind: 'extract' | 'rewrite' | 'classify' | 'list' | 'short answer' | 'summarise';
  instruction: string;
  input?: string;
  rule: Rule;
}

/** An output is right if it has all of `says` and nothing of `saysNot`, and if it is no longer than asked for. */
interface Rule {
  says: readonly RegExp[];
  saysNot?: readonly RegExp[];
  /** With some tolerance, where the instruction names a number. */
  mostWords: number;
}

/** An output that did not end by itself is wrong, whatever it says. */
export function isRight({ rule }: Pick<SmallTask, 'rule'>, output: { text: string; stopReason: StopReason }): boolean {
  const { says, saysNot = [], mostWords } = rule;
  return (
    output.stopReason === 'end_turn' &&
    wordsOf(output.text) <= mostWords &&
    says.every((expected) => expected.test(output.text)) &&
    !saysNot.some((wrong) => wrong.test(output.text))
  );
}

function wordsOf(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

const TIDES =
  'The Moon pulls the oceans towards it. Twice a day the water rises and falls along every coast, and sailors plan their ' +
  'departures by it. At full moon and at new moon the Sun pulls in the same direction, and the tides are highest.';
const BAKERY =
  'The bakery in Mill Street opens at six. It sells bread, rolls and cakes, all baked in the same building during the night. ' +
  'On Sundays there is a queue in front of the door, because no other bakery in town is open on that day.';
const BEES =
  'Bees collect nectar from flowers and carry it to the hive. There they turn it into honey, which feeds the colony in winter. ' +
  'On their way they also carry pollen from one flower to the next, and most fruit trees depend on that.';
const FRUIT =
  '(apple|banana|orange|grape|mango|pear|peach|plum|cherr|strawberr|blueberr|raspberr|kiwi|lemon|pineapple|melon)';
const OTHER_DAYS = /monday|tuesday|wednesday|thursday|friday/i;

export const SMALL_TASKS: readonly SmallTask[] = [
  {
    kind: 'extract',
    instruction: 'Extract the e-mail address from the text. Answer with the address alone.',
    input: 'Please send the signed form to anna.weber@example.org before Friday.',
    rule: { says: [/anna\.weber@example\.org/i], saysNot: [/friday/i], mostWords: 10 },
  },
  {
    kind: 'extract',
    instruction: 'Which city does the text mention? Answer with the name of the city.',
    input: 'The conference takes place in Lisbon from 3 to 5 May.',
    rule: { says: [/lisbon/i], saysNot: [/may\b/i], mostWords: 12 },
  },
  {
    kind: 'extract',
    instruction: 'On which date does the contract end? Answer with the date.',
    input: 'The contract ends on 14 March 2027 and is renewed automatically.',
    rule: { says: [/14(th)?( of)? march,? 2027|march 14(th)?,? 2027/i], mostWords: 15 },
  },
  {
    kind: 'extract',
    instruction: 'How much does the bicycle cost? Answer with the price.',
    input: 'The bicycle costs 349 euros, and the helmet beside it 60 euros.',
    rule: { says: [/349/], saysNot: [/60/], mostWords: 15 },
  },
  {
    kind: 'extract',
    instruction: 'Who wrote the report? Answer with the name.',
    input: 'The report on the harbour was written by Maria Lopez and checked by Tom Baker.',
    rule: { says: [/lopez/i], saysNot: [/baker/i], mostWords: 15 },
  },
  {
    kind: 'extract',
    instruction: 'Extract the phone number from the text.',
    input: 'Call our service desk at 555-0142 from nine to five.',
    rule: { says: [/555-0142/], saysNot: [/nine/i], mostWords: 15 },
  },
  {
    kind: 'rewrite',
    instruction: 'Write the sentence in capital letters.',
    input: 'the ship leaves at noon',
    rule: { says: [/THE SHIP LEAVES AT NOON/], mostWords: 12 },
  },
  {
    kind: 'rewrite',
    instruction: 'Correct the spelling mistakes in the sentence.',
    input: 'The wether is beatiful today.',
    rule: { says: [/weather is beautiful today/i], saysNot: [/wether|beatiful/i], mostWords: 15 },
  },
  {
    kind: 'rewrite',
    instruction: 'Rewrite the sentence in the past tense.',
    input: 'She walks to the market and buys a fish.',
    rule: { says: [/walked to the market/i, /bought/i], mostWords: 15 },
  },
  {
    kind: 'rewrite',
    instruction: 'Translate the text into French.',
    input: 'Good morning, my friend.',
    rule: { says: [/bonjour/i, /\bami\b/i], mostWords: 12 },
  },
  {
    kind: 'rewrite',
    instruction: 'Rewrite the request so that it is polite.',
    input: 'Send me the file.',
    rule: { says: [/please|could|would|kindly|appreciate/i, /file/i], mostWords: 30 },
  },
  {
    kind: 'classify',
    instruction: 'Is the review positive or negative? Answer with one word.',
    input: 'The food was cold and the waiter was rude.',
    rule: { says: [/negative/i], saysNot: [/positive/i], mostWords: 5 },
  },
  {
    kind: 'classify',
    instruction: 'Is the review positive or negative? Answer with one word.',
    input: 'A wonderful film. We laughed all evening.',
    rule: { says: [/positive/i], saysNot: [/negative/i], mostWords: 5 },
  },
  {
    kind: 'classify',
    instruction: 'Is the message spam? Answer yes or no.',
    input: 'Congratulations! You have won a million dollars. Click here now to get your prize.',
    rule: { says: [/^\W*yes\b/i], mostWords: 20 },
  },
  {
    kind: 'classify',
    instruction: 'Is the text about sport, politics or science? Answer with one word.',
    input: 'The team scored twice in the second half and won the cup.',
    rule: { says: [/sport/i], saysNot: [/politic|science/i], mostWords: 5 },
  },
  {
    kind: 'classify',
    instruction: 'Is the text a question or a statement? Answer with one word.',
    input: 'Where is the nearest station?',
    rule: { says: [/question/i], saysNot: [/statement/i], mostWords: 5 },
  },
  {
    kind: 'classify',
    instruction: 'In which language is the text written? Answer with the name of the language.',
    input: 'Der Zug kommt um acht Uhr in Berlin an.',
    rule: { says: [/german|deutsch/i], saysNot: [/english|french|dutch/i], mostWords: 12 },
  },
  {
    kind: 'list',
    instruction: 'List three fruits.',
    rule: { says: [new RegExp(`${FRUIT}[^]*${FRUIT}[^]*${FRUIT}`, 'i')], mostWords: 20 },
  },
  {
    kind: 'list',
    instruction: 'Name the two days of the weekend.',
    rule: { says: [/saturday/i, /sunday/i], saysNot: [OTHER_DAYS], mostWords: 20 },
  },
  {
    kind: 'list',
    instruction: 'List the animals that the text mentions.',
    input: 'A dog, two cats and a parrot live in the old house.',
    rule: { says: [/dog/i, /cat/i, /parrot/i], saysNot: [/house/i], mostWords: 20 },
  },
  {
    kind: 'list',
    instruction: 'List the four seasons of the year.',
    rule: { says: [/spring/i, /summer/i, /autumn|fall/i, /winter/i], mostWords: 30 },
  },
  {
    kind: 'short answer',
    instruction: 'Answer with the single word yes.',
    rule: { says: [/^\W*yes\W*$/i], mostWords: 1 },
  },
  {
    kind: 'short answer',
    instruction: 'Answer the question in one short sentence.',
    input: 'What is the capital of France?',
    rule: { says: [/paris/i], mostWords: 15 },
  },
  {
    kind: 'short answer',
    instruction: 'Answer the question in one short sentence.',
    input: 'How many days does a week have?',
    rule: { says: [/\b(7|seven)\b/i], mostWords: 15 },
  },
  {
    kind: 'short answer',
    instruction: 'What is 2 plus 3? Answer with the number.',
    rule: { says: [/\b(5|five)\b/i], mostWords: 10 },
  },
  {
    kind: 'short answer',
    instruction: 'Answer the question with one word.',
    input: 'Which colour has the sky on a clear day?',
    rule: { says: [/blue/i], mostWords: 5 },
  },
  {
    kind: 'summarise',
    instruction: 'Summarise the text in one sentence.',
    input: TIDES,
    rule: { says: [/moon/i, /tide|water|ocean|sea\b/i], mostWords: 35 },
  },
  {
    kind: 'summarise',
    instruction: 'Make a title of at most five words for the text.',
    input: TIDES,
    rule: { says: [/moon|tide|ocean/i], mostWords: 7 },
  },
  {
    kind: 'summarise',
    instruction: 'Summarise the text in at most twenty words.',
    input: BAKERY,
    rule: { says: [/bakery|bread/i], mostWords: 25 },
  },
  {
    kind: 'summarise',
    instruction: 'What is the text about? Answer in one sentence.',
    input: BEES,
    rule: { says: [/\bbees?\b/i], mostWords: 35 },
  },
];
