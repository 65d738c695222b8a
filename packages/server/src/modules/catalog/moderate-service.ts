import type { Db } from '../../platform/database/pool.ts';
import { markPictureAdult, setPictureHidden, unmarkPictureAdult } from '../pictures/index.ts';
import { type CatalogJobDeps, enqueuePreviewErasure } from './catalog-jobs.ts';
import { markOrdersAdultByTeam, unmarkOrdersAdultByTeam } from './publishing/owner-store.ts';
import { isAdultCategory } from './publishing/service-files.ts';
import { lockService, updateServiceAdult, updateServiceHidden } from './service-store.ts';
import type { ServiceTableRow } from './services-table.ts';

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
  await updateServiceHidden(tx, id, reason);
  await setPictureHidden(tx, before.photoURL, reason !== null);
  if (!hidden) await enqueuePreviewErasure(deps, tx, id);
  return true;
}

/** Restricts picture, orders and preview of a service to adults. */
async function restrictToAdults(deps: CatalogJobDeps, tx: Db, { id, photoURL }: ServiceTableRow) {
  await markPictureAdult(tx, photoURL);
  await markOrdersAdultByTeam(tx, id);
  await enqueuePreviewErasure(deps, tx, id);
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
  await updateServiceAdult(tx, id, { adultByTeam: byTeam, adult });
  if (adult && !before.adult) await restrictToAdults(deps, tx, before);
  if (!adult && before.adult) {
    await unmarkPictureAdult(tx, before.photoURL);
    await unmarkOrdersAdultByTeam(tx, id);
  }
  return true;
}
