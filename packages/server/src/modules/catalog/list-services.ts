import type { Service, ServiceQuery } from '@guilda/contract/catalog';
import { findCategory } from '@guilda/contract/categories';
import { type Actor, uidOf } from '../../platform/actor.ts';
import { pageOf } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { readLayers } from '../../platform/search/index.ts';
import type { ShowPictureTo } from '../pictures/index.ts';
import { hasBlocks, type MomentDeps, momentOf, seesAdult } from '../users/index.ts';
import { readServiceText, type ServiceText } from './search-text.ts';
import { type ListedService, type Listing, listServices } from './service-queries.ts';
import { cursorOf, type Place, readCursor, sortOf } from './sorts.ts';
import { suggestionFor } from './suggestion.ts';
import { toService } from './view.ts';

export interface ListServicesDeps extends MomentDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly showPicture: ShowPictureTo;
  readonly presence: MomentDeps['presence'] & {
    /** Uids of who is online now, whoever may know it. */
    onlineUids(): readonly string[];
  };
}

export interface ServicePage {
  readonly services: Service[];
  readonly nextCursor: string | null;
  /** What a mistyped text was taken for; absent where nothing was. */
  readonly suggestion?: string | undefined;
}

const emptyPage: ServicePage = { services: [], nextCursor: null };

/** No service can match. */
function isEmpty({ minPrice = 0, maxPrice, online }: Listing): boolean {
  return (maxPrice !== undefined && minPrice > maxPrice) || online?.length === 0;
}

/** The rows of a search in its order: by relevance the closest first, else all that match alike. */
async function searchServices(
  pool: Database['pool'],
  listing: Listing,
  text: ServiceText,
  after: Place | null,
): Promise<ListedService[]> {
  const layers = listing.sort === 'relevance' ? text.layers : [text.whole];
  const from = after && { layer: listing.sort === 'relevance' ? after.layer : 0, after };
  return readLayers(layers, from, listing.limit + 1, (match, place, wanted) =>
    listServices(pool, { ...listing, match, after: place, limit: wanted - 1 }),
  );
}

interface Asked {
  readonly q: string;
  readonly listing: Listing;
  readonly after: Place | null;
}

/** What a query asks for, or why there is no such list. */
function readQuery(
  deps: ListServicesDeps,
  actor: Actor,
  query: ServiceQuery,
): Result<Asked, 'adults_only' | 'invalid_parameter'> {
  const adult = seesAdult(actor);
  if (!adult && query.category && findCategory(query.category)?.adult) return err('adults_only');
  const q = query.q?.trim() ?? '';
  const sort = sortOf(query.sort, q);
  const after = readCursor(sort, query.cursor, q !== '');
  if (!after.ok) return after;
  const listing: Listing = {
    ...query,
    sort,
    after: after.value,
    reader: uidOf(actor),
    adult,
    blocks: hasBlocks(actor),
    online: query.online ? deps.presence.onlineUids() : undefined,
  };
  return ok({ q, listing, after: after.value });
}

/** A page of services by filter (`product §4`, `product §12`); of those for adults, to adults only. */
export const findServices =
  (deps: ListServicesDeps) =>
  async (
    actor: Actor,
    query: ServiceQuery,
  ): Promise<Result<ServicePage, 'adults_only' | 'invalid_parameter'>> => {
    const asked = readQuery(deps, actor, query);
    if (!asked.ok) return asked;
    const { q, listing, after } = asked.value;
    if (isEmpty(listing)) return ok(emptyPage);
    const { pool } = deps.database;
    const text =
      q === '' ? null : await readServiceText(pool, listing, q, after?.corrections ?? null);
    const rows = text
      ? await searchServices(pool, listing, text, after)
      : await listServices(pool, listing);
    const { page, nextCursor } = pageOf(rows, query.limit, (row) =>
      cursorOf(listing.sort, row, text?.corrections),
    );
    const suggestion =
      text &&
      suggestionFor(
        q,
        text.meant,
        page.map(({ title }) => title),
      );
    const moment = momentOf(deps, actor);
    const show = deps.showPicture(actor);
    return ok({
      services: page.map((row) => toService(row, moment, show)),
      nextCursor,
      ...(suggestion ? { suggestion } : {}),
    });
  };
