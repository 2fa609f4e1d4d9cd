import { serveCalls } from '../../../threads/callable-thread.js';
import { wordsInDocument } from './words-in-document.js';

const methods = { wordsInDocument };

export type WordCountMethods = typeof methods;

serveCalls(methods);
