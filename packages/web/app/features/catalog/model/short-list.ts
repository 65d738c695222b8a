import type { Service } from '@guilda/contract/catalog';
import type { CategorySlug } from '@guilda/contract/categories';
import { categoriesByNearness } from './related-categories.ts';

/** A list with fewer services than this is short: it does not fill two rows of four. */
export const SHORT_LIST_LENGTH = 8;

/** Maximum number of cells that a short list leaves free in its last row. */
const MAX_FREE_CELLS = 3;

/** Number of cards of similar services below a list of one column, whose rows are always full. */
const CARDS_BELOW_ONE_COLUMN = 2;

/** The cards that follow the services of a short list. */
interface RowFilling {
  /** Number of columns that the offer to publish is wide. */
  readonly offerSpan: number;
  /** Number of cards of similar services after the offer. */
  readonly similarCount: number;
}

/**
 * The cards that fill the last row of a short list: the offer to publish, then similar services. With too few of them
 * the offer is wider.
 */
export function endShortList(
  columnCount: number,
  serviceCount: number,
  availableCount: number,
): RowFilling {
  if (columnCount === 1)
    return { offerSpan: 1, similarCount: Math.min(CARDS_BELOW_ONE_COLUMN, availableCount) };
  const lastRow = (serviceCount + 1) % columnCount;
  const free = lastRow === 0 ? 0 : columnCount - lastRow;
  const similarCount = Math.min(free, availableCount);
  return { offerSpan: 1 + free - similarCount, similarCount };
}

/**
 * The services that follow a short list of the category: those of similar categories first, none for adults and none
 * that the list shows.
 */
export function pickSimilarServices(
  candidates: readonly Service[],
  shown: readonly Service[],
  category: CategorySlug | undefined,
): Service[] {
  const shownIds = new Set(shown.map(({ id }) => id));
  return categoriesByNearness(category)
    .flatMap(({ slug }) => candidates.filter((each) => each.category === slug))
    .filter(({ id }) => !shownIds.has(id))
    .slice(0, MAX_FREE_CELLS);
}
