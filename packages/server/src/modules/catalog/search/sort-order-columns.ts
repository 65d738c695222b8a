import type { ServiceQuery } from '@guilda/contract/services/catalog';
import { type SQL, sql } from '../../../platform/database/query-builder.ts';
import { services } from '../services-table.ts';

export type ServiceSort = NonNullable<ServiceQuery['sort']>;

/** The SQL of a sort: columns and direction of its ORDER BY, and the operator that selects the rows after a cursor. */
interface SortOrder {
  /** Sort columns, all in the same direction; the id is appended as the last column. */
  readonly columns: readonly SortColumn[];
  readonly order: SQL;
  readonly comparison: SQL;
}

interface SortColumn {
  readonly columnSql: SQL;
  /** The value of this column in a cursor, as SQL. */
  readonly cursorValueSql: SQL;
}

const cursorKey = sql.placeholder('key');

const descendingOrder = { order: sql.raw('DESC'), comparison: sql.raw('<') };
const ascendingOrder = { order: sql.raw('ASC'), comparison: sql.raw('>') };
const priceColumns = [
  { columnSql: sql`${services.price}`, cursorValueSql: sql`${cursorKey}::integer` },
];

/**
 * Sort key of the sort by rating: the rank of a rated service, 0 for unrated ones. Two indexes contain this exact
 * expression.
 */
const ratingRank = sql`(CASE WHEN services.rating_count > 0 THEN services.rank ELSE 0 END)`;

export const sortOrders: Readonly<Record<ServiceSort, SortOrder>> = {
  recent: {
    columns: [
      { columnSql: sql`${services.createdAt}`, cursorValueSql: sql`${cursorKey}::timestamptz` },
    ],
    ...descendingOrder,
  },
  price_asc: { columns: priceColumns, ...ascendingOrder },
  price_desc: { columns: priceColumns, ...descendingOrder },
  // Sorted by rank and then by creation time, because all unrated services have the same rank.
  rating: {
    columns: [
      { columnSql: ratingRank, cursorValueSql: sql`split_part(${cursorKey}, ' ', 1)::real` },
      {
        columnSql: sql`${services.createdAt}`,
        cursorValueSql: sql`split_part(${cursorKey}, ' ', 2)::timestamptz`,
      },
    ],
    ...descendingOrder,
  },
  // Each search layer (services that match the search text equally well) is sorted separately.
  relevance: {
    columns: [{ columnSql: sql`${services.rank}`, cursorValueSql: sql`${cursorKey}::real` }],
    ...descendingOrder,
  },
};
