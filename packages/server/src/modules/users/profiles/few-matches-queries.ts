import { compileOnce, compileStatement } from '../../../platform/database/prepared.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import type { TsQuery, WithLayer } from '../../../platform/search/index.ts';
import { isListedUser } from '../visibility.ts';
import {
  excludeBlocked,
  type FoundUser,
  profileVisibleTo,
  type ReaderVariant,
  readerVariantOf,
  type SearchReader,
} from './search-queries.ts';

/**
 * Maximum number of matches that one statement reads and sorts. For so few matches, sorting costs less than scanning
 * people in list order.
 */
const MAX_FEW_MATCHES = 500;

/** The matches of a search, or `many` when there are more than {@link MAX_FEW_MATCHES}. */
type FewMatches = readonly WithLayer<FoundUser>[] | 'many';

/**
 * A position in the list of found people. The list consists of layers, the closest matches first; `after` is the sort
 * key and uid of the last person, within the layer.
 */
export interface LayerPosition {
  readonly layer: number;
  readonly after: { readonly key: string; readonly uid: string };
}

interface FewMatchesVariant {
  readonly isFurtherPage: boolean;
  readonly readerVariant: ReaderVariant;
  readonly layerCount: number;
}

const placeholder = (name: string) => sql.placeholder(name);
const matchPlaceholder = (layer: number) => sql`${placeholder(`match${layer}`)}::tsquery`;

const afterPosition = sql`(layer > ${placeholder('layer')}::integer OR (layer = ${placeholder('layer')}::integer
  AND (users.completed_sales, users.uid) < (${placeholder('key')}::integer, ${placeholder('uid')}::uuid)))`;

type FewMatchesRow = { readonly matchCount: number } & (
  | WithLayer<FoundUser>
  | { readonly uid: null }
);

/**
 * Statement for one page of the people whom the last and widest of the queries (layers) matches, each with the number of
 * the first query that matches. When more than `MAX_FEW_MATCHES` people match, or none of them is on the page, the only
 * row has a `uid` of null; `matchCount` is at most `MAX_FEW_MATCHES` + 1.
 */
const fewMatchesStatement = compileOnce(
  ({ isFurtherPage, readerVariant, layerCount }: FewMatchesVariant) => {
    const layers = Array.from(
      { length: layerCount - 1 },
      (_, layer) =>
        sql`WHEN users.search @@ ${matchPlaceholder(layer)} THEN ${sql.raw(`${layer}`)}`,
    );
    const flags = [isFurtherPage, readerVariant.signedIn, readerVariant.blocks]
      .map(Number)
      .join('');
    return compileStatement<FewMatchesRow>(
      sql`WITH found AS MATERIALIZED (SELECT * FROM users
          WHERE users.search @@ ${matchPlaceholder(layerCount - 1)} LIMIT ${sql.raw(`${MAX_FEW_MATCHES + 1}`)})
        SELECT total."matchCount", page.* FROM (SELECT count(*)::integer AS "matchCount" FROM found) total
        LEFT JOIN LATERAL (SELECT users.uid, users.completed_sales::text AS key, layer,
            ${profileVisibleTo(readerVariant)} AS "isProfileVisible"
          FROM (SELECT *, CASE ${sql.join(layers, sql` `)} ELSE ${sql.raw(`${layerCount - 1}`)} END AS layer
            FROM found users WHERE ${isListedUser}${excludeBlocked(readerVariant, 'AND')} OFFSET 0) users
          WHERE total."matchCount" <= ${sql.raw(`${MAX_FEW_MATCHES}`)} AND ${isFurtherPage ? afterPosition : sql`true`}
          ORDER BY layer, users.completed_sales DESC, users.uid DESC
          LIMIT ${placeholder('wanted')}::integer) page ON true
        ORDER BY page.layer, page.key::integer DESC, page.uid DESC`,
      `few people ${layerCount} ${flags}`,
    );
  },
);

/**
 * Up to `rowCount` people who may appear in lists (`isListedUser`), each with the index of the first query in `layers`
 * that finds the person; sorted by this index, then most sales first. Each query also finds everybody whom the query
 * before it finds. `many` when the last query finds too many people. People with a block between them and the reader
 * are left out.
 */
export async function readFewMatches(
  searchReader: SearchReader,
  layers: readonly TsQuery[],
  startPosition: LayerPosition | null,
  rowCount: number,
): Promise<FewMatches> {
  const variant = {
    isFurtherPage: startPosition !== null,
    readerVariant: readerVariantOf(searchReader),
    layerCount: layers.length,
  };
  const matchParameters = layers.map((match, layer) => [`match${layer}`, match]);
  const rows = await fewMatchesStatement(variant)(searchReader.pool, {
    ...Object.fromEntries(matchParameters),
    reader: searchReader.reader,
    wanted: rowCount,
    layer: startPosition?.layer,
    ...startPosition?.after,
  });
  if ((rows[0]?.matchCount ?? 0) > MAX_FEW_MATCHES) return 'many';
  return rows.flatMap((row) => {
    if (row.uid === null) return [];
    const { matchCount: _, ...person } = row;
    return [person];
  });
}
