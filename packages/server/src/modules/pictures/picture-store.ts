import { parsePictureURL, pictureWidths } from '@guilda/contract/services/pictures';
import type { Db } from '../../platform/database/pool.ts';
import { compileStatement, type Queryable } from '../../platform/database/prepared.ts';
import {
  and,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  sql,
} from '../../platform/database/query-builder.ts';
import { pictureKey } from '../../platform/uploads/images/pictures.ts';
import { hasVerifiedAge, isNotHidden, users } from '../users/index.ts';
import { isCloseToBannedHash } from './banned-picture-store.ts';
import { bannedPictures, type PictureRow, pictures } from './pictures-table.ts';

export type NewPicture = Pick<
  PictureRow,
  'id' | 'ownerId' | 'kind' | 'adult' | 'look' | 'storedBytes'
>;

/** Inserts a picture before its files are written; nobody can load it until `publishPicture` opens it. */
export async function insertClosedPicture(db: Db, picture: NewPicture): Promise<void> {
  await db.insert(pictures).values({ ...picture, deletedAt: sql`now()` });
}

/**
 * Opens a picture whose files are complete, so that people can load it. False when it is close to a banned picture: it
 * then stays closed.
 */
export async function publishPicture(db: Db, id: string): Promise<boolean> {
  const { rowCount } = await db
    .update(pictures)
    .set({ deletedAt: null })
    .where(and(eq(pictures.id, id), sql`NOT ${isCloseToBannedHash(pictures.look)}`));
  return rowCount === 1;
}

/** Closes a picture, so that nobody can load it any more. */
export async function closePicture(db: Db, id: string): Promise<void> {
  await db
    .update(pictures)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(pictures.id, id), isNull(pictures.deletedAt)));
}

/** Deletes the row of a closed picture after its files were erased. */
export async function deletePictureRow(db: Db, id: string): Promise<void> {
  await db.delete(pictures).where(and(eq(pictures.id, id), isNotNull(pictures.deletedAt)));
}

/** Condition: a copy of reported content keeps the files of the picture (`docs/product/evidence.md`). */
const isNeededByReportCopySql = sql`EXISTS (SELECT FROM report_copies c WHERE c.picture_id = ${pictures.id})`;

/**
 * Locks an open picture until `tx` ends and returns its id. The picture cannot be closed before `tx` has committed the
 * copy of reported content that references its files. Null for pictures of other sites and for closed pictures.
 */
export async function lockPictureForReportCopy(tx: Db, photoURL: string): Promise<string | null> {
  const id = parsePictureURL(photoURL)?.id;
  if (id === undefined) return null;
  const rows = await tx
    .select({ id: pictures.id })
    .from(pictures)
    .where(and(eq(pictures.id, id), isNull(pictures.deletedAt)))
    .for('no key update');
  return rows[0]?.id ?? null;
}

/** Whether a copy of reported content needs the files of a closed picture. */
export async function isNeededByReportCopy(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: pictures.id })
    .from(pictures)
    .where(and(eq(pictures.id, id), isNeededByReportCopySql));
  return rows.length > 0;
}

/**
 * Ids of pictures that no copy of reported content needs and that were closed more than an hour ago, so that no request
 * is still writing them.
 */
export async function listErasablePictures(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: pictures.id })
    .from(pictures)
    .where(
      and(
        lt(pictures.deletedAt, sql`now() - interval '1 hour'`),
        sql`NOT ${isNeededByReportCopySql}`,
      ),
    );
  return rows.map(({ id }) => id);
}

/**
 * All tables with a column `photo_url`, which holds the address of a picture. A table that is missing here would lose its
 * pictures after a day.
 */
export const tablesWithPictures = ['users', 'services', 'posts', 'payments'] as const;

/**
 * Condition: no row of a table refers to the picture. The id is the fourth part of an address made by `pictureURL`, of
 * any width.
 */
const isUnreferencedSql = sql.join(
  tablesWithPictures.map(
    (table) =>
      sql`NOT EXISTS (SELECT FROM ${sql.identifier(table)} WHERE split_part(photo_url, '/', 4) = pictures.id::text)`,
  ),
  sql` AND `,
);

/**
 * Closes pictures that are older than a day and that no row refers to. A crash leaves such pictures behind when it
 * happens between storing a picture and its row, or between replacing a picture and erasing the old one.
 */
export async function closeUnreferencedPictures(db: Db): Promise<number> {
  const { rowCount } = await db.execute(sql`UPDATE pictures SET deleted_at = now()
    WHERE deleted_at IS NULL AND created_at < now() - interval '1 day' AND ${isUnreferencedSql}`);
  return rowCount ?? 0;
}

/** Maximum number of pictures that `listUncountedPictures` returns. */
const COUNT_BATCH_SIZE = 100;

