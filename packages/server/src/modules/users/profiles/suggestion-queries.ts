import { compileOnce, compileStatement } from '../../../platform/database/prepared.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { type AuthorRow, authorSelectionSql } from '../author-columns.ts';
import { isListedUser, isNotBlockedWith } from '../visibility.ts';
import type { SearchReader } from './search-queries.ts';

/**
 * Number of people with the most sales who are searched first. When many names match the text, these people contain
 * enough matches.
 */
const MAX_SCANNED_TOP_SELLERS = 300;
/**
 * Maximum number of matches that are read from the search index. The limit keeps the search for a single letter fast,
 * although a large part of all names begin with it.
 */
const MAX_MATCHES = 2_000;

const isTextMatch = sql`users.search @@ ${sql.placeholder('match')}::tsquery`;
const bySales = sql`ORDER BY users.completed_sales DESC, users.uid DESC`;
const rowLimitSql = (count: number) => sql.raw(String(count));

/** Where matches are searched: among the people with the most sales, or in the search index. */
const rowSources = {
  topSellers: sql`(SELECT * FROM users WHERE ${isListedUser} ${bySales} LIMIT ${rowLimitSql(MAX_SCANNED_TOP_SELLERS)}) users`,
  searchIndex: sql`(SELECT * FROM users WHERE ${isTextMatch} AND ${isListedUser} LIMIT ${rowLimitSql(MAX_MATCHES)}) users`,
};

interface SuggestionVariant {
  readonly source: keyof typeof rowSources;
  readonly blocks: boolean;
}

const suggestionStatement = compileOnce(({ source, blocks }: SuggestionVariant) =>
  compileStatement<AuthorRow & Record<string, unknown>>(
    sql`SELECT ${authorSelectionSql} FROM ${rowSources[source]}
      WHERE ${isTextMatch} AND ${isNotBlockedWith(blocks ? sql.placeholder('reader') : null, blocks)}
      ${bySales} LIMIT ${sql.placeholder('wanted')}::integer`,
    `suggested users ${source} ${Number(blocks)}`,
  ),
);

/**
 * Up to `maxCount` people who may appear in lists: first those who match `exact`, then those who match `loose`. Within
 * each group, people with the most sales come first. People with a block between them and the reader are left out.
 */
export async function readSuggestedUsers(
  { pool, reader, withBlocks }: SearchReader,
  { exact, loose }: { readonly exact: string; readonly loose: string },
  maxCount: number,
): Promise<AuthorRow[]> {
  const runSource = (source: keyof typeof rowSources, match: string, limit: number) =>
    suggestionStatement({ source, blocks: withBlocks })(pool, { reader, match, wanted: limit });
  const exactMatches = await runSource('searchIndex', exact, maxCount);
  const looseMatch = `${loose} & !${exact}`;
  const remainingCount = maxCount - exactMatches.length;
  const topSellerMatches = await runSource('topSellers', looseMatch, remainingCount);
  return [
    ...exactMatches,
    ...(topSellerMatches.length < remainingCount
      ? await runSource('searchIndex', looseMatch, remainingCount)
      : topSellerMatches),
  ];
}
