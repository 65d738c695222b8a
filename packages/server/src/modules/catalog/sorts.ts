import type { ServiceQuery } from '@guilda/contract/catalog';
import { type SQL, sql } from 'drizzle-orm';
import { type Cursor, decodeCursor, type KeyForm, timeKey } from '../../platform/cursor.ts';
import { ok, type Result } from '../../platform/result.ts';
import { services } from './services-table.ts';

export type Sort = NonNullable<ServiceQuery['sort']>;

/** The columns that cursors are made of. */
export interface SortableRow {
  readonly id: string;
  readonly price: number;
  readonly publishedAt: string;
  /** The database's own text of the sort key, where no other column carries it. */
  readonly key: string | null;
}

interface SortRule {
  /** First letter of its cursors' keys, so that no sort takes another one's cursor. */
  readonly letter: string;
  /** What a key looks like without the letter: all of them are readable as `type`. */
  readonly form: KeyForm;
  /** What the database reads a key as. */
  readonly type: SQL;
  readonly order: SQL;
  readonly past: SQL;
  keyOf(row: SortableRow): string;
}

const descending = { order: sql.raw('DESC'), past: sql.raw('<') };
const ascending = { order: sql.raw('ASC'), past: sql.raw('>') };
const byPrice = {
  form: /^\d{1,7}$/,
  type: sql.raw('integer'),
  keyOf: ({ price }: SortableRow) => String(price),
};
const ownKey = ({ key }: SortableRow) => key ?? '';

/** Each sort's order and cursors; ids break ties in the same direction. */
export const sorts: Readonly<Record<Sort, SortRule>> = {
  recent: {
    letter: 't',
    form: timeKey,
    type: sql.raw('timestamptz'),
    ...descending,
    keyOf: ({ publishedAt }) => publishedAt,
  },
  price_asc: { letter: 'a', ...byPrice, ...ascending },
  price_desc: { letter: 'd', ...byPrice, ...descending },
  // A real's shortest text, which reads back as the very same real.
  rating: {
    letter: 'n',
    form: /^\d(\.\d{1,12})?$/,
    type: sql.raw('real'),
    ...descending,
    keyOf: ownKey,
  },
  relevance: {
    letter: 'r',
    form: /^\d{1,12}$/,
    type: sql.raw('bigint'),
    ...descending,
    keyOf: ownKey,
  },
};

/**
 * Likeness to the text searched for, in millionths, so that it is exact in a cursor: words of the
 * title and the description by weight, and how much of the text the title holds despite typos.
 */
const relevance = sql`(1000000 * (
  ts_rank(services.search, websearch_to_tsquery('public.guilda', ${sql.placeholder('q')}))
  + word_similarity(plain(${sql.placeholder('q')}), plain(services.title))))::bigint`;

/** What a sort orders by. */
export const sortKeys: Readonly<Record<Sort, SQL>> = {
  recent: sql`${services.createdAt}`,
  price_asc: sql`${services.price}`,
  price_desc: sql`${services.price}`,
  rating: sql`${services.rank}`,
  relevance,
};

/** The order of a list: the one asked for; by likeness when a text is searched for, else the newest first. */
export function sortOf(asked: Sort | undefined, q: string): Sort {
  if (q === '') return asked === undefined || asked === 'relevance' ? 'recent' : asked;
  return asked ?? 'relevance';
}

/** The place after a row in a list of this sort. */
export function cursorOf(sort: Sort, row: SortableRow): Cursor {
  return { key: sorts[sort].letter + sorts[sort].keyOf(row), id: row.id };
}

/** Reads a cursor of this sort; one of another sort, or of nothing, is `invalid_parameter`. */
export function readCursor(
  sort: Sort,
  text: string | undefined,
): Result<Cursor | null, 'invalid_parameter'> {
  const { letter, form } = sorts[sort];
  const decoded = decodeCursor(text, {
    test: (key) => key.startsWith(letter) && form.test(key.slice(1)),
  });
  if (!decoded.ok || decoded.value === null) return decoded;
  return ok({ key: decoded.value.key.slice(1), id: decoded.value.id });
}
