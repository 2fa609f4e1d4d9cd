import { compareTopics, type TopicComparison } from './compare-topics.js';

export default function compare(comparison: TopicComparison): number[][] {
  return compareTopics(comparison);
}
