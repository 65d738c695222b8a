import { expect, it } from 'vitest';
import { compactCountText, numberText } from './count-text.ts';

it('shortens counts from a thousand on', () => {
  const texts = [0, 999, 1000, 1234, 12_345, 3_000_000].map(compactCountText);
  expect(texts.map((text) => text.replace('\u00a0', ' '))).toEqual([
    '0',
    '999',
    '1 mil',
    '1,2 mil',
    '12,3 mil',
    '3 mi',
  ]);
});

it('writes numbers as in Brazil', () => {
  const texts = [0, 0.5, 999, 1234, 1234.25].map(numberText);
  expect(texts).toEqual(['0', '0,5', '999', '1.234', '1.234,25']);
});
