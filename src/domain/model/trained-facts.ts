/** What is known of a version once it is trained. */
export interface TrainedFacts {
  /** The vector space of the embeddings it was trained with; null where it needs none. */
  space: string | null;
  /** The language of texts that don't show theirs; null where it can be any. */
  language: 'en' | null;
  metrics: ModelMetrics;
  /** What a predictor is asked with; null for a text classifier. */
  inputFields: DescribedField[] | null;
  report: DataReport | null;
}

/** Measured on held-out examples. */
export type ModelMetrics = ClassificationMetrics | RegressionMetrics;

export interface ClassificationMetrics {
  accuracy: number;
  /** Over the labels that occur among the examples or the predictions. */
  macroF1: number;
  labels: LabelMetrics[];
  /** `counts[actual][predicted]`, in the order of `labels`. */
  confusionMatrix: { labels: string[]; counts: number[][] };
  /** Expected calibration error: by how much confidence and accuracy differ on average, over bins of confidence. */
  calibrationError: number;
}

export interface LabelMetrics {
  label: string;
  precision: number;
  recall: number;
  f1: number;
  /** How many of the examples measured on have this label. */
  support: number;
}

export interface RegressionMetrics {
  /** The share of the variance that is explained; below 0 is worse than the mean. */
  r2: number;
  /** The mean absolute error, in the unit of the target. */
  mae: number;
}

/** An identifier names its row: it is taken, and nothing is learnt from it. */
export type FieldType = 'number' | 'category' | 'boolean' | 'date' | 'text' | 'identifier';

/** A field of a predictor's input as callers are shown it. */
export interface DescribedField {
  name: string;
  type: FieldType;
  /** Never: a prediction can be made without any field, if less well. */
  required: boolean;
  /** The commonest categories, most frequent first. Others are taken too, as unknown ones. */
  values?: string[];
}

/** What the owner should know about the examples. Places count from 0. */
export interface DataReport {
  examples: number;
  /** Fewer than all where there are more than a model of so many labels can be fitted to. */
  used: number;
  /** Copies beyond the first of each. They count as often as they were sent. */
  duplicates: number;
  /** Groups of equal examples with different labels, `count` in all, the first few listed. */
  conflicts: { count: number; listed: { examples: number[]; labels: string[] }[] };
  /** The most certain of `count` examples that look mislabelled. */
  suspectedLabels: {
    count: number;
    listed: { example: number; label: string; suggested: string; confidence: number }[];
  };
}
