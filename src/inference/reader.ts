/** What a reader is given to find an answer in. */
export interface ReadPassage {
  /** May be empty. */
  title: string;
  text: string;
}

/** A place in a passage's text, in UTF-16 units. The end is exclusive. */
export interface AnswerSpan {
  start: number;
  end: number;
  /** Its probability among all spans of the passage that are short enough to be an answer. */
  share: number;
}

/** What a reader says of one passage. */
export interface Reading {
  /** Whether the passage answers the question at all, as a logit: above 0 it rather does. */
  answerable: number;
  /** The likeliest answers, best first. None in a passage without words. */
  spans: readonly AnswerSpan[];
}

/** Reads a question and a passage together and says where in the passage the answer is. */
export interface PassageReader {
  /** How many passages it reads at the same time. */
  readonly atOnce: number;
  /** Resolves when the model is loaded. Without it the first reading waits for that. */
  load(): Promise<void>;
  /**
   * A passage that has to wait for others is given up when the signal aborts; the call then rejects with its reason. Rejects
   * with `overloaded` when too much is waiting, with `model_not_ready` or `model_failed` when the model can't answer.
   */
  read(question: string, passage: ReadPassage, signal?: AbortSignal): Promise<Reading>;
  /** What runs is finished first; what waits is refused. */
  close(): Promise<void>;
}
