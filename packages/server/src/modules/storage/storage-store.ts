import { databaseNow } from '../../platform/database/clock.ts';
import type { Db } from '../../platform/database/pool.ts';
import { and, eq, sql } from '../../platform/database/query-builder.ts';
import type { StorageUse } from './quota.ts';
import { uploads } from './uploads-table.ts';

/** Seconds after which the quota reservation of an upload expires if it is not renewed, such as after a node died. */
const RESERVATION_SECONDS = 180;
/** Bytes assumed for the preview of an image in rows that do not store its size. */
const ASSUMED_PREVIEW_BYTES = 32_768;

const reservedUntil = sql`${databaseNow} + make_interval(secs => ${RESERVATION_SECONDS})`;

/** Makes changes of a person's storage use run one after the other, by a lock until `tx` ends. */
export async function lockStorage(tx: Db, ownerId: string): Promise<void> {
  await tx.execute(sql`SELECT FROM users WHERE uid = ${ownerId} FOR NO KEY UPDATE`);
}

interface StorageUseRow extends Record<string, unknown> {
  readonly stored: string;
  readonly waiting: string;
  readonly pictures: string;
  readonly reserved: string;
  readonly uploads: number;
}

/**
 * Storage use of a person. A file counts until its content is erased, also while only an order references it.
 * @param exceptUploadId id of an upload that is left out
 */
export async function readStorageUse(
  db: Db,
  ownerId: string,
  exceptUploadId: string | null = null,
): Promise<StorageUse> {
  const countedBytes = sql`coalesce(stored_bytes, size + CASE WHEN width IS NULL THEN 0 ELSE ${ASSUMED_PREVIEW_BYTES} END)`;
  const { rows } = await db.execute<StorageUseRow>(sql`
    SELECT a.stored, a.waiting, p.pictures, u.reserved, u.uploads FROM
      (SELECT coalesce(sum(${countedBytes}), 0) AS stored, coalesce(sum(${countedBytes}) FILTER (
          WHERE service_id IS NULL AND removed_at IS NULL), 0) AS waiting
        FROM archives WHERE owner_id = ${ownerId}) a,
      (SELECT coalesce(sum(stored_bytes), 0) AS pictures
        FROM pictures WHERE owner_id = ${ownerId}) p,
      (SELECT coalesce(sum(bytes), 0) AS reserved, count(*)::int AS uploads
        FROM uploads WHERE owner_id = ${ownerId} AND id IS DISTINCT FROM ${exceptUploadId}::uuid
          AND expires_at > ${databaseNow}) u`);
  const [row] = rows;
  if (!row) throw new Error('the storage query answered no row');
  const reservedBytes = Number(row.reserved);
  return {
    used: Number(row.stored) + Number(row.pictures) + reservedBytes,
    waiting: Number(row.waiting) + reservedBytes,
    uploads: row.uploads,
  };
}

/** Sets the storage quota reserved for an upload to the given number of bytes. */
export async function reserveBytes(
  tx: Db,
  upload: { readonly id: string; readonly ownerId: string; readonly bytes: number },
): Promise<void> {
  await tx
    .insert(uploads)
    .values({ ...upload, expiresAt: reservedUntil })
    .onConflictDoUpdate({
      target: uploads.id,
      set: { bytes: upload.bytes, expiresAt: reservedUntil },
    });
}

/** Reduces the quota reserved for an upload by the bytes of a file that its own row counts from now on. */
export async function consumeReservation(tx: Db, id: string, bytes: number): Promise<void> {
  await tx
    .update(uploads)
    .set({ bytes: sql`greatest(0, ${uploads.bytes} - ${bytes})` })
    .where(and(eq(uploads.id, id), sql`${uploads.expiresAt} > ${databaseNow}`));
}

/** Extends the time for which the quota reservation of an upload is valid. */
export async function renewReservation(db: Db, id: string): Promise<void> {
  await db.update(uploads).set({ expiresAt: reservedUntil }).where(eq(uploads.id, id));
}

/** Deletes the quota reservation of an upload. */
export async function releaseReservation(db: Db, id: string): Promise<void> {
  await db.delete(uploads).where(eq(uploads.id, id));
}
