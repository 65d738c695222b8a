import type { Service } from '@guilda/contract/catalog';
import { type Actor, uidOf } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Clock } from '../../ports/clock.ts';
import { readService } from './service-queries.ts';
import { toService } from './view.ts';

export interface GetServiceDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly clock: Clock;
}

/**
 * One service. `service_not_found` when it is removed, hidden, of a profile closed to the reader,
 * or paused for anyone but its seller and those who bought it; `adults_only` until the reader's age
 * is known (`product §9`).
 */
export const getService =
  (deps: GetServiceDeps) =>
  async (
    actor: Actor,
    serviceId: string,
  ): Promise<Result<{ service: Service }, 'service_not_found' | 'adults_only'>> => {
    const row = await readService(deps.database.pool, uidOf(actor), serviceId);
    if (row === null) return err('service_not_found');
    if (row.adult) return err('adults_only');
    return ok({ service: toService(row, deps.clock.now()) });
  };
