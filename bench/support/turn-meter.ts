import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from './service.js';

/** Asks a service for the longest turn of its event loop. To be made before the service is started. */
export class TurnMeter {
  readonly #service: Service;
  readonly #file: string;

  constructor(service: Service) {
    this.#service = service;
    this.#file = join(service.folder, 'longest-turn');
    service.environment = { ...service.environment, TURN_METER_FILE: this.#file };
    service.nodeOptions.push('--import', new URL('./measure-turns.mjs', import.meta.url).href);
  }

  /** The longest turn while something was done, in milliseconds of processor time. */
  async longestDuring(work: () => Promise<unknown>): Promise<number> {
    await this.#read();
    await work();
    return this.#read();
  }

  /** The longest since it was last asked. */
  async #read(): Promise<number> {
    rmSync(this.#file, { force: true });
    this.#service.signal('SIGUSR2');
    while (!existsSync(this.#file)) await sleep(1);
    return Number(readFileSync(this.#file, 'utf8'));
  }
}
