import { constants, tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { fullDiskHint, isFullDisk } from './full-disk.js';

it.runIf(process.platform === 'linux')(
  'says which folder has no space, how much there is, and what to do',
  async () => {
    // A file system that has never any space.
    const hint = await fullDiskHint('/proc');
    expect(hint).toContain('data folder /proc is full (0 bytes free). Free some space, or set SEXTANT_DATA_DIR');
  },
);

it('says nothing where there is space, or nothing is known of it', async () => {
  expect(await fullDiskHint(tmpdir())).toBe('');
  expect(await fullDiskHint('/no/such/folder')).toBe('');
});

it('knows the error of the system', () => {
  expect(isFullDisk(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }))).toBe(true);
  expect(isFullDisk(Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' }))).toBe(false);
  expect(isFullDisk('ENOSPC')).toBe(false);
});

it.each(['ENOSPC', constants.errno.ENOSPC])('knows the error with the code %s', (code) => {
  expect(isFullDisk(Object.assign(new Error('No space left on device'), { code }))).toBe(true);
  expect(isFullDisk(new Error('No space left on device'))).toBe(false);
});
