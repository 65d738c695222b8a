import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { compileStatement, type Queryable } from '../../platform/database/prepared.ts';
import { type PictureRow, pictures } from './pictures-table.ts';

export type NewPicture = Pick<PictureRow, 'id' | 'ownerId' | 'kind' | 'adult'>;

/** Writes down a picture whose files are about to be made; nobody sees it before `openPicture`. */
export async function announcePicture(db: Db, picture: NewPicture): Promise<void> {
  await db.insert(pictures).values({ ...picture, deletedAt: sql`now()` });
}

/** The files of a picture are whole. */
export async function openPicture(db: Db, id: string): Promise<void> {
  await db.update(pictures).set({ deletedAt: null }).where(eq(pictures.id, id));
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

const visible = compileStatement<{ visible: boolean }>(
  sql`SELECT NOT adult AND deleted_at IS NULL AS visible FROM pictures WHERE id = ${sql.placeholder('id')}`,
  'picture visible',
);

/** False, too, for a picture that never was. */
export async function isVisible(pool: Queryable, id: string): Promise<boolean> {
  const rows = await visible(pool, { id });
  return rows[0]?.visible === true;
}
