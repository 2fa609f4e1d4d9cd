import { type Config, ConfigError, loadConfig } from '../../config.js';
import { type Command, parseWords, printLine, type Screen } from '../command.js';
import { examineLanguageModel, examinePrivacy } from './connections.js';
import { examineSavedIndexes, examineStore } from './data.js';
import { type Finding, wrong } from './finding.js';
import { examineFolder, examineNode, examinePort } from './installation.js';

export const doctor: Command = {
  help: `Usage: sextant doctor

Looks at the settings, the data folder (SEXTANT_DATA_DIR) and what is in it, says what is wrong and what to do about
it, and changes nothing. Ends with exit code 1 if anything is wrong.`,

  async run(words, terminal) {
    parseWords(words, {});
    const findings = [examineNode(process.versions.node), ...(await examineInstallation(terminal.environment))];
    for (const finding of findings) printFinding(finding, terminal.output);
    const count = findings.filter(({ state }) => state === 'wrong').length;
    printLine(
      terminal.output,
      count === 0 ? '\nNothing is wrong.' : `\n${count} ${count === 1 ? 'thing is' : 'things are'} wrong.`,
    );
    return count === 0 ? 0 : 1;
  },
};

async function examineInstallation(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  let config: Config;
  try {
    config = loadConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) => wrong(problem, 'Change or remove the environment variable.'));
  }
  const findings: Finding[] = [{ state: 'fine', text: 'The settings can be used.' }];
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
