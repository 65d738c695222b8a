import { err, ok, type Result } from './result.ts';
import { isUuid } from './uuid.ts';

/**
 * An opaque place in a keyset-paged list: the sort key and the id of the last row seen.
 * `key` is the database's own text of the value, so that no precision is lost on the way.
 */
export interface Cursor {
  readonly key: string;
  readonly id: string;
}

export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(`${cursor.key}|${cursor.id}`).toString('base64url');
}

/** What the keys of a list look like, so that the database can read any key that passes. */
export interface KeyForm {
  test(key: string): boolean;
}

/**
 * Reads a cursor that a client sent back. `keyForm` is what the key of this list looks like;
 * anything else is refused as `invalid_parameter`.
 */
export function decodeCursor(
  text: string | undefined,
  keyForm: KeyForm,
): Result<Cursor | null, 'invalid_parameter'> {
  if (text === undefined) return ok(null);
  const decoded = Buffer.from(text, 'base64url').toString('utf8');
  const split = decoded.lastIndexOf('|');
  const key = decoded.slice(0, split);
  const id = decoded.slice(split + 1);
  if (split < 0 || !keyForm.test(key) || !isUuid(id)) return err('invalid_parameter');
  return ok({ key, id });
}

const timeForm = /^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

/**
 * A timestamp as PostgreSQL prints it in UTC with microseconds, the sort key of newest-first lists.
 * It must be on the calendar, which a thirtieth of February is not.
 */
export const timeKey: KeyForm = {
  test: (key) => {
    const instant = timeForm.test(key) ? Date.parse(key) : Number.NaN;
    return (
      !Number.isNaN(instant) && new Date(instant).toISOString().slice(0, 19) === key.slice(0, 19)
    );
  },
};

/** A whole number, such as a price in centavos. */
export const integerKey = /^-?\d{1,15}$/;

/** One more row than asked was read: the page is what was asked, and the cursor says where it ended. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => Cursor,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last ? encodeCursor(cursorOf(last)) : null };
}
