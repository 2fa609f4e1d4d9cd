/** What a text thinks of its subject. In the order of the classifier's outputs. */
export const SENTIMENTS = ['negative', 'neutral', 'positive'] as const;
export type Sentiment = (typeof SENTIMENTS)[number];

/** How likely each sentiment is; they add up to 1. */
export type SentimentShares = Record<Sentiment, number>;
