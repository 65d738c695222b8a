import { describe, expect, it } from 'vitest';
import { encodeCursor } from '../../../platform/cursor.ts';
import {
  effectiveSortOf,
  parseSearchCursor,
  searchCursorOf,
  sortCursorRules,
} from './sort-cursors.ts';
import type { ServiceSort } from './sort-order-columns.ts';

const serviceId = '0199d3a0-0000-7000-8000-00000000000a';
const serviceRow = {
  id: serviceId,
  price: 4990,
  publishedAt: '2026-11-20T12:00:00.123456Z',
  key: null,
};
const rowsBySort: Readonly<
  Record<ServiceSort, typeof serviceRow | (Omit<typeof serviceRow, 'key'> & { key: string })>
> = {
  recent: serviceRow,
  price_asc: serviceRow,
  price_desc: serviceRow,
  rating: { ...serviceRow, key: '4.0714283' },
  relevance: { ...serviceRow, key: '3.5' },
};
const allSorts = Object.keys(sortCursorRules) as ServiceSort[];
const invalidCursor = { ok: false, code: 'invalid_parameter' };

describe('the cursor of a sort', () => {
  it.each(allSorts)('of %s round-trips the key of its row', (sort) => {
    const cursor = searchCursorOf(sort, rowsBySort[sort]);
    expect(parseSearchCursor(sort, encodeCursor(cursor))).toEqual({
      ok: true,
      value: { key: cursor.key.slice(1), id: serviceId, layer: 0, corrections: new Map() },
    });
  });

  it.each(allSorts)('of %s carries the corrections of the search text', (sort) => {
    const corrections = new Map([
      [0, ['desenh', 'retrat']],
      [11, ['aul']],
    ]);
    const cursor = encodeCursor(
      searchCursorOf(sort, { ...rowsBySort[sort], layer: 2 }, corrections),
    );
    expect(parseSearchCursor(sort, cursor, true)).toMatchObject({
      value: { layer: 2, corrections },
    });
    expect(parseSearchCursor(sort, cursor)).toMatchObject(invalidCursor);
    expect(
      parseSearchCursor(sort, encodeCursor(searchCursorOf(sort, rowsBySort[sort])), true),
    ).toMatchObject(invalidCursor);
  });

  it.each(['r3.5~0~0=', 'r3.5~0~x=a', 'r3.5~0~0=a b', 'r3.5~10~', 'r3.5~0~~', "r3.5~0~0='"])(
    'of a search refuses the key %s',
    (key) => {
      expect(
        parseSearchCursor('relevance', encodeCursor({ key, id: serviceId }), true),
      ).toMatchObject(invalidCursor);
    },
  );

  it.each(
    allSorts.flatMap((from) =>
      allSorts.filter((to) => to !== from).map((to) => [from, to] as const),
    ),
  )('of %s is none of %s', (from, to) => {
    expect(
      parseSearchCursor(to, encodeCursor(searchCursorOf(from, rowsBySort[from]))),
    ).toMatchObject(invalidCursor);
  });

  it.each([
    ['price_asc', 'a-1'],
    ['price_asc', 'a99999999'],
    ['price_asc', 'a1.5'],
    ['price_desc', 'd'],
    ['rating', 'n4.1'],
    ['rating', 'n4.1 2026-02-30T00:00:00.000000Z'],
    ['rating', 'n4.1 2026-11-20T12:00:00.123456Z 1'],
    ['rating', 'n9999999999 2026-11-20T12:00:00.123456Z'],
    ['rating', 'nNaN 2026-11-20T12:00:00.123456Z'],
    ['rating', 'n1e3 2026-11-20T12:00:00.123456Z'],
    ['relevance', 'r9999999999999'],
    ['relevance', "r1'; --"],
    ['recent', 't2026-02-30T00:00:00.000000Z'],
  ] as const)('of %s refuses the key %s', (sort, key) => {
    expect(parseSearchCursor(sort, encodeCursor({ key, id: serviceId }))).toMatchObject(
      invalidCursor,
    );
  });
});

describe('the order of a list', () => {
  it.each([
    [undefined, '', 'recent'],
    [undefined, 'mira', 'relevance'],
    ['relevance', '', 'recent'],
    ['relevance', 'mira', 'relevance'],
    ['price_asc', 'mira', 'price_asc'],
    ['rating', '', 'rating'],
  ] as const)('asked for %s with the text %j is %s', (requestedSort, q, sort) => {
    expect(effectiveSortOf(requestedSort, q)).toBe(sort);
  });
});
