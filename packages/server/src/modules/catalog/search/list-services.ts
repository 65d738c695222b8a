import type { Service, ServiceQuery } from '@guilda/contract/services/catalog';
import { findCategory } from '@guilda/contract/services/categories';
import { toUnicodeForm } from '@guilda/contract/unicode-form';
import { type Actor, uidOf } from '../../../platform/actor.ts';
import { pageOf } from '../../../platform/cursor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { noCorrections, readLayers } from '../../../platform/search/index.ts';
import type { PictureUrlsFor } from '../../pictures/index.ts';
import {
  canSeeAdultContent,
  hasBlocks,
  type ViewContextDeps,
  viewContextFor,
} from '../../users/index.ts';
import { toService } from '../view.ts';
import { parseServiceSearch, readExactLayer, type ServiceSearchText } from './search-text.ts';
import { type ListedService, listServices, type ServiceListQuery } from './service-queries.ts';
import {
  effectiveSortOf,
  parseSearchCursor,
  type SearchPosition,
  searchCursorOf,
} from './sort-cursors.ts';

export interface ListServicesDeps extends ViewContextDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly pictureUrlsFor: PictureUrlsFor;
  readonly presence: ViewContextDeps['presence'] & {
    /** Returns the uids of all people who are online now. */
    onlineUids(): readonly string[];
  };
}

export interface ServiceListPage {
  readonly services: Service[];
  readonly nextCursor: string | null;
  /** The corrected search text; absent when no word was corrected. */
  readonly suggestion?: string | undefined;
}

const emptyPage: ServiceListPage = { services: [], nextCursor: null };

const wordPattern = /[\p{L}\p{N}]+/gu;

const withoutAccents = (text: string) =>
  toUnicodeForm(text, 'NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * The search text with misspelt words spelled as in the titles of the found services. Only these titles are used, so
 * that nothing is revealed that the reader may not see. Undefined when no word was corrected.
 */
function suggestionFor(
  q: string,
  misspelt: ServiceSearchText['misspelt'],
  titles: readonly string[],
): string | undefined {
  const spellingByPlainWord = new Map<string, string>();
  for (const [written] of titles.flatMap((title) => [...title.matchAll(wordPattern)])) {
    if (!spellingByPlainWord.has(withoutAccents(written)))
      spellingByPlainWord.set(withoutAccents(written), written.toLowerCase());
  }
  const correctionByTyped = new Map(
    misspelt.map(({ typed, suggestions }) => [
      typed,
      suggestions.map((each) => spellingByPlainWord.get(each)).find((each) => each !== undefined),
    ]),
  );
  const text = q.replace(
    wordPattern,
    (typedWord) => correctionByTyped.get(withoutAccents(typedWord)) ?? typedWord,
  );
  return text === q ? undefined : text;
}

/** Whether the filters exclude every service, so that no query is needed. */
function canMatchNothing({ minPrice = 0, maxPrice, online }: ServiceListQuery): boolean {
  return (maxPrice !== undefined && minPrice > maxPrice) || online?.length === 0;
}

/** What a search found, and how its text was understood. */
interface SearchedServices {
  readonly rows: readonly ListedService[];
  readonly text: ServiceSearchText;
}

/** The services that contain every word in the title, for the first page of a list by relevance; null for other lists. */
async function readExactMatches(
  pool: Database['pool'],
  listing: ServiceListQuery,
  q: string,
): Promise<readonly ListedService[] | null> {
  if (listing.sort !== 'relevance' || listing.after !== null) return null;
  const match = await readExactLayer(pool, q);
  return match === null ? null : listServices(pool, { ...listing, match });
}

/**
 * Reads the services of a search. The sort by relevance runs one query for each degree of match (search layer), best
 * first, until the page is full; other sorts run one query for all matches. A word is corrected only if it is in no
 * title that the reader may see in public lists. No corrections are looked up if one title contains every word.
 */
async function searchServices(
  pool: Database['pool'],
  listing: ServiceListQuery,
  q: string,
  afterPosition: SearchPosition | null,
): Promise<SearchedServices> {
  const exactRows = await readExactMatches(pool, listing, q);
  const hasEveryWord = exactRows?.some(({ status }) => status === 'active') ?? false;
  const knownCorrections = afterPosition?.corrections ?? (hasEveryWord ? noCorrections : null);
  const text = await parseServiceSearch(pool, listing, q, knownCorrections);
  const layers = listing.sort === 'relevance' ? text.layers : [text.anyMatch];
  const startPosition = afterPosition && {
    layer: listing.sort === 'relevance' ? afterPosition.layer : 0,
    after: afterPosition,
  };
  const rows = await readLayers(
    layers,
    startPosition,
    listing.limit + 1,
    async (match, after, rowLimit) =>
      exactRows && match === layers[0]
        ? exactRows
        : listServices(pool, { ...listing, match, after, limit: rowLimit - 1 }),
  );
  return { rows, text };
}

interface ParsedQuery {
  readonly searchText: string;
  readonly listQuery: ServiceListQuery;
  readonly afterPosition: SearchPosition | null;
}

/** Parses the query parameters and checks whether the actor may use them. */
function parseAndAuthorizeQuery(
  deps: ListServicesDeps,
  actor: Actor,
  query: ServiceQuery,
): Result<ParsedQuery, 'adults_only' | 'invalid_parameter'> {
  const adult = canSeeAdultContent(actor);
  if (!adult && query.category && findCategory(query.category)?.adult) return err('adults_only');
  const searchText = query.q?.trim() ?? '';
  const sort = effectiveSortOf(query.sort, searchText);
  const after = parseSearchCursor(sort, query.cursor, searchText !== '');
  if (!after.ok) return after;
  const listQuery: ServiceListQuery = {
    ...query,
    sort,
    after: after.value,
    reader: uidOf(actor),
    canSeeAdult: adult,
    hasBlocks: hasBlocks(actor),
    online: query.online ? deps.presence.onlineUids() : undefined,
  };
  return ok({ searchText, listQuery, afterPosition: after.value });
}

/**
 * One page of services that match the filters. Services for adults are shown to adults only
 * (`docs/product/services.md`).
 */
export const findServices =
  (deps: ListServicesDeps) =>
  async (
    actor: Actor,
    query: ServiceQuery,
  ): Promise<Result<ServiceListPage, 'adults_only' | 'invalid_parameter'>> => {
    const parsed = parseAndAuthorizeQuery(deps, actor, query);
    if (!parsed.ok) return parsed;
    const { searchText, listQuery, afterPosition } = parsed.value;
    if (canMatchNothing(listQuery)) return ok(emptyPage);
    const { pool } = deps.database;
    const { rows, text } =
      searchText === ''
        ? { rows: await listServices(pool, listQuery), text: null }
        : await searchServices(pool, listQuery, searchText, afterPosition);
    const { page, nextCursor } = pageOf(rows, query.limit, (row) =>
      searchCursorOf(listQuery.sort, row, text?.corrections),
    );
    const suggestion =
      text &&
      suggestionFor(
        searchText,
        text.misspelt,
        page.map(({ title }) => title),
      );
    const viewContext = viewContextFor(deps, actor);
    const resolvePictureUrl = deps.pictureUrlsFor(actor);
    return ok({
      services: page.map((row) => toService(row, viewContext, resolvePictureUrl)),
      nextCursor,
      ...(suggestion ? { suggestion } : {}),
    });
  };
