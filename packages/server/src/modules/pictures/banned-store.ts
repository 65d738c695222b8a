import { parsePictureURL } from '@guilda/contract/pictures';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/database/pool.ts';
import { bannedPictures, pictures } from './pictures-table.ts';

/** Bits by which two looks may differ and still be of one picture. */
const SAME_LOOK = 6;

/** Whether a look is that of a banned picture; never for a flat picture, which has none. */
export const isBanned = (look: PgColumn | bigint): SQL =>
  sql`EXISTS (SELECT FROM ${bannedPictures}
    WHERE bit_count((${bannedPictures.look} # ${look}::bigint)::bit(64)) <= ${SAME_LOOK})`;

/** Whether an upload that looks so is one that the team banned. */
export async function isBannedLook(db: Db, look: bigint): Promise<boolean> {
  const { rows } = await db.execute<{ banned: boolean }>(sql`SELECT ${isBanned(look)} AS banned`);
  return rows[0]?.banned === true;
}

/**
 * Lets nobody upload this picture again, in the caller's transaction, and closes it to all but the team
 * while the ban stands; others that look alike and stand already stay. False for one that cannot be known again: too flat, uploaded before looks were kept, no
 * longer there, or none of ours.
 */
export async function banPicture(tx: Db, photoURL: string): Promise<boolean> {
  const id = parsePictureURL(photoURL)?.id;
  if (id === undefined) return false;
  const { rowCount } = await tx.execute(sql`INSERT INTO ${bannedPictures} (picture_id, look)
    SELECT id, look FROM ${pictures} WHERE id = ${id} AND look IS NOT NULL
    ON CONFLICT (picture_id) DO UPDATE SET look = excluded.look`);
  return rowCount === 1;
}

/** Whether this very picture is banned by itself. */
export async function hasBan(tx: Db, photoURL: string): Promise<boolean> {
  const id = parsePictureURL(photoURL)?.id;
  if (id === undefined) return false;
  return (await tx.$count(bannedPictures, eq(bannedPictures.pictureId, id))) > 0;
}

/**
 * Takes a ban back, in the caller's transaction; those of other pictures that look alike stand. False
 * where there is none.
 */
export async function unbanPicture(tx: Db, photoURL: string): Promise<boolean> {
  const id = parsePictureURL(photoURL)?.id;
  if (id === undefined) return false;
  const { rowCount } = await tx.delete(bannedPictures).where(eq(bannedPictures.pictureId, id));
  return (rowCount ?? 0) > 0;
}
