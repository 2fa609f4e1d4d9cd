import { serveCalls } from '../../../threads/callable-thread.js';
import { scoreDivided } from '../passages/score-divided.js';
import { wordsInDocument } from './words-in-document.js';

const methods = { wordsInDocument, scoreDivided };

export type WordCountMethods = typeof methods;

serveCalls(methods);
