import { parsePictureURL } from '@guilda/contract/pictures';
import type { Db } from '../../platform/database/pool.ts';
import { eq, type PgColumn, type SQL, sql } from '../../platform/database/query-builder.ts';
import { bannedPictures, pictures } from './pictures-table.ts';

/** Maximum number of different bits at which two perceptual hashes count as the same picture. */
const MAX_HASH_DISTANCE = 6;

/** SQL condition: the perceptual hash is close to the hash of a banned picture. */
export const isCloseToBannedHash = (perceptualHash: PgColumn | bigint): SQL =>
  sql`EXISTS (SELECT FROM ${bannedPictures}
    WHERE bit_count((${bannedPictures.look} # ${perceptualHash}::bigint)::bit(64)) <= ${MAX_HASH_DISTANCE})`;

/** Whether a picture with this perceptual hash is banned. */
export async function isBannedHash(db: Db, perceptualHash: bigint): Promise<boolean> {
  const { rows } = await db.execute<{ banned: boolean }>(
    sql`SELECT ${isCloseToBannedHash(perceptualHash)} AS banned`,
  );
  return rows[0]?.banned === true;
}

/**
 * Bans a picture in the caller's transaction: only administrators can load it any more, and similar uploads are
 * refused. Similar pictures that are stored already stay. False when the picture has no perceptual hash (it has a
 * single colour or was stored by an older version), was deleted, or is not stored by this product.
 */
export async function banPicture(tx: Db, photoURL: string): Promise<boolean> {
  const id = parsePictureURL(photoURL)?.id;
  if (id === undefined) return false;
  const { rowCount } = await tx.execute(sql`INSERT INTO ${bannedPictures} (picture_id, look)
    SELECT id, look FROM ${pictures} WHERE id = ${id} AND look IS NOT NULL
    ON CONFLICT (picture_id) DO UPDATE SET look = excluded.look`);
  return rowCount === 1;
}

/** Whether this picture itself is banned; similar pictures do not count. */
export async function isPictureBanned(tx: Db, photoURL: string): Promise<boolean> {
  const id = parsePictureURL(photoURL)?.id;
  if (id === undefined) return false;
  return (await tx.$count(bannedPictures, eq(bannedPictures.pictureId, id))) > 0;
}

/**
 * Removes the ban of a picture, in the caller's transaction. Bans of similar pictures stay. False when the picture is
 * not banned.
 */
export async function unbanPicture(tx: Db, photoURL: string): Promise<boolean> {
  const id = parsePictureURL(photoURL)?.id;
  if (id === undefined) return false;
  const { rowCount } = await tx.delete(bannedPictures).where(eq(bannedPictures.pictureId, id));
  return (rowCount ?? 0) > 0;
}
