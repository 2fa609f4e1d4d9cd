import { printLine, type Screen, type Terminal } from '../../command.js';
import { type FindingEvents, kindOf, type SkipReason } from './find-files.js';

interface FileFailure {
  path: string;
  /** `row 12`; null if the whole file failed. */
  place: string | null;
  reason: string;
}

const SHOWN_AT_MOST = 20;
const KINDS_SHOWN = 5;

/** What became of the files of an import. */
export class FileReport implements FindingEvents {
  /** Files. */
  imported = 0;
  unchanged = 0;
  /** Files whose documents were removed because they no longer exist. */
  removed = 0;
  /** Documents. */
  created = 0;
  updated = 0;
  readonly failures: FileFailure[] = [];
  readonly #failedFiles = new Set<string>();
  readonly #skipped = new Map<SkipReason, Map<string, number>>();

  get failedCount(): number {
    return this.#failedFiles.size;
  }

  get skippedCount(): number {
    return [...this.#skipped.values()].reduce((sum, kinds) => sum + total(kinds), 0);
  }

  skipped(reason: SkipReason, path: string): void {
    const kinds = this.#skipped.get(reason) ?? new Map<string, number>();
    const kind = kindOf(path);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    this.#skipped.set(reason, kinds);
  }

  failed(path: string, reason: string, place: string | null = null): void {
    this.#failedFiles.add(path);
    this.failures.push({ path, place, reason: reason.replace(/\s+/g, ' ') });
  }

  /** `12 imported, 240 unchanged, 2 failed` */
  describeProgress(): string {
    return `${this.imported} imported, ${this.unchanged} unchanged, ${this.failedCount} failed`;
  }

  print({ output, errors }: Terminal): void {
    const documents = this.created + this.updated;
    const parts = [
      `${count(this.imported, 'file')} imported (${count(documents, 'document')})`,
      `${this.unchanged} unchanged`,
      ...(this.removed > 0 ? [`${this.removed} removed`] : []),
      `${this.skippedCount} skipped`,
      `${this.failedCount} failed`,
    ];
    printLine(output, `${parts.join(', ')}.`);
    this.#printSkipped(errors);
    this.printFailures(errors);
  }

  printFailures(errors: Screen): void {
    for (const { path, place, reason } of this.failures.slice(0, SHOWN_AT_MOST)) {
      printLine(errors, plain(`  ${path}${place === null ? '' : ` (${place})`}: ${reason}`));
    }
    const more = this.failures.length - SHOWN_AT_MOST;
    if (more > 0) printLine(errors, `  … and ${more} more; --json lists them all.`);
  }

  toJson(): object {
    const skipped = Object.fromEntries(
      [...this.#skipped].map(([reason, kinds]) => [reason.replace(' ', '_'), total(kinds)]),
    );
    return {
      object: 'file_import_result',
      files: {
        imported: this.imported,
        unchanged: this.unchanged,
        removed: this.removed,
        failed: this.failedCount,
        skipped,
      },
      documents: { created: this.created, updated: this.updated },
      failures: this.failures,
    };
  }

  #printSkipped(errors: Screen): void {
    for (const [reason, kinds] of this.#skipped) {
      if (reason === 'excluded' || reason === 'ignored') continue;
      const common = [...kinds].sort(([, a], [, b]) => b - a).slice(0, KINDS_SHOWN);
      const shown = common.map(([kind, times]) => `${kind} ${times}`).join(', ');
      const more = kinds.size > KINDS_SHOWN ? ', …' : '';
      const hint = reason === 'link' ? ' (--follow-links follows them)' : '';
      printLine(errors, plain(`  skipped ${total(kinds)} ${LABELS[reason]}: ${shown}${more}${hint}`));
    }
  }
}

const LABELS: Record<SkipReason, string> = {
  hidden: 'hidden',
  ignored: 'ignored',
  excluded: 'excluded',
  link: 'symbolic links',
  special: 'that are no regular files',
  'unknown type': 'of other types',
  binary: 'binary',
  empty: 'without text',
};

function total(kinds: ReadonlyMap<string, number>): number {
  return [...kinds.values()].reduce((sum, times) => sum + times, 0);
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}

/** Names and messages may contain control characters, which could manipulate the terminal. */
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, '?');
}
