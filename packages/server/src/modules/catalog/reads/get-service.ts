import type { Service } from '@guilda/contract/services/catalog';
import { type Actor, uidOf } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import type { Queryable } from '../../../platform/database/prepared.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { PictureUrlsFor } from '../../pictures/index.ts';
import {
  canSeeAdultContent,
  hasBlocks,
  readUsualStart,
  type ViewContextDeps,
  viewContextFor,
} from '../../users/index.ts';
import { type ServiceRow, toService } from '../view.ts';
import { listBuyableServices, readOwnHiddenService, readService } from './service-read-queries.ts';

export interface GetServiceDeps extends ViewContextDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly pictureUrlsFor: PictureUrlsFor;
}

export type ServiceRefusal = 'service_not_found' | 'adults_only';

/**
 * Reads a service if the reader may see it; used for the service page and for everything attached to a service.
 * `service_not_found` when the service is deleted or hidden, when the reader may not see the seller's profile, or when
 * the service is paused and the reader is neither its seller nor one of its buyers; `adults_only` when
 * `canSeeAdultContent` denies it (`docs/product/services.md`).
 */
export async function findVisibleService(
  pool: Queryable,
  actor: Actor,
  serviceId: string,
): Promise<Result<ServiceRow, ServiceRefusal>> {
  const row = await readService(pool, actor, serviceId);
  if (row === null) return err('service_not_found');
  return row.adult && !canSeeAdultContent(actor) ? err('adults_only') : ok(row);
}

/** A service of the actor that moderation has hidden, which `findVisibleService` leaves out, with the reason. */
async function findOwnHiddenService(
  pool: Queryable,
  actor: Actor,
  serviceId: string,
): Promise<Result<{ row: ServiceRow; hidden: Service['hidden'] }, ServiceRefusal>> {
  const uid = uidOf(actor);
  const row = uid === null ? null : await readOwnHiddenService(pool, uid, serviceId);
  if (row === null) return err('service_not_found');
  if (row.adult && !canSeeAdultContent(actor)) return err('adults_only');
  return ok({ row, hidden: { reason: row.hiddenReason ?? '' } });
}

/** A service as the reader may see it; a hidden service is shown to its seller, with the reason. */
export async function viewService(
  deps: GetServiceDeps,
  actor: Actor,
  serviceId: string,
): Promise<Result<Service, ServiceRefusal>> {
  const { pool } = deps.database;
  const visibleService = await findVisibleService(pool, actor, serviceId);
  if (!visibleService.ok && visibleService.code === 'adults_only') return visibleService;
  const serviceResult = visibleService.ok
    ? ok({ row: visibleService.value, hidden: undefined })
    : await findOwnHiddenService(pool, actor, serviceId);
  if (!serviceResult.ok) return serviceResult;
  const { row, hidden } = serviceResult.value;
  const service = toService(row, viewContextFor(deps, actor), deps.pictureUrlsFor(actor));
  return ok(hidden ? { ...service, hidden } : service);
}

/** What a service's page shows: the service and how long its seller usually takes to start. */
export const getService =
  (deps: GetServiceDeps) =>
  async (
    actor: Actor,
    serviceId: string,
  ): Promise<Result<{ service: Service; usualStartMs: number | null }, ServiceRefusal>> => {
    const serviceResult = await viewService(deps, actor, serviceId);
    if (!serviceResult.ok) return serviceResult;
    const { value: service } = serviceResult;
    const usualStartMs = await readUsualStart(deps.database.pool, service.seller.uid);
    return ok({ service, usualStartMs });
  };

/** Those of the given services that the reader may buy now, by id; used by posts that link to services. */
export const getBuyableServices =
  (deps: GetServiceDeps) =>
  async (actor: Actor, ids: readonly string[]): Promise<ReadonlyMap<string, Service>> => {
    if (ids.length === 0) return new Map();
    const uid = uidOf(actor);
    const reader = {
      uid,
      signedIn: uid !== null,
      canSeeAdult: canSeeAdultContent(actor),
      hasBlocks: hasBlocks(actor),
    };
    const rows = await listBuyableServices(deps.database.pool, reader, ids);
    const viewContext = viewContextFor(deps, actor);
    const resolvePictureUrl = deps.pictureUrlsFor(actor);
    return new Map(rows.map((row) => [row.id, toService(row, viewContext, resolvePictureUrl)]));
  };
