import { SETTINGS, settingName } from '../config.js';
import { runService } from '../main.js';
import type { SettingRule } from '../setting-types.js';
import { type Command, parseWords } from './command.js';

export const serve: Command = {
  help: `Usage: sextant serve

Runs the service until it is stopped (Ctrl-C or SIGTERM). Settings are environment variables:

${describeSettings()}`,

  async run(words) {
    parseWords(words, {});
    await runService();
    return 0;
  },
};

function describeSettings(): string {
  return Object.entries<SettingRule>(SETTINGS)
    .map(([name, rule]) => {
      const choices = rule.enum === undefined ? '' : ` One of ${rule.enum.join(', ')}.`;
      const fallback = rule.default === undefined || rule.default === '' ? '' : ` Default: ${rule.default}.`;
      return `  ${settingName(name).padEnd(34)}${rule.description}${choices}${fallback}`;
    })
    .join('\n');
}
