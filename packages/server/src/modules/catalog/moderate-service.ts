import type { Db } from '../../platform/database/pool.ts';
import { and, eq, isNull, sql } from '../../platform/database/query-builder.ts';
import { markPictureAdult, setPictureHidden, unmarkPictureAdult } from '../pictures/index.ts';
import { type CatalogJobDeps, enqueueErasePreview } from './catalog-jobs.ts';
import { markOrdersAdultByTeam, unmarkOrdersAdultByTeam } from './publishing/owner-store.ts';
import { isAdultCategory } from './publishing/service-files.ts';
import { type ServiceTableRow, services } from './services-table.ts';

/** Locks a service against its owner, new orders and other decisions until `tx` ends. */
async function lockService(tx: Db, id: string): Promise<ServiceTableRow | null> {
  const rows = await tx
    .select()
    .from(services)
    .where(and(eq(services.id, id), isNull(services.deletedAt)))
    .for('no key update');
  return rows[0] ?? null;
}

/**
 * Hides a service and its picture for a reason, or shows both again with null, in the caller's transaction
 * (`docs/product/moderation.md`). Open orders go on. False, and nothing changes, when it is so already or
 * there is none.
 */
export async function setServiceHidden(
  deps: CatalogJobDeps,
  tx: Db,
  id: string,
  reason: string | null,
): Promise<boolean> {
  const before = await lockService(tx, id);
  if (!before) return false;
  const hidden = before.hiddenAt !== null;
  if (reason === null ? !hidden : hidden && before.hiddenReason === reason) return false;
  const hiddenAt = reason === null ? null : sql`coalesce(${services.hiddenAt}, clock_timestamp())`;
  await tx.update(services).set({ hiddenAt, hiddenReason: reason }).where(eq(services.id, id));
  await setPictureHidden(tx, before.photoURL, reason !== null);
  if (!hidden) await enqueueErasePreview(deps, tx, id);
  return true;
}

/** Restricts picture, orders and preview of a service to adults. */
async function restrictToAdults(deps: CatalogJobDeps, tx: Db, { id, photoURL }: ServiceTableRow) {
  await markPictureAdult(tx, photoURL);
  await markOrdersAdultByTeam(tx, id);
  await enqueueErasePreview(deps, tx, id);
}

/**
 * Restricts a service, its picture and its orders to adults whatever its category, or undoes that; one in
 * the category for adults stays restricted. In the caller's transaction. False, and nothing changes, when
 * it is so already or there is none.
 */
export async function setServiceAdult(
  deps: CatalogJobDeps,
  tx: Db,
  id: string,
  byTeam: boolean,
): Promise<boolean> {
  const before = await lockService(tx, id);
  if (!before || before.adultByTeam === byTeam) return false;
  const adult = byTeam || isAdultCategory(before.category);
  await tx.update(services).set({ adultByTeam: byTeam, adult }).where(eq(services.id, id));
  if (adult && !before.adult) await restrictToAdults(deps, tx, before);
  if (!adult && before.adult) {
    await unmarkPictureAdult(tx, before.photoURL);
    await unmarkOrdersAdultByTeam(tx, id);
  }
  return true;
}
