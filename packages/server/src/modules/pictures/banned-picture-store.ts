import { parsePictureURL } from '@guilda/contract/services/pictures';
import type { Db } from '../../platform/database/pool.ts';
import { desc, eq, type PgColumn, type SQL, sql } from '../../platform/database/query-builder.ts';
import { bannedPictures, pictures } from './pictures-table.ts';

/** Maximum number of different bits at which two perceptual hashes count as the same picture. */
const MAX_HASH_DISTANCE = 6;

/** SQL: number of different bits between a perceptual hash and the hash of a banned picture. */
const hashDistanceTo = (perceptualHash: PgColumn | bigint): SQL =>
  sql`bit_count((${bannedPictures.look} # ${perceptualHash}::bigint)::bit(64))`;

/** SQL condition: the perceptual hash is close to the hash of a banned picture. */
export const isCloseToBannedHash = (perceptualHash: PgColumn): SQL =>
  sql`EXISTS (SELECT FROM ${bannedPictures} WHERE ${hashDistanceTo(perceptualHash)} <= ${MAX_HASH_DISTANCE})`;

/** Why a picture is banned. */
export interface Ban {
  /** Name of the imported list that contains the picture; null when the team banned it. */
  readonly list: string | null;
  /** Whether the imported list contains pictures of minors. */
  readonly minor: boolean;
}

/**
 * The ban that a stored picture falls under because it resembles a banned picture; null when it resembles none. Of
 * several bans, those about minors come first, then the one of the most similar picture.
 */
export async function findBanOf(db: Db, pictureId: string): Promise<Ban | null> {
  const distance = hashDistanceTo(pictures.look);
  const rows = await db
    .select({ list: bannedPictures.list, minor: bannedPictures.minor })
    .from(pictures)
    .innerJoin(bannedPictures, sql`${distance} <= ${MAX_HASH_DISTANCE}`)
    .where(eq(pictures.id, pictureId))
    .orderBy(desc(bannedPictures.minor), distance)
    .limit(1);
  return rows[0] ?? null;
}

/** Like {@link findBanOf}, for the perceptual hash of a picture that is not stored. */
export async function findBanOfHash(db: Db, perceptualHash: bigint): Promise<Ban | null> {
  const distance = hashDistanceTo(perceptualHash);
  const rows = await db
    .select({ list: bannedPictures.list, minor: bannedPictures.minor })
    .from(bannedPictures)
    .where(sql`${distance} <= ${MAX_HASH_DISTANCE}`)
    .orderBy(desc(bannedPictures.minor), distance)
    .limit(1);
  return rows[0] ?? null;
}

/** An imported list of banned pictures. */
export interface BannedList {
  /** Name of the list, which the team sees in cases. */
  readonly list: string;
  /** Whether the list contains pictures of minors. */
  readonly minor: boolean;
  /** Perceptual hashes (`perceptualHashOf`), signed like the database's bigint. */
  readonly hashes: readonly bigint[];
}

/**
 * Replaces an imported list of banned pictures, in one statement, so that uploads are compared with either the old or
 * the new list. With empty `hashes` the list is removed. Returns the number of entries of the new list.
 */
export async function replaceBannedList(
  db: Db,
  { list, minor, hashes }: BannedList,
): Promise<number> {
  const { rows } = await db.execute<{ entries: number }>(sql`
    WITH given AS (SELECT DISTINCT look FROM unnest(${sql.param(hashes.map(String))}::bigint[]) AS look),
    removed AS (DELETE FROM banned_pictures b WHERE list = ${list}
      AND NOT EXISTS (SELECT FROM given WHERE given.look = b.look)),
    stored AS (INSERT INTO banned_pictures (picture_id, look, list, minor)
      SELECT gen_random_uuid(), look, ${list}, ${minor} FROM given
      ON CONFLICT (list, look) WHERE list IS NOT NULL DO UPDATE SET minor = excluded.minor RETURNING 1)
    SELECT count(*)::integer AS entries FROM stored`);
  return rows[0]?.entries ?? 0;
}

/**
 * Bans a picture in the caller's transaction: only administrators can load it any more, and similar uploads are
 * refused. Similar pictures that are stored already stay. False when the picture has no perceptual hash (it has a
 * single colour or was stored by an older version), was deleted, or is on another site.
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
