import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import type { StorageUse } from './quota.ts';
import { uploads } from './uploads-table.ts';

/** A node that went away holds bytes for no longer than this, in s. */
const HOLD_SECONDS = 180;
/** What a preview is taken for where its size was not kept, in bytes. */
const PREVIEW = 32_768;

const heldUntil = sql`clock_timestamp() + make_interval(secs => ${HOLD_SECONDS})`;

/** Makes whoever changes the sum of a person's bytes take turns until `tx` ends. */
export async function lockStorage(tx: Db, ownerId: string): Promise<void> {
  await tx.execute(sql`SELECT FROM users WHERE uid = ${ownerId} FOR NO KEY UPDATE`);
}

interface UseRow extends Record<string, unknown> {
  readonly kept: string;
  readonly waiting: string;
  readonly pictures: string;
  readonly held: string;
  readonly uploads: number;
}

/**
 * What the files of a person take. A row counts until its files are erased, so also while an order
 * alone holds it.
 *
 * @param except an upload that is left out of it
 */
export async function readUse(
  db: Db,
  ownerId: string,
  except: string | null = null,
): Promise<StorageUse> {
  const bytes = sql`coalesce(stored_bytes, size + CASE WHEN width IS NULL THEN 0 ELSE ${PREVIEW} END)`;
  const { rows } = await db.execute<UseRow>(sql`
    SELECT a.kept, a.waiting, p.pictures, u.held, u.uploads FROM
      (SELECT coalesce(sum(${bytes}), 0) AS kept, coalesce(sum(${bytes}) FILTER (
          WHERE service_id IS NULL AND removed_at IS NULL), 0) AS waiting
        FROM archives WHERE owner_id = ${ownerId}) a,
      (SELECT coalesce(sum(stored_bytes), 0) AS pictures
        FROM pictures WHERE owner_id = ${ownerId}) p,
      (SELECT coalesce(sum(bytes), 0) AS held, count(*)::int AS uploads
        FROM uploads WHERE owner_id = ${ownerId} AND id IS DISTINCT FROM ${except}::uuid
          AND expires_at > clock_timestamp()) u`);
  const [row] = rows;
  if (!row) throw new Error('a sum without a row');
  const held = Number(row.held);
  return {
    used: Number(row.kept) + Number(row.pictures) + held,
    waiting: Number(row.waiting) + held,
    uploads: row.uploads,
  };
}

/** Holds so many bytes for an upload, in place of those held for it before. */
export async function holdBytes(
  tx: Db,
  upload: { readonly id: string; readonly ownerId: string; readonly bytes: number },
): Promise<void> {
  await tx
    .insert(uploads)
    .values({ ...upload, expiresAt: heldUntil })
    .onConflictDoUpdate({
      target: uploads.id,
      set: { bytes: upload.bytes, expiresAt: heldUntil },
    });
}

/** Takes bytes out of what is held for an upload, as far as they are; what they are kept as counts now. */
export async function takeOver(tx: Db, id: string, bytes: number): Promise<void> {
  await tx
    .update(uploads)
    .set({ bytes: sql`greatest(0, ${uploads.bytes} - ${bytes})` })
    .where(and(eq(uploads.id, id), sql`${uploads.expiresAt} > clock_timestamp()`));
}

/** Keeps what is held for an upload from ending. */
export async function renewHold(db: Db, id: string): Promise<void> {
  await db.update(uploads).set({ expiresAt: heldUntil }).where(eq(uploads.id, id));
}

/** Holds nothing for an upload any more. */
export async function letGo(db: Db, id: string): Promise<void> {
  await db.delete(uploads).where(eq(uploads.id, id));
}
