import type { ChatMessage, Generation } from '../language-model.js';

/** What the process that writes is started with, as JSON in its arguments. */
export interface WriterSettings {
  file: string;
  threads: number;
  /** The most; less if the model was trained with less. */
  contextTokens: number;
  handling: Handling;
  /** Texts that are written at once. */
  atOnce: number;
  gpu: 'auto' | 'off';
}

/** How a model is asked, and how it is kept to the point. */
export interface Handling {
  /** `usual`: as the library knows it. `instruction_last`: the file's own template, what the system says after what the user says. */
  chatFormat: 'usual' | 'instruction_last';
  /** Leaves out what is less likely than this share of the likeliest token. */
  minP: number;
  /** Tokens of the last sentences become less likely by this factor; 1 for none. */
  repeatPenalty: number;
  /** Ends a text that says the same sentence for the third time. */
  stopsLoops: boolean;
}

/** For models that know by themselves when they are done. */
export const USUAL_HANDLING: Handling = {
  chatFormat: 'usual',
  minP: 0,
  repeatPenalty: 1.1,
  stopsLoops: false,
};

export interface WritingTask {
  messages: readonly ChatMessage[];
  maxOutputTokens: number;
  temperature: number;
}

/** To the process that writes. Every call has an id of its own, which its answers carry. */
export type WriterCall =
  | { kind: 'write'; id: number; task: WritingTask }
  | { kind: 'stop'; id: number }
  | { kind: 'count'; id: number; text: string };

/** From the process that writes. `ready` or `unusable` comes first; a call ends with any of the last four. */
export type WriterAnswer =
  | { kind: 'ready'; contextTokens: number }
  | { kind: 'unusable'; reason: string }
  | { kind: 'text'; id: number; piece: string }
  | { kind: 'written'; id: number; generation: Generation }
  | { kind: 'counted'; id: number; tokens: number }
  | { kind: 'no_room'; id: number; promptTokens: number }
  | { kind: 'failed'; id: number; reason: string };