/** Pictures without a stored size whose files are old enough to be complete. */
export async function listUncountedPictures(db: Db): Promise<Pick<PictureRow, 'id' | 'kind'>[]> {
  return db
    .select({ id: pictures.id, kind: pictures.kind })
    .from(pictures)
    .where(
      and(isNull(pictures.storedBytes), lt(pictures.createdAt, sql`now() - interval '1 hour'`)),
    )
    .orderBy(pictures.createdAt)
    .limit(COUNT_BATCH_SIZE);
}

/** Stores the size of a picture, in bytes. */
export async function setStoredBytes(db: Db, id: string, storedBytes: number): Promise<void> {
  await db.update(pictures).set({ storedBytes }).where(eq(pictures.id, id));
}

const pictureAccessStatement = compileStatement<{ open: boolean; adult: boolean }>(
  // `open` is also false when the owner's whole account is hidden.
  sql`SELECT pictures.deleted_at IS NULL AND pictures.hidden_at IS NULL
      AND NOT EXISTS (SELECT FROM ${bannedPictures} WHERE ${bannedPictures.pictureId} = pictures.id)
      AND EXISTS (SELECT FROM users WHERE users.uid = pictures.owner_id AND ${isNotHidden}) AS open, adult
    FROM pictures WHERE id = ${sql.placeholder('id')}`,
  'picture',
);

/** Reads the facts that decide who may load a picture; null for an unknown picture. */
export async function readPictureAccess(pool: Queryable, id: string) {
  const rows = await pictureAccessStatement(pool, { id });
  return rows[0] ?? null;
}

const adultReaderStatement = compileStatement<{ adult: boolean }>(
  sql`SELECT ${hasVerifiedAge} AS adult FROM ${users} WHERE ${users.uid} = ${sql.placeholder('uid')}
    AND ${users.deletedAt} IS NULL AND ${users.suspendedAt} IS NULL`,
  'adult picture reader',
);

/** Whether the account is open, not suspended and has a valid age check. */
export async function canSeeAdultPictures(pool: Queryable, uid: string): Promise<boolean> {
  const rows = await adultReaderStatement(pool, { uid });
  return rows[0]?.adult === true;
}

/** Condition: the picture has one of these addresses; addresses of other sites are left out. */
const hasAddressIn = (photoURLs: readonly string[]) =>
  inArray(
    pictures.id,
    photoURLs.flatMap((photoURL) => parsePictureURL(photoURL)?.id ?? []),
  );

/** Restricts pictures to readers with a valid age check, in the caller's transaction. */
export async function markPicturesAdult(db: Db, photoURLs: readonly string[]): Promise<void> {
  await db.update(pictures).set({ adult: true }).where(hasAddressIn(photoURLs));
}

/** Removes the adult restriction of pictures, in the caller's transaction. */
export async function unmarkPicturesAdult(db: Db, photoURLs: readonly string[]): Promise<void> {
  await db.update(pictures).set({ adult: false }).where(hasAddressIn(photoURLs));
}

/** Hides pictures from everybody except administrators, or shows them again, in the caller's transaction. */
export async function setPicturesHidden(
  db: Db,
  photoURLs: readonly string[],
  isHidden: boolean,
): Promise<void> {
  const hiddenAt = isHidden ? sql`coalesce(${pictures.hiddenAt}, now())` : null;
  await db.update(pictures).set({ hiddenAt }).where(hasAddressIn(photoURLs));
}

const visibleToAdminStatement = compileStatement<{ open: boolean }>(
  sql`SELECT EXISTS (SELECT FROM pictures
      WHERE pictures.id = ${sql.placeholder('id')} AND (pictures.deleted_at IS NULL OR ${isNeededByReportCopySql}))
    AND EXISTS (SELECT FROM ${users} WHERE ${users.uid} = ${sql.placeholder('uid')}
      AND ${users.role} = 'admin' AND ${users.deletedAt} IS NULL
      AND ${users.suspendedAt} IS NULL) AS open`,
  'picture for an administrator',
);

/**
 * Whether the account belongs to an active administrator, and the picture is open or a copy of reported content needs
 * it.
 */
export async function isVisibleToAdmin(pool: Queryable, id: string, uid: string): Promise<boolean> {
  const rows = await visibleToAdminStatement(pool, { id, uid });
  return rows[0]?.open === true;
}

/**
 * Storage key of the widest file of a picture; null when it has no row. Closed pictures are included, because a copy of
 * reported content keeps its picture after the picture was closed.
 */
export async function findPictureFile(db: Db, id: string): Promise<string | null> {
  const { kind } = pictures;
  const rows = await db.select({ kind }).from(pictures).where(eq(pictures.id, id));
  const [row] = rows;
  return row ? pictureKey(id, Math.max(...pictureWidths[row.kind])) : null;
}
