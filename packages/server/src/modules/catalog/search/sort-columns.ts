import type { ServiceQuery } from '@guilda/contract/catalog';
import { type SQL, sql } from '../../../platform/database/query-builder.ts';
import { services } from '../services-table.ts';

export type ServiceSort = NonNullable<ServiceQuery['sort']>;

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

const cursorKey = sql.placeholder('key');

const descendingOrder = { order: sql.raw('DESC'), past: sql.raw('<') };
const ascendingOrder = { order: sql.raw('ASC'), past: sql.raw('>') };
const priceColumns = [{ of: sql`${services.price}`, past: sql`${cursorKey}::integer` }];

/** Rank of rated services; unrated ones sort after all of them. Two indexes contain this exact expression. */
const ratingRank = sql`(CASE WHEN services.rating_count > 0 THEN services.rank ELSE 0 END)`;

export const sortOrders: Readonly<Record<ServiceSort, SortOrder>> = {
  recent: {
    columns: [{ of: sql`${services.createdAt}`, past: sql`${cursorKey}::timestamptz` }],
    ...descendingOrder,
  },
  price_asc: { columns: priceColumns, ...ascendingOrder },
  price_desc: { columns: priceColumns, ...descendingOrder },
  // By rank, then by time, because all unrated services share one rank.
  rating: {
    columns: [
      { of: ratingRank, past: sql`split_part(${cursorKey}, ' ', 1)::real` },
      { of: sql`${services.createdAt}`, past: sql`split_part(${cursorKey}, ' ', 2)::timestamptz` },
    ],
    ...descendingOrder,
  },
  // Orders the services of one search layer.
  relevance: {
    columns: [{ of: sql`${services.rank}`, past: sql`${cursorKey}::real` }],
    ...descendingOrder,
  },
};
