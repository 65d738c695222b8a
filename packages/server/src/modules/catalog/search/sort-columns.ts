import type { ServiceQuery } from '@guilda/contract/catalog';
import { type SQL, sql } from '../../../platform/database/query-builder.ts';
import { services } from '../services-table.ts';

export type Sort = NonNullable<ServiceQuery['sort']>;

/** How a sort orders rows, in SQL. */
interface SortOrder {
  /** Sort columns, followed by the id, all in one direction. */
  readonly columns: readonly SortColumn[];
  readonly order: SQL;
  readonly past: SQL;
}

interface SortColumn {
  readonly of: SQL;
  /** Its value in a cursor key, as SQL. */
  readonly past: SQL;
}

const key = sql.placeholder('key');

const descending = { order: sql.raw('DESC'), past: sql.raw('<') };
const ascending = { order: sql.raw('ASC'), past: sql.raw('>') };
const price = [{ of: sql`${services.price}`, past: sql`${key}::integer` }];

/** Rank of rated services; unrated ones sort after all of them. Two indexes contain this exact expression. */
const rating = sql`(CASE WHEN services.rating_count > 0 THEN services.rank ELSE 0 END)`;

export const sortOrders: Readonly<Record<Sort, SortOrder>> = {
  recent: {
    columns: [{ of: sql`${services.createdAt}`, past: sql`${key}::timestamptz` }],
    ...descending,
  },
  price_asc: { columns: price, ...ascending },
  price_desc: { columns: price, ...descending },
  // By rank, then by time, because all unrated services share one rank.
  rating: {
    columns: [
      { of: rating, past: sql`split_part(${key}, ' ', 1)::real` },
      { of: sql`${services.createdAt}`, past: sql`split_part(${key}, ' ', 2)::timestamptz` },
    ],
    ...descending,
  },
  // Orders the services of one search layer.
  relevance: { columns: [{ of: sql`${services.rank}`, past: sql`${key}::real` }], ...descending },
};
