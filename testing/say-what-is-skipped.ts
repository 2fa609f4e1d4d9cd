/** Run by Vitest once, before the tests. */
export default function sayWhatIsSkipped(): void {
  if (process.env.SEXTANT_TEST_OPENSEARCH_URL) return;
  console.log('Skipped: suites on an OpenSearch cluster. CONTRIBUTING.md says how to run them.');
}
