import { parsePictureURL } from '@guilda/contract/pictures';
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { compileStatement, type Queryable } from '../../platform/database/prepared.ts';
import { ageChecked, shown, users } from '../users/index.ts';
import { isBanned } from './banned-store.ts';
import { bannedPictures, type PictureRow, pictures } from './pictures-table.ts';

export type NewPicture = Pick<
  PictureRow,
  'id' | 'ownerId' | 'kind' | 'adult' | 'look' | 'storedBytes'
>;

/** Writes down a picture whose files are about to be made; nobody sees it before `openPicture`. */
export async function announcePicture(db: Db, picture: NewPicture): Promise<void> {
  await db.insert(pictures).values({ ...picture, deletedAt: sql`now()` });
}

/** The files of a picture are whole. False when it has been banned meanwhile: it stays closed. */
export async function openPicture(db: Db, id: string): Promise<boolean> {
  const { rowCount } = await db
    .update(pictures)
    .set({ deletedAt: null })
    .where(and(eq(pictures.id, id), sql`NOT ${isBanned(pictures.look)}`));
  return rowCount === 1;
}

/** Nobody sees the picture from now on. */
export async function closePicture(db: Db, id: string): Promise<void> {
  await db
    .update(pictures)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(pictures.id, id), isNull(pictures.deletedAt)));
}

/** Forgets a picture that has no files any more. */
export async function forgetPicture(db: Db, id: string): Promise<void> {
  await db.delete(pictures).where(and(eq(pictures.id, id), isNotNull(pictures.deletedAt)));
}

/** Ids of pictures that have been closed for an hour: no request works on them any more. */
export async function longClosedPictures(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: pictures.id })
    .from(pictures)
    .where(lt(pictures.deletedAt, sql`now() - interval '1 hour'`));
  return rows.map(({ id }) => id);
}

/** Pictures that are counted at once. */
const COUNTED_AT_ONCE = 100;

/** Pictures whose bytes no program has counted, and whose files are whole by now if they ever are. */
export async function uncountedPictures(db: Db): Promise<Pick<PictureRow, 'id' | 'kind'>[]> {
  return db
    .select({ id: pictures.id, kind: pictures.kind })
    .from(pictures)
    .where(
      and(isNull(pictures.storedBytes), lt(pictures.createdAt, sql`now() - interval '1 hour'`)),
    )
    .orderBy(pictures.createdAt)
    .limit(COUNTED_AT_ONCE);
}

/** Writes down what a picture takes. */
export async function setStoredBytes(db: Db, id: string, storedBytes: number): Promise<void> {
  await db.update(pictures).set({ storedBytes }).where(eq(pictures.id, id));
}

const reading = compileStatement<{ open: boolean; adult: boolean }>(
  // What somebody published goes with them whom the team has hidden.
  sql`SELECT pictures.deleted_at IS NULL AND pictures.hidden_at IS NULL
      AND NOT EXISTS (SELECT FROM ${bannedPictures} WHERE ${bannedPictures.pictureId} = pictures.id)
      AND EXISTS (SELECT FROM users WHERE users.uid = pictures.owner_id AND ${shown}) AS open, adult
    FROM pictures WHERE id = ${sql.placeholder('id')}`,
  'picture',
);

/** Null for a picture that never was. */
export async function readPicture(pool: Queryable, id: string) {
  const rows = await reading(pool, { id });
  return rows[0] ?? null;
}

const adults = compileStatement<{ adult: boolean }>(
  sql`SELECT ${ageChecked} AS adult FROM ${users} WHERE ${users.uid} = ${sql.placeholder('uid')}
    AND ${users.deletedAt} IS NULL AND ${users.suspendedAt} IS NULL`,
  'adult picture reader',
);

/** Whether this person's age check stands now, and the account with it. */
export async function seesAdultPictures(pool: Queryable, uid: string): Promise<boolean> {
  const rows = await adults(pool, { uid });
  return rows[0]?.adult === true;
}

/**
 * Closes a picture to all but checked adults, in the caller's transaction: when what it shows turns
 * out to be for adults. Only `unmarkPictureAdult` leads back.
 */
export async function markPictureAdult(db: Db, photoURL: string): Promise<void> {
  const id = parsePictureURL(photoURL)?.id;
  if (id !== undefined) await db.update(pictures).set({ adult: true }).where(eq(pictures.id, id));
}

/** Opens a picture to all again, in the caller's transaction: when the team had marked it by mistake. */
export async function unmarkPictureAdult(db: Db, photoURL: string): Promise<void> {
  const id = parsePictureURL(photoURL)?.id;
  if (id !== undefined) await db.update(pictures).set({ adult: false }).where(eq(pictures.id, id));
}

/**
 * Keeps a picture from everyone, or gives it back, in the caller's transaction: when the team hides
 * or restores what shows it.
 */
export async function setPictureHidden(db: Db, photoURL: string, hidden: boolean): Promise<void> {
  const id = parsePictureURL(photoURL)?.id;
  const hiddenAt = hidden ? sql`coalesce(${pictures.hiddenAt}, now())` : null;
  if (id !== undefined) await db.update(pictures).set({ hiddenAt }).where(eq(pictures.id, id));
}
