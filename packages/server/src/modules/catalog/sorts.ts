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
    form: /^\d(\.\d{1,12})?$/,
    type: sql.raw('real'),
    ...descending,
    keyOf: ownKey,
  },
};

/** What a sort orders by; by relevance, what it orders those by that come equally close to the text. */
export const sortKeys: Readonly<Record<Sort, SQL>> = {
  recent: sql`${services.createdAt}`,
  price_asc: sql`${services.price}`,
  price_desc: sql`${services.price}`,
  rating: sql`${services.rank}`,
  relevance: sql`${services.rank}`,
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
