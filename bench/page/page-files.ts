import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Results } from '../support/recording.js';
import type { PageContents } from './contents.js';
import { renderGrowthPlot } from './growth-plot.js';
import { type AllResults, renderPage } from './render-page.js';

export function readAllResults(folder: string): AllResults {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return new Map(
    files
      .sort()
      .map((name): [string, Results] => [
        basename(name, '.json'),
        JSON.parse(readFileSync(join(folder, name), 'utf8')),
      ]),
  );
}

/** Everything that is generated: texts by the path of their file. */
export function pageFiles(contents: PageContents, results: AllResults): Map<string, string> {
  const plots = contents.sections.flatMap(({ script, plot }): [string, string][] => {
    const measured = results.get(script);
    if (plot === undefined || measured === undefined) return [];
    return [[`docs/images/benchmarks/${script}.svg`, renderGrowthPlot(measured.figures, plot)]];
  });
  return new Map([['docs/benchmarks.md', renderPage(contents, results)], ...plots]);
}
