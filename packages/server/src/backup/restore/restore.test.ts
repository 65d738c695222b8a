import { describe, expect, it } from 'vitest';
import { assertTablesComplete } from './restore.ts';

const TABLE_NAME = 'public.services';
const [HASH, OTHER_HASH] = ['a'.repeat(64), 'b'.repeat(64)];

const checkTable = (rows: number, loadedRows: number, loadedHash = HASH) =>
  assertTablesComplete(
    new Map([[TABLE_NAME, { name: TABLE_NAME, rows: loadedRows, sha256: loadedHash }]]),
    [{ name: TABLE_NAME, rows, sha256: HASH }],
    new Set(),
  );

describe('a restored table', () => {
  it('is complete with the rows that were copied', () => {
    expect(() => checkTable(2, 2)).not.toThrow();
  });

  it('is complete although an earlier version recorded no rows, when its bytes are the same', () => {
    expect(() => checkTable(0, 2)).not.toThrow();
  });

  it.each([
    ['other bytes', 2, 2, OTHER_HASH],
    ['other bytes and no recorded rows', 0, 2, OTHER_HASH],
    ['fewer rows', 2, 1, HASH],
  ])('is refused with %s', (_what, rows, loadedRows, loadedHash) => {
    expect(() => checkTable(rows, loadedRows, loadedHash)).toThrow(/não são as que foram copiadas/);
  });
});
