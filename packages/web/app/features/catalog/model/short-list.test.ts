import { expect, test } from 'vitest';
import { offerSpan } from './short-list.ts';

test('the offer to publish fills the last row at every number of columns', () => {
  const spansByColumns = [1, 2, 3, 4].map((columnCount) =>
    [1, 2, 3, 4, 5, 6, 7].map((serviceCount) => offerSpan(columnCount, serviceCount)),
  );
  expect(spansByColumns).toEqual([
    [1, 1, 1, 1, 1, 1, 1],
    [1, 2, 1, 2, 1, 2, 1],
    [2, 1, 3, 2, 1, 3, 2],
    [3, 2, 1, 4, 3, 2, 1],
  ]);
});
