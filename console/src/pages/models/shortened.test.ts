import { expect, it } from 'vitest';
import { shortened } from './shortened.js';

it('keeps both ends of what is too long', () => {
  expect(shortened('balance_not_updated', 19)).toBe('balance_not_updated');
  expect(shortened('balance_not_updated', 8)).toBe('bala…ted');
  expect(shortened('👍'.repeat(9), 3)).toBe('👍…👍');
});
