import { fieldErr, ok, type Result } from './result.ts';
import { isUuid } from './uuid.ts';

/**
 * A position in a keyset-paged list: the sort key and the id of the last row of a page. `key` is the database's
 * text of the value, so that no precision is lost.
 */
export interface Cursor {
  readonly key: string;
  readonly id: string;
}

/** A request for a page of a list. */
export interface PageQuery {
  /** Number of rows on a page. */
  readonly limit: number;
  /** The encoded cursor of the previous page; undefined for the first page. */
  readonly cursor?: string | undefined;
}

export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(`${cursor.key}|${cursor.id}`).toString('base64url');
}

/** Format of a list's sort keys: the database can parse every key for which `test` returns true. */
export interface KeyPattern {
  test(key: string): boolean;
}

/** Decodes a cursor sent by a client; `invalid_parameter` unless its key matches `keyPattern`. */
export function decodeCursor(
  text: string | undefined,
  keyPattern: KeyPattern,
): Result<Cursor | null, 'invalid_parameter'> {
  if (text === undefined) return ok(null);
  const decodedText = Buffer.from(text, 'base64url').toString('utf8');
  const separatorIndex = decodedText.lastIndexOf('|');
  const key = decodedText.slice(0, separatorIndex);
  const id = decodedText.slice(separatorIndex + 1);
  if (separatorIndex < 0 || !keyPattern.test(key) || !isUuid(id))
    return fieldErr('invalid_parameter', 'cursor');
  return ok({ key, id });
}

const timePattern = /^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

/**
 * Sort key of lists ordered by time: a timestamp as PostgreSQL prints it in UTC with microseconds. The date must exist:
 * 30 February is refused.
 */
export const timeKey: KeyPattern = {
  test: (key) => {
    const instant = timePattern.test(key) ? Date.parse(key) : Number.NaN;
    return (
      !Number.isNaN(instant) && new Date(instant).toISOString().slice(0, 19) === key.slice(0, 19)
    );
  },
};

/** Sort key of lists ordered by a whole number, such as a price in centavos. */
export const integerKey = /^-?\d{1,15}$/;

/** Makes a page of the first `limit` rows; `nextCursor` is null when `rows` contains no further row. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => Cursor,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const lastRow = page.at(-1);
  return {
    page,
    nextCursor: rows.length > limit && lastRow ? encodeCursor(cursorOf(lastRow)) : null,
  };
}
