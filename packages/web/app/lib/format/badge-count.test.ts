import { expect, it } from 'vitest';
import { badgeCountText } from './badge-count.ts';

it('a badge shows counts up to 99, and 99+ above', () => {
  expect([1, 99, 100].map(badgeCountText)).toEqual(['1', '99', '99+']);
});
