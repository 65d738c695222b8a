import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { markPictureAdult, setPictureHidden, unmarkPictureAdult } from '../pictures/index.ts';
import { erasePreview, type OwnerEffectDeps } from './owner-effects.ts';
import { closeOrdersByTeam, openOrders } from './owner-store.ts';
import { isAdultCategory } from './service-files.ts';
import { type ServiceTableRow, services } from './services-table.ts';

/** A service as it stands, held against its owner, purchases and other decisions until `tx` ends. */
async function lockService(tx: Db, id: string): Promise<ServiceTableRow | null> {
  const rows = await tx
    .select()
    .from(services)
    .where(and(eq(services.id, id), isNull(services.deletedAt)))
    .for('no key update');
  return rows[0] ?? null;
}

/**
 * Takes a service and its picture off for everyone for a reason, or gives both back with null, in the
 * caller's transaction (`product §9`). Its open orders go on. False, and nothing has changed, where it is
 * so already or there is none.
 */
export async function setServiceHidden(
  deps: OwnerEffectDeps,
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
  if (!hidden) await erasePreview(deps, tx, id);
  return true;
}

/** Closes what shows a service to all but adults; orders already show it. */
async function close(deps: OwnerEffectDeps, tx: Db, { id, photoURL }: ServiceTableRow) {
  await markPictureAdult(tx, photoURL);
  await closeOrdersByTeam(tx, id);
  await erasePreview(deps, tx, id);
}

/**
 * Closes a service, its picture and its orders to all but checked adults, whatever its category, or
 * undoes that: one in a category for adults stays closed. In the caller's transaction. False, and nothing
 * has changed, where it is so already or there is none.
 */
export async function setServiceAdult(
  deps: OwnerEffectDeps,
  tx: Db,
  id: string,
  byTeam: boolean,
): Promise<boolean> {
  const before = await lockService(tx, id);
  if (!before || before.adultByTeam === byTeam) return false;
  const adult = byTeam || isAdultCategory(before.category);
  await tx.update(services).set({ adultByTeam: byTeam, adult }).where(eq(services.id, id));
  if (adult && !before.adult) await close(deps, tx, before);
  if (!adult && before.adult) {
    await unmarkPictureAdult(tx, before.photoURL);
    await openOrders(tx, id);
  }
  return true;
}
