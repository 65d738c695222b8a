import type { CategorySlug } from '@guilda/contract/services/categories';
import {
  compileOnce,
  compileStatement,
  type Queryable,
} from '../../../platform/database/prepared.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { isVisibleToReader, passesAgeRestriction } from '../../users/index.ts';
import { isServiceAvailable, type ServiceListQuery } from './service-queries.ts';

/** Number of best rated services that are searched first; this is enough for a text that many titles match. */
const MAX_SCANNED_TOP_RATED_SERVICES = 300;
/**
 * Maximum number of matches that are read from the search index. It keeps the search for a single letter fast, although
 * a large part of all titles match it.
 */
const MAX_MATCHES = 2_000;
/** Maximum number of matches, best rated first, that are checked for visibility; the limit keeps the search fast. */
const MAX_CHECKED_MATCHES = 100;

export interface SuggestedServiceRow {
  readonly id: string;
  readonly title: string;
  /** Price in centavos. */
  readonly price: number;
  readonly category: CategorySlug;
  readonly image: string;
  readonly adult: boolean;
}

type SuggestionReader = Pick<ServiceListQuery, 'reader' | 'canSeeAdult' | 'hasBlocks'>;

const isMatch = sql`services.search @@ ${sql.placeholder('match')}::tsquery`;
const isServiceOffered = sql`${isServiceAvailable} AND services.status = 'active'`;
const suggestionColumns = sql.raw(
  'id, title, price, category, photo_url, adult, seller_id, rank, search',
);
const orderByRank = sql`ORDER BY services.rank DESC, services.id DESC`;
const suggestionRowsSql = (count: number) => sql.raw(String(count));

/** Where matches are searched: among the best rated services, or in the search index. */
const rowSources = {
  topRated: sql`(SELECT ${suggestionColumns} FROM services WHERE ${isServiceOffered} ${orderByRank} LIMIT ${suggestionRowsSql(MAX_SCANNED_TOP_RATED_SERVICES)}) services`,
  searchIndex: sql`(SELECT * FROM (SELECT ${suggestionColumns} FROM services WHERE ${isMatch} AND ${isServiceOffered}
      LIMIT ${suggestionRowsSql(MAX_MATCHES)}) services ${orderByRank} LIMIT ${suggestionRowsSql(MAX_CHECKED_MATCHES)}) services`,
};

interface SuggestionVariant {
  readonly source: keyof typeof rowSources;
  readonly signedIn: boolean;
  readonly adult: boolean;
  readonly withBlocks: boolean;
}

const suggestionStatement = compileOnce(
  ({ source, signedIn, adult, withBlocks }: SuggestionVariant) =>
    compileStatement<SuggestedServiceRow & Record<string, unknown>>(
      sql`SELECT services.id, services.title, services.price, services.category,
        services.photo_url AS image, services.adult
      FROM ${rowSources[source]} JOIN users ON users.uid = services.seller_id
      WHERE ${isMatch} AND ${passesAgeRestriction(sql`services.adult`, adult)}
        AND ${isVisibleToReader(signedIn ? sql.placeholder('reader') : null, withBlocks)}
      ${orderByRank} LIMIT ${sql.placeholder('maxCount')}::integer`,
      `suggested services ${source} ${[signedIn, adult, withBlocks].map(Number).join('')}`,
    ),
);

/** Up to `maxCount` services that match a `tsquery` text and that the reader may see, best rated first. */
export async function readSuggestedServices(
  pool: Queryable,
  { reader, canSeeAdult: adult, hasBlocks: blocks }: SuggestionReader,
  match: string,
  maxCount: number,
): Promise<readonly SuggestedServiceRow[]> {
  const runSource = (source: SuggestionVariant['source']) =>
    suggestionStatement({ source, signedIn: reader !== null, adult, withBlocks: blocks })(pool, {
      reader,
      match,
      maxCount,
    });
  const topRatedMatches = await runSource('topRated');
  return topRatedMatches.length < maxCount ? runSource('searchIndex') : topRatedMatches;
}
