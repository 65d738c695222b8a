import type { Service, ServiceQuery } from '@guilda/contract/catalog';
import { findCategory } from '@guilda/contract/categories';
import { type Actor, uidOf } from '../../platform/actor.ts';
import { pageOf } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ShowPictureTo } from '../pictures/index.ts';
import { seesAdult } from '../users/index.ts';
import { type Listing, listServices } from './service-queries.ts';
import { cursorOf, readCursor, sortOf } from './sorts.ts';
import { toService } from './view.ts';

export interface ListServicesDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly clock: Clock;
  readonly showPicture: ShowPictureTo;
  readonly presence: {
    /** Uids of who is online now; null while nobody knows. */
    onlineUids(): readonly string[] | null;
  };
}

export interface ServicePage {
  readonly services: Service[];
  readonly nextCursor: string | null;
}

const emptyPage: ServicePage = { services: [], nextCursor: null };

/** No service can match. */
function isEmpty({ minPrice = 0, maxPrice, online }: Listing): boolean {
  return (maxPrice !== undefined && minPrice > maxPrice) || online?.length === 0;
}

/** A page of services by filter (`product §4`, `product §12`); of those for adults, to adults only. */
export const findServices =
  (deps: ListServicesDeps) =>
  async (
    actor: Actor,
    query: ServiceQuery,
  ): Promise<Result<ServicePage, 'adults_only' | 'invalid_parameter'>> => {
    const adult = seesAdult(actor);
    if (!adult && query.category && findCategory(query.category)?.adult) return err('adults_only');
    const q = query.q?.trim() ?? '';
    const sort = sortOf(query.sort, q);
    const after = readCursor(sort, query.cursor);
    if (!after.ok) return after;
    const listing: Listing = {
      ...query,
      sort,
      after: after.value,
      reader: uidOf(actor),
      adult,
      q: q === '' ? undefined : q,
      online: query.online ? (deps.presence.onlineUids() ?? []) : undefined,
    };
    if (isEmpty(listing)) return ok(emptyPage);
    const rows = await listServices(deps.database.pool, listing);
    const { page, nextCursor } = pageOf(rows, query.limit, (row) => cursorOf(sort, row));
    const now = deps.clock.now();
    const show = deps.showPicture(actor);
    return ok({ services: page.map((row) => toService(row, now, show)), nextCursor });
  };
