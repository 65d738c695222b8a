import type { CategorySlug } from '@guilda/contract/categories';
import {
  compileOnce,
  compileStatement,
  type Queryable,
} from '../../../platform/database/prepared.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { isVisibleToReader, passesAgeRestriction } from '../../users/index.ts';
import { isServiceAvailable, type ServiceListQuery } from './service-queries.ts';

/** Number of the best rated services that are looked through first; enough for what many titles match. */
const WALKED_ROWS = 300;
/**
 * Maximum number of matches that are read from the search index, and how many of the best of them are checked for
 * visibility. Both bound what a single letter costs, which a large part of all titles match.
 */
const GATHERED_ROWS = 2_000;
const CHECKED_ROWS = 100;

export interface SuggestedServiceRow {
  readonly id: string;
  readonly title: string;
  /** Price in centavos. */
  readonly price: number;
  readonly category: CategorySlug;
  readonly image: string;
  readonly adult: boolean;
}

type Reader = Pick<ServiceListQuery, 'reader' | 'adult' | 'blocks'>;

const isMatch = sql`services.search @@ ${sql.placeholder('match')}::tsquery`;
const isOffered = sql`${isServiceAvailable} AND services.status = 'active'`;
const columns = sql.raw('id, title, price, category, photo_url, adult, seller_id, rank, search');
const byRank = sql`ORDER BY services.rank DESC, services.id DESC`;
const rows = (count: number) => sql.raw(String(count));

/** Where matches are looked for: among the best rated services, or in the search index. */
const sources = {
  walk: sql`(SELECT ${columns} FROM services WHERE ${isOffered} ${byRank} LIMIT ${rows(WALKED_ROWS)}) services`,
  gather: sql`(SELECT * FROM (SELECT ${columns} FROM services WHERE ${isMatch} AND ${isOffered}
      LIMIT ${rows(GATHERED_ROWS)}) services ${byRank} LIMIT ${rows(CHECKED_ROWS)}) services`,
};

interface SuggestionVariant {
  readonly source: keyof typeof sources;
  readonly signedIn: boolean;
  readonly adult: boolean;
  readonly blocks: boolean;
}

const suggestionStatement = compileOnce(({ source, signedIn, adult, blocks }: SuggestionVariant) =>
  compileStatement<SuggestedServiceRow & Record<string, unknown>>(
    sql`SELECT services.id, services.title, services.price, services.category,
        services.photo_url AS image, services.adult
      FROM ${sources[source]} JOIN users ON users.uid = services.seller_id
      WHERE ${isMatch} AND ${passesAgeRestriction(sql`services.adult`, adult)}
        AND ${isVisibleToReader(signedIn ? sql.placeholder('reader') : null, blocks)}
      ${byRank} LIMIT ${sql.placeholder('wanted')}::integer`,
    `suggested services ${source} ${[signedIn, adult, blocks].map(Number).join('')}`,
  ),
);

/** Up to `wanted` services that match a `tsquery` text and that the reader may see, best rated first. */
export async function readSuggestedServices(
  pool: Queryable,
  { reader, adult, blocks }: Reader,
  match: string,
  wanted: number,
): Promise<SuggestedServiceRow[]> {
  const read = (source: SuggestionVariant['source']) =>
    suggestionStatement({ source, signedIn: reader !== null, adult, blocks })(pool, {
      reader,
      match,
      wanted,
    });
  const walked = await read('walk');
  return walked.length < wanted ? read('gather') : walked;
}
