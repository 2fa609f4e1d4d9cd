import { locateNamedModels } from '../../app/named-models.js';
import { type Config, ConfigError, loadConfig } from '../../config.js';
import { type Command, parseWords, printLine, type Screen } from '../command.js';
import { examineLanguageModel, examinePrivacy } from './connections.js';
import { examineSavedIndexes, examineStore } from './data.js';
import { type Finding, wrong } from './finding.js';
import { examineFolder, examineNode, examinePort } from './installation.js';

export const doctor: Command = {
  help: `Usage: sextant doctor

Checks the settings and the data folder (SEXTANT_DATA_DIR) for problems and says how to fix them. Changes nothing. The
exit code is 1 if there is a problem.`,

  async run(words, terminal) {
    parseWords(words, {});
    const findings = [examineNode(process.versions.node), ...(await examineInstallation(terminal.environment))];
    for (const finding of findings) printFinding(finding, terminal.output);
    const count = findings.filter(({ state }) => state === 'wrong').length;
    printLine(
      terminal.output,
      count === 0 ? '\nNo problems found.' : `\n${count} ${count === 1 ? 'problem' : 'problems'} found.`,
    );
    return count === 0 ? 0 : 1;
  },
};

async function examineInstallation(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  let config: Config;
  try {
    config = locateNamedModels(loadConfig(environment));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) => wrong(problem, 'Change or remove the environment variable.'));
  }
  const findings: Finding[] = [{ state: 'fine', text: 'The settings are valid.' }];
  for (const examine of [
    examineFolder,
    examinePort,
    examineStore,
    examineSavedIndexes,
    examineLanguageModel,
    examinePrivacy,
  ])
    findings.push(...(await examine(config)));
  return findings;
}

const LABELS = { fine: 'ok   ', note: 'note ', wrong: 'WRONG' };

function printFinding({ state, text, advice }: Finding, screen: Screen): void {
  printLine(screen, `${LABELS[state]}  ${text}`);
  if (advice !== undefined) printLine(screen, `       → ${advice}`);
}
