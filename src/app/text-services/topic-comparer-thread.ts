import { compareTopics, type TopicComparison } from '../../inference/extractive/compare-topics.js';

export default function compare(comparison: TopicComparison): number[][] {
  return compareTopics(comparison);
}
