import type { Service } from '@guilda/contract/catalog';
import { type Actor, uidOf } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { Queryable } from '../../platform/database/prepared.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { ShowPictureTo } from '../pictures/index.ts';
import { hasBlocks, type MomentDeps, momentOf, seesAdult } from '../users/index.ts';
import { readOnMarket, readService } from './read-service.ts';
import { type ServiceRow, toService } from './view.ts';

export interface GetServiceDeps extends MomentDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly showPicture: ShowPictureTo;
}

export type Closed = 'service_not_found' | 'adults_only';

/**
 * The one way to a service that is shown to somebody, with what hangs on it. `service_not_found`
 * when it is removed, hidden, of a profile closed to the reader, or off the market for anyone but
 * its seller and those who bought it; `adults_only` for whom `seesAdult` denies (`product §9`).
 */
export async function openService(
  pool: Queryable,
  actor: Actor,
  serviceId: string,
): Promise<Result<ServiceRow, Closed>> {
  const row = await readService(pool, actor, serviceId);
  if (row === null) return err('service_not_found');
  return row.adult && !seesAdult(actor) ? err('adults_only') : ok(row);
}

/** One service as `openService` gives it. */
export const getService =
  (deps: GetServiceDeps) =>
  async (actor: Actor, serviceId: string): Promise<Result<{ service: Service }, Closed>> => {
    const found = await openService(deps.database.pool, actor, serviceId);
    if (!found.ok) return found;
    return ok({ service: toService(found.value, momentOf(deps, actor), deps.showPicture(actor)) });
  };

/** Of these services, those that this reader may buy now, by id: for what points at services. */
export const openServices =
  (deps: GetServiceDeps) =>
  async (actor: Actor, ids: readonly string[]): Promise<ReadonlyMap<string, Service>> => {
    if (ids.length === 0) return new Map();
    const uid = uidOf(actor);
    const reader = {
      uid,
      signedIn: uid !== null,
      adult: seesAdult(actor),
      blocks: hasBlocks(actor),
    };
    const rows = await readOnMarket(deps.database.pool, reader, ids);
    const moment = momentOf(deps, actor);
    const show = deps.showPicture(actor);
    return new Map(rows.map((row) => [row.id, toService(row, moment, show)]));
  };
