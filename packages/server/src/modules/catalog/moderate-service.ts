import type { Db } from '../../platform/database/pool.ts';
import { markPicturesAdult, setPicturesHidden, unmarkPicturesAdult } from '../pictures/index.ts';
import { type CatalogJobDeps, enqueuePreviewErasure } from './catalog-jobs.ts';
import {
  listOpenServicePictures,
  listServicePictures,
  markOrdersAdultByTeam,
  unmarkOrdersAdultByTeam,
} from './publishing/owner-store.ts';
import { isAdultCategory } from './publishing/service-files.ts';
import { lockService, updateServiceAdult, updateServiceHidden } from './service-store.ts';
import type { ServiceTableRow } from './services-table.ts';

/**
 * Hides a service, its picture and those of its orders for the given reason, or shows them again when the reason is
 * null, in the caller's transaction (`docs/product/moderation.md`). Open orders continue. A deleted service is shown
 * again to those who bought it. Returns false and changes nothing when the service is in the requested state already or
 * does not exist.
 */
export async function setServiceHidden(
  deps: CatalogJobDeps,
  tx: Db,
  id: string,
  reason: string | null,
): Promise<boolean> {
  const currentService = await lockService(tx, id, reason === null);
  if (!currentService) return false;
  const isHidden = currentService.hiddenAt !== null;
  if (reason === null ? !isHidden : isHidden && currentService.hiddenReason === reason)
    return false;
  await updateServiceHidden(tx, id, reason);
  await setPicturesHidden(tx, await listServicePictures(tx, currentService), reason !== null);
  if (!isHidden) await enqueuePreviewErasure(deps, tx, id);
  return true;
}

/** Restricts the pictures and the orders of a service to adults and erases its link preview. */
async function restrictToAdults(deps: CatalogJobDeps, tx: Db, service: ServiceTableRow) {
  await markPicturesAdult(tx, await listServicePictures(tx, service));
  await markOrdersAdultByTeam(tx, service.id);
  await enqueuePreviewErasure(deps, tx, service.id);
}

/**
 * Restricts a service, its orders and the pictures of both to adults, or undoes that, in the caller's transaction. A
 * service in the category for adults stays restricted. Returns false and changes nothing when the service is in the
 * requested state already or does not exist.
 */
export async function setServiceAdult(
  deps: CatalogJobDeps,
  tx: Db,
  id: string,
  byTeam: boolean,
): Promise<boolean> {
  const currentService = await lockService(tx, id);
  if (!currentService || currentService.adultByTeam === byTeam) return false;
  const adult = byTeam || isAdultCategory(currentService.category);
  await updateServiceAdult(tx, id, { adultByTeam: byTeam, adult });
  if (adult && !currentService.adult) await restrictToAdults(deps, tx, currentService);
  if (!adult && currentService.adult) {
    await unmarkOrdersAdultByTeam(tx, id);
    await unmarkPicturesAdult(tx, await listOpenServicePictures(tx, currentService));
  }
  return true;
}
