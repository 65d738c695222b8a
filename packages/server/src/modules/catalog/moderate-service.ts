import type { Db } from '../../platform/database/pool.ts';
import { markPictureAdult, setPictureHidden, unmarkPictureAdult } from '../pictures/index.ts';
import { type CatalogJobDeps, enqueuePreviewErasure } from './catalog-jobs.ts';
import { markOrdersAdultByTeam, unmarkOrdersAdultByTeam } from './publishing/owner-store.ts';
import { isAdultCategory } from './publishing/service-files.ts';
import { lockService, updateServiceAdult, updateServiceHidden } from './service-store.ts';
import type { ServiceTableRow } from './services-table.ts';

/**
 * Hides a service and its picture for the given reason, or shows both again when the reason is null, in the caller's
 * transaction (`docs/product/moderation.md`). Open orders continue. Returns false and changes nothing when the service
 * is in the requested state already or does not exist.
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

/** Restricts the picture and the orders of a service to adults and erases its link preview. */
async function restrictToAdults(deps: CatalogJobDeps, tx: Db, { id, photoURL }: ServiceTableRow) {
  await markPictureAdult(tx, photoURL);
  await markOrdersAdultByTeam(tx, id);
  await enqueuePreviewErasure(deps, tx, id);
}

/**
 * Restricts a service, its picture and its orders to adults, or undoes that, in the caller's transaction. A service in
 * the category for adults stays restricted. Returns false and changes nothing when the service is in the requested
 * state already or does not exist.
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
