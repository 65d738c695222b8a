import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor, integerKey, pageOf, timeKey } from './cursor.ts';

const rowId = '0199d3a0-0000-7000-8000-00000000000a';
const invalidCursor = { ok: false, code: 'invalid_parameter' };

describe('cursors', () => {
  it('survive a round trip', () => {
    const cursor = { key: '2026-11-20T12:00:00.123456Z', id: rowId };
    expect(decodeCursor(encodeCursor(cursor), timeKey)).toEqual({ ok: true, value: cursor });
    expect(decodeCursor(undefined, timeKey)).toEqual({ ok: true, value: null });
  });

  it.each([
    '',
    'garbage',
    'ção',
    encodeCursor({ key: '12', id: rowId }),
    encodeCursor({ key: '2026-11-20T12:00:00.123456Z', id: 'x' }),
    encodeCursor({ key: '2026-11-20T12:00:00.123456Z', id: rowId.toUpperCase() }),
    encodeCursor({ key: '2026-11-20T12:00:00.123456Z\n', id: rowId }),
  ])('refuse %j', (text) => {
    expect(decodeCursor(text, timeKey)).toMatchObject(invalidCursor);
  });

  it.each([
    '2026-02-30T00:00:00.000000Z',
    '2026-13-01T00:00:00.000000Z',
    '2026-01-01T24:00:00.000000Z',
    '2026-01-01T23:60:00.000000Z',
    '2026-01-01T23:59:60.000000Z',
    '0000-01-01T00:00:00.000000Z',
  ])('refuse the time %s, which the database cannot parse', (key) => {
    expect(decodeCursor(encodeCursor({ key, id: rowId }), timeKey)).toMatchObject(invalidCursor);
  });

  it('accept the first and the last timestamp', () => {
    expect(timeKey.test('0001-01-01T00:00:00.000000Z')).toBe(true);
    expect(timeKey.test('9999-12-31T23:59:59.999999Z')).toBe(true);
  });

  it('are null after the last page', () => {
    const cursorOf = (key: number) => ({ key: String(key), id: rowId });
    expect(pageOf([1, 2], 2, cursorOf)).toEqual({ page: [1, 2], nextCursor: null });
    const { page, nextCursor } = pageOf([1, 2, 3], 2, cursorOf);
    expect(page).toEqual([1, 2]);
    expect(decodeCursor(nextCursor ?? '', integerKey)).toEqual({
      ok: true,
      value: { key: '2', id: rowId },
    });
  });
});
