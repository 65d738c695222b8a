import type { Person } from '../../../platform/actor.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { assignPackFiles } from '../../pack-files/index.ts';
import {
  enqueuePackFileSweep,
  enqueuePictureErasure,
  enqueuePreviewErasure,
  type PackJobDeps,
} from '../catalog-jobs.ts';
import { findVisibleService } from '../reads/get-service.ts';
import { lockOwnService, markServiceDeleted } from './owner-store.ts';

export interface DeleteServiceDeps extends PackJobDeps {
  readonly database: Pick<Database, 'pool' | 'transaction'>;
}

export type NotOwnerRefusal = 'service_not_found' | 'forbidden';

/**
 * The refusal for a caller who is not the seller: `service_not_found` when the caller may not see the service, else
 * `forbidden`.
 */
export async function refusalForNonOwner(
  deps: { readonly database: Pick<Database, 'pool'> },
  actor: Person,
  serviceId: string,
): Promise<Result<never, NotOwnerRefusal>> {
  const visibleService = await findVisibleService(deps.database.pool, actor, serviceId);
  const belongsToAnother = visibleService.ok
    ? visibleService.value.uid !== actor.uid
    : visibleService.code === 'adults_only';
  return belongsToAnother ? err('forbidden') : err('service_not_found');
}

async function deleteOwnedService(deps: DeleteServiceDeps, tx: Db, actor: Person, id: string) {
  const service = await lockOwnService(tx, actor.uid, id, true);
  if (!service) return false;
  await assignPackFiles(tx, { ownerId: actor.uid, serviceId: id, packFileIds: [] });
  await enqueuePackFileSweep(deps, tx);
  await markServiceDeleted(tx, id);
  await enqueuePictureErasure(deps, tx, service);
  await enqueuePreviewErasure(deps, tx, id);
  return true;
}

/**
 * Deletes a service of the actor. Its orders continue with the files that were bought; picture and files are erased
 * unless an order uses them. A hidden service can be deleted too.
 */
export const deleteService =
  (deps: DeleteServiceDeps) =>
  async (actor: Person, serviceId: string): Promise<Result<undefined, NotOwnerRefusal>> => {
    const deletedService = await deps.database.transaction((tx) =>
      deleteOwnedService(deps, tx, actor, serviceId),
    );
    return deletedService ? ok(undefined) : refusalForNonOwner(deps, actor, serviceId);
  };
