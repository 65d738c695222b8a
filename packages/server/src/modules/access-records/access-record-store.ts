import type { Db } from '../../platform/database/pool.ts';
import { and, asc, desc, eq, gte, lt, sql } from '../../platform/database/query-builder.ts';
import {
  type AccessRecordBatch,
  accessRecordBatches,
  accessRecordCopies,
} from './access-record-tables.ts';

/** Stores a batch; does nothing when a batch with its id is stored already, so that a repeated call is harmless. */
export async function insertAccessRecordBatch(db: Db, batch: AccessRecordBatch): Promise<void> {
  await db.insert(accessRecordBatches).values(batch).onConflictDoNothing();
}

const BATCHES_PER_QUERY = 200;

/** A period of time in which access records were made: `from` is part of it, `to` is not. */
export interface AccessRecordPeriod {
  readonly from: Date;
  readonly to: Date;
}

/** Reads all batches that may hold a record of the period, ordered by the time of the last record of each batch. */
export async function* readAccessRecordBatches(
  db: Db,
  { from, to }: AccessRecordPeriod,
): AsyncGenerator<Buffer> {
  const { id, firstAt, lastAt, sealed } = accessRecordBatches;
  let lastBatch: { lastAt: Date; id: string } | null = null;
  for (;;) {
    // Time and id are compared together, because many batches may end in the same millisecond.
    const rows: Pick<AccessRecordBatch, 'id' | 'lastAt' | 'sealed'>[] = await db
      .select({ id, lastAt, sealed })
      .from(accessRecordBatches)
      .where(
        and(
          gte(lastAt, from),
          lt(firstAt, to),
          lastBatch === null
            ? undefined
            : sql`(${lastAt}, ${id}) > (${lastBatch.lastAt.toISOString()}::timestamptz, ${lastBatch.id}::uuid)`,
        ),
      )
      .orderBy(asc(lastAt), asc(id))
      .limit(BATCHES_PER_QUERY);
    for (const row of rows) yield row.sealed;
    lastBatch = rows.at(-1) ?? null;
    if (rows.length < BATCHES_PER_QUERY) return;
  }
}

/** The times of the oldest and the newest stored record; both are null when no record is stored. */
export async function readStoredPeriod(
  db: Db,
): Promise<{ readonly oldest: Date | null; readonly newest: Date | null }> {
  const readTime = (timeColumn: 'firstAt' | 'lastAt', direction: typeof asc) =>
    db
      .select({ at: accessRecordBatches[timeColumn] })
      .from(accessRecordBatches)
      .orderBy(direction(accessRecordBatches.lastAt))
      .limit(1);
  const [[first], [last]] = await Promise.all([readTime('firstAt', asc), readTime('lastAt', desc)]);
  return { oldest: first?.at ?? null, newest: last?.at ?? null };
}

/** Stores the copy of a person's records that an operator opened for the data export; replaces an earlier copy. */
export async function upsertAccessRecordCopy(tx: Db, uid: string, sealed: Buffer): Promise<void> {
  await tx
    .insert(accessRecordCopies)
    .values({ uid, sealed })
    .onConflictDoUpdate({
      target: accessRecordCopies.uid,
      set: { sealed, madeAt: sql`now()` },
    });
}

/** Deletes the data export's copy of a person's records; the encrypted batches stay, because the law requires them. */
export async function deleteAccessRecordCopiesOf(tx: Db, uid: string): Promise<void> {
  await tx.delete(accessRecordCopies).where(eq(accessRecordCopies.uid, uid));
}
