import { compareTopics } from '../../inference/extractive/compare-topics.js';
import { findSentences } from '../../text/answers/find-sentences.js';
import { makeExcerpts } from '../../text/excerpts/make-excerpts.js';
import { splitAllIntoPassages } from '../../text/passages/passages.js';
import { divideSentences } from '../../text/summaries/divide-sentences.js';
import { serveCalls } from '../../threads/callable-thread.js';

const methods = { compareTopics, divideSentences, findSentences, makeExcerpts, splitAllIntoPassages };

export type TextMethods = typeof methods;

serveCalls(methods);
