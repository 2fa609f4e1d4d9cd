import { chromiumPath } from '../console/test/harness/chromium.js';

/** Run by Vitest once, before the tests. */
export default function sayWhatIsSkipped(): void {
  const { SEXTANT_TEST_OPENSEARCH_URL, SEXTANT_TEST_FAULTS } = process.env;
  if (chromiumPath() === null) console.log('Skipped: the console in a browser. Install chromium to run these tests.');
  if (SEXTANT_TEST_OPENSEARCH_URL || SEXTANT_TEST_FAULTS) return;
  console.log('Skipped: suites on an OpenSearch cluster. CONTRIBUTING.md says how to run them.');
}
