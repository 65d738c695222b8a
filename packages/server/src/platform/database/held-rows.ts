import { type SQL, sql } from 'drizzle-orm';
import { compileStatement, type Queryable } from './prepared.ts';
import { timeText } from './time-text.ts';

/** Rows that one statement reads: memory stays flat however much is held. */
const AT_ONCE = 250;

/** What is held on a person in one place, as it is copied for them (`product §3`). */
export interface HeldQuery {
  /** `SELECT` list; its names are those of the copy. */
  readonly columns: SQL;
  /** All from `FROM` to the end of `WHERE`; the person is `heldUid`. */
  readonly from: SQL;
  /** What the rows are ordered by: a time and an id that do not change, no two rows alike. */
  readonly at: SQL;
  readonly id: SQL;
}

type HeldRow = Readonly<Record<string, unknown>>;

/** Reads what is held on a person, oldest first, a few hundred rows at a time while they are taken. */
export type ReadHeld = (pool: Queryable, uid: string) => AsyncGenerator<HeldRow>;

/** The person's uid within a `HeldQuery`. */
export const heldUid = sql`${sql.placeholder('uid')}::uuid`;

/** Centavos as decimal text, `49.90`. */
export function decimalText(centavos: SQL): SQL {
  return sql`to_char(${centavos} / 100.0, 'FM9999999999990.00')`;
}

interface Placed {
  readonly $at: string;
  readonly $id: string;
}

/** Makes the reader of one place; what it reads is not one moment's, but each row is whole. */
export function heldRows({ columns, from, at, id }: HeldQuery): ReadHeld {
  const past = sql`(${sql.placeholder('at')}::timestamptz, ${sql.placeholder('id')}::uuid)`;
  const page = compileStatement<Placed & Record<string, unknown>>(
    sql`SELECT ${columns}, ${timeText(at)} AS "$at", ${id} AS "$id" ${from}
      AND (${at}, ${id}) > ${past} ORDER BY ${at}, ${id} LIMIT ${sql.raw(String(AT_ONCE))}`,
  );
  return async function* read(pool, uid) {
    let after = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
    for (;;) {
      const rows = await page(pool, { uid, ...after });
      for (const { $at, $id, ...row } of rows) {
        after = { at: $at, id: $id };
        yield row;
      }
      if (rows.length < AT_ONCE) return;
    }
  };
}
