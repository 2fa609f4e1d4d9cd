import { Type } from 'typebox';
import { MATCH_KINDS, type MatchKind } from '../../domain/search/explanation.js';
import { choice, nullable } from './checked.js';
import { confidence } from './responses.js';

const score = Type.Number({ description: '0 to 100: what the document scores by this alone.' });
const strength = Type.Number({ description: 'The score on the scale on which both are mixed, from 0.' });

const term = Type.Object(
  {
    term: Type.String({ description: 'The term as the index has it.' }),
    kind: choice<MatchKind>(
      MATCH_KINDS,
      'exact: the word as written. stem: another form of it. typo: a word that looks like it. compound: words that signs join, the ' +
        'same written together or apart, or a part of a word in a script without spaces. synonym: other words that stand for it.',
    ),
    query_word: Type.String({ description: 'The word of the query that it stands for.' }),
    fields: Type.Array(choice<'title' | 'content'>(['title', 'content'], 'Where the document has it.')),
    weight: Type.Number({ description: 'Its share of the lexical score, 0 to 1. The shares of a result add up to 1.' }),
  },
  { title: 'MatchedTerm' },
);

interface Lexical {
  score: number;
  strength: number;
  phrase_bonus: number;
  terms: { term: string; kind: MatchKind; query_word: string; fields: ('title' | 'content')[]; weight: number }[];
}

const lexical = nullable<Lexical>(
  Type.Object(
    {
      score,
      strength,
      phrase_bonus: Type.Number({
        description: 'The part of the score that the words earn by following one another as in the query.',
      }),
      terms: Type.Array(term, { description: 'The matched terms, heaviest first.' }),
    },
    { description: 'Null if words were not searched or did not match.' },
  ),
);

const semantic = nullable<{ score: number; strength: number }>(
  Type.Object(
    { score, strength },
    { description: 'Null if meaning was not searched or is not above ai_search_cutoff_score.' },
  ),
);

const offset = nullable<number>(Type.Integer({ description: 'In UTF-16 units of the content; null for the title.' }));

const bestPassage = nullable<{ number: number; start: number | null; end: number | null; score: number }>(
  Type.Object(
    { number: Type.Integer({ description: 'From 0.' }), start: offset, end: offset, score: Type.Number() },
    { description: 'The passage closest in meaning. Null where semantic is.' },
  ),
);

const mixing = nullable<{ semantic_share: number; formula: string }>(
  Type.Object({
    semantic_share: Type.Number({
      description: 'The share of meaning that was asked for: 0 in a lexical search, 1 in ai_semantic.',
    }),
    formula: Type.String({ description: 'How the score was made of both, in words.' }),
  }),
);

/** How the score of a search result came about. */
export const explanation = Type.Object(
  {
    score: nullable<number>(Type.Number({ description: '0 to 100.' })),
    lexical,
    semantic,
    best_passage: bestPassage,
    mixing,
    confidence: Type.Object({
      level: confidence,
      rule: Type.String({ description: 'Why the score has this level, in words.' }),
    }),
  },
  { title: 'SearchExplanation', description: 'How the score came about. Only present if explain is true.' },
);
