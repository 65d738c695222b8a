import { type Cursor, decodeCursor, type KeyPattern, timeKey } from '../../../platform/cursor.ts';
import { ok, type Result } from '../../../platform/result.ts';
import {
  type Corrections,
  noCorrections,
  parseCorrections,
  serializeCorrections,
} from '../../../platform/search/index.ts';
import type { ServiceSort } from './sort-order-columns.ts';

/** The columns of a row from which a cursor is made. */
export interface SortableRow {
  readonly id: string;
  readonly price: number;
  readonly publishedAt: string;
  /** The sort key as text from the database; null for sorts whose key is one of the other columns. */
  readonly key: string | null;
  /** Number of the search layer, 0 is the best match; absent without a search text. */
  readonly layer?: number;
}

/** How the cursors of one sort are written and parsed. */
interface SortCursorRule {
  /** First letter of the cursors of this sort; a cursor with another letter is refused. */
  readonly letter: string;
  /** Pattern of a cursor key without the letter. Every text that matches is valid input for the database. */
  readonly keyPattern: KeyPattern;
  keyOf(row: SortableRow): string;
}

const priceCursor = {
  keyPattern: /^\d{1,7}$/,
  keyOf: ({ price }: SortableRow) => String(price),
};

/** A `real` between 0 and 10 as PostgreSQL writes it: the shortest decimal text that parses to the same value. */
const shortestRealPattern = /^\d(\.\d{1,12})?$/;

export const sortCursorRules: Readonly<Record<ServiceSort, SortCursorRule>> = {
  recent: {
    letter: 't',
    keyPattern: timeKey,
    keyOf: ({ publishedAt }) => publishedAt,
  },
  price_asc: { letter: 'a', ...priceCursor },
  price_desc: { letter: 'd', ...priceCursor },
  rating: {
    letter: 'n',
    keyPattern: {
      test: (text) => {
        const [rank = '', ...time] = text.split(' ');
        return shortestRealPattern.test(rank) && timeKey.test(time.join(' '));
      },
    },
    keyOf: ({ key, publishedAt }) => `${key ?? ''} ${publishedAt}`,
  },
  relevance: {
    letter: 'r',
    keyPattern: shortestRealPattern,
    keyOf: ({ key }) => key ?? '',
  },
};

/** The requested sort; without a request, by relevance when there is a search text, else newest first. */
export function effectiveSortOf(
  requestedSort: ServiceSort | undefined,
  searchText: string,
): ServiceSort {
  if (searchText === '')
    return requestedSort === undefined || requestedSort === 'relevance' ? 'recent' : requestedSort;
  return requestedSort ?? 'relevance';
}

/**
 * The cursor that continues a list after `row`; `corrections` are the spelling corrections of the search text, if any.
 */
export function searchCursorOf(
  sort: ServiceSort,
  row: SortableRow,
  corrections?: Corrections,
): Cursor {
  const { letter, keyOf } = sortCursorRules[sort];
  const text = corrections ? `~${row.layer ?? 0}~${serializeCorrections(corrections)}` : '';
  return { key: letter + keyOf(row) + text, id: row.id };
}

/** A parsed cursor; for a search it includes the search layer and the spelling corrections. */
export interface SearchPosition extends Cursor {
  readonly layer: number;
  readonly corrections: Corrections;
}

/** Parses a cursor of this sort; `invalid_parameter` for any other text. */
export function parseSearchCursor(
  sort: ServiceSort,
  text: string | undefined,
  hasSearchText = false,
): Result<SearchPosition | null, 'invalid_parameter'> {
  const { letter, keyPattern } = sortCursorRules[sort];
  const decoded = decodeCursor(text, {
    test: (key) => {
      const [value = '', layer, words, ...rest] = key.split('~');
      if (!value.startsWith(letter) || !keyPattern.test(value.slice(1)) || rest.length > 0)
        return false;
      if (!hasSearchText) return layer === undefined;
      return /^\d$/.test(layer ?? '') && parseCorrections(words ?? '~') !== null;
    },
  });
  if (!decoded.ok) return decoded;
  if (decoded.value === null) return ok(null);
  const [value = '', layer = '0', words = ''] = decoded.value.key.split('~');
  return ok({
    key: value.slice(1),
    id: decoded.value.id,
    layer: Number(layer),
    corrections: parseCorrections(words) ?? noCorrections,
  });
}
