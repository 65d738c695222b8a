import type { ServiceQuery } from '@guilda/contract/catalog';
import { type SQL, sql } from 'drizzle-orm';
import { type Cursor, decodeCursor, type KeyForm, timeKey } from '../../platform/cursor.ts';
import { ok, type Result } from '../../platform/result.ts';
import {
  type Corrections,
  noCorrections,
  readCorrections,
  writeCorrections,
} from '../../platform/search/index.ts';
import { services } from './services-table.ts';

export type Sort = NonNullable<ServiceQuery['sort']>;

/** The columns that cursors are made of. */
export interface SortableRow {
  readonly id: string;
  readonly price: number;
  readonly publishedAt: string;
  /** The database's own text of the sort key, where no other column carries it. */
  readonly key: string | null;
  /** How close it comes to the text searched for, 0 closest; absent without a text. */
  readonly layer?: number;
}

interface SortRule {
  /** First letter of its cursors' keys, so that no sort takes another one's cursor. */
  readonly letter: string;
  /** What a key looks like without the letter: the database can read all of them. */
  readonly form: KeyForm;
  /** What it orders by, the id after it; all in one direction. */
  readonly columns: readonly SortColumn[];
  readonly order: SQL;
  readonly past: SQL;
  keyOf(row: SortableRow): string;
}

interface SortColumn {
  readonly of: SQL;
  /** Its value in a cursor's key, as the database reads it. */
  readonly past: SQL;
}

const key = sql.placeholder('key');

const descending = { order: sql.raw('DESC'), past: sql.raw('<') };
const ascending = { order: sql.raw('ASC'), past: sql.raw('>') };
const byPrice = {
  form: /^\d{1,7}$/,
  columns: [{ of: sql`${services.price}`, past: sql`${key}::integer` }],
  keyOf: ({ price }: SortableRow) => String(price),
};

/** A real's shortest text, which reads back as the very same real. */
const real = /^\d(\.\d{1,12})?$/;

/** The rank of services that have a rating; the others come after them all. Two indexes hold it word for word. */
const rating = sql`(CASE WHEN services.rating_count > 0 THEN services.rank ELSE 0 END)`;

/** Each sort's order and cursors. */
export const sorts: Readonly<Record<Sort, SortRule>> = {
  recent: {
    letter: 't',
    form: timeKey,
    columns: [{ of: sql`${services.createdAt}`, past: sql`${key}::timestamptz` }],
    ...descending,
    keyOf: ({ publishedAt }) => publishedAt,
  },
  price_asc: { letter: 'a', ...byPrice, ...ascending },
  price_desc: { letter: 'd', ...byPrice, ...descending },
  // Rank and time: those without a rating have one rank.
  rating: {
    letter: 'n',
    form: {
      test: (text) => {
        const [rank = '', ...time] = text.split(' ');
        return real.test(rank) && timeKey.test(time.join(' '));
      },
    },
    columns: [
      { of: rating, past: sql`split_part(${key}, ' ', 1)::real` },
      { of: sql`${services.createdAt}`, past: sql`split_part(${key}, ' ', 2)::timestamptz` },
    ],
    ...descending,
    keyOf: ({ key: rank, publishedAt }) => `${rank ?? ''} ${publishedAt}`,
  },
  // Those that come equally close to the text.
  relevance: {
    letter: 'r',
    form: real,
    columns: [{ of: sql`${services.rank}`, past: sql`${key}::real` }],
    ...descending,
    keyOf: ({ key: rank }) => rank ?? '',
  },
};

/** The order of a list: the one asked for; by likeness when a text is searched for, else the newest first. */
export function sortOf(asked: Sort | undefined, q: string): Sort {
  if (q === '') return asked === undefined || asked === 'relevance' ? 'recent' : asked;
  return asked ?? 'relevance';
}

/** The place after a row in a list of this sort; `corrections` are those of the text, if there is one. */
export function cursorOf(sort: Sort, row: SortableRow, corrections?: Corrections): Cursor {
  const { letter, keyOf } = sorts[sort];
  const text = corrections ? `~${row.layer ?? 0}~${writeCorrections(corrections)}` : '';
  return { key: letter + keyOf(row) + text, id: row.id };
}

/** A place in a list: within a search also the layer it is in and how the text was understood. */
export interface Place extends Cursor {
  readonly layer: number;
  readonly corrections: Corrections;
}

/** Reads a cursor of this sort; one of another sort, or of nothing, is `invalid_parameter`. */
export function readCursor(
  sort: Sort,
  text: string | undefined,
  searching = false,
): Result<Place | null, 'invalid_parameter'> {
  const { letter, form } = sorts[sort];
  const decoded = decodeCursor(text, {
    test: (key) => {
      const [value = '', layer, words, ...rest] = key.split('~');
      if (!value.startsWith(letter) || !form.test(value.slice(1)) || rest.length > 0) return false;
      if (!searching) return layer === undefined;
      return /^\d$/.test(layer ?? '') && readCorrections(words ?? '~') !== null;
    },
  });
  if (!decoded.ok) return decoded;
  if (decoded.value === null) return ok(null);
  const [value = '', layer = '0', words = ''] = decoded.value.key.split('~');
  return ok({
    key: value.slice(1),
    id: decoded.value.id,
    layer: Number(layer),
    corrections: readCorrections(words) ?? noCorrections,
  });
}
