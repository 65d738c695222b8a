import type { Person } from '../../platform/actor.ts';
import type { Database, Db } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { assignArchives } from '../archives/index.ts';
import { openService } from './get-service.ts';
import {
  erasePicture,
  erasePreview,
  eraseRemovedArchives,
  type PackEffectDeps,
} from './owner-effects.ts';
import { lockOwn, removeService } from './owner-store.ts';

export interface DeleteServiceDeps extends PackEffectDeps {
  readonly database: Pick<Database, 'pool' | 'transaction'>;
}

export type NotMine = 'service_not_found' | 'forbidden';

/** What somebody is told who is not the seller: nothing of what they may not see. */
export async function notMine(
  deps: { readonly database: Pick<Database, 'pool'> },
  actor: Person,
  serviceId: string,
): Promise<Result<never, NotMine>> {
  const seen = await openService(deps.database.pool, actor, serviceId);
  const known = seen.ok ? seen.value.uid !== actor.uid : seen.code === 'adults_only';
  return known ? err('forbidden') : err('service_not_found');
}

async function remove(deps: DeleteServiceDeps, tx: Db, actor: Person, id: string) {
  const service = await lockOwn(tx, actor.uid, id);
  if (!service) return false;
  await assignArchives(tx, { ownerId: actor.uid, serviceId: id, ids: [] });
  await eraseRemovedArchives(deps, tx);
  await removeService(tx, id);
  await erasePicture(deps, tx, service);
  await erasePreview(deps, tx, id);
  return true;
}

/**
 * Takes an own service off the market for good. Orders of it go on with what they bought; its
 * picture and files are erased unless an order has them.
 */
export const deleteService =
  (deps: DeleteServiceDeps) =>
  async (actor: Person, serviceId: string): Promise<Result<undefined, NotMine>> => {
    const removed = await deps.database.transaction((tx) => remove(deps, tx, actor, serviceId));
    return removed ? ok(undefined) : notMine(deps, actor, serviceId);
  };
