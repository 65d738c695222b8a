import { formatBrl, formatDecimal, parseMoney } from '@guilda/contract/money/money';
import type { ServiceType } from '@guilda/contract/services/catalog';
import { type CategorySlug, categorySlugs } from '@guilda/contract/services/categories';

const serviceSorts = ['recent', 'price_asc', 'price_desc', 'rating', 'relevance'] as const;
export type ServiceSort = (typeof serviceSorts)[number];

export const sortLabels: Readonly<Record<ServiceSort, string>> = {
  relevance: 'Mais relevantes',
  recent: 'Mais recentes',
  rating: 'Melhor nota',
  price_asc: 'Menor preço',
  price_desc: 'Maior preço',
};

/** Minimum ratings to choose from, as values of the API. */
export const minRatings = ['3', '4', '4.5'] as const;
type MinRating = (typeof minRatings)[number];

/** Filters of a list of services, stored in the page's address. */
export interface ServiceFilters {
  readonly category?: CategorySlug | undefined;
  readonly type?: ServiceType | undefined;
  /** Minimum price in centavos. */
  readonly minPrice?: number | undefined;
  readonly maxPrice?: number | undefined;
  readonly minRating?: MinRating | undefined;
  /** Only services of sellers who are online now. */
  readonly online?: true | undefined;
  readonly sort?: ServiceSort | undefined;
}

function parseOption<V extends string>(
  value: string | null,
  allowedValues: readonly V[],
): V | undefined {
  return allowedValues.find((each) => each === value);
}

function parseAmount(queryValue: string | null): number | undefined {
  return queryValue ? (parseMoney(queryValue) ?? undefined) : undefined;
}

/** Reads the filters from an address; invalid values are ignored. */
export function readFilters(params: URLSearchParams): ServiceFilters {
  const [low, high] = [parseAmount(params.get('minPrice')), parseAmount(params.get('maxPrice'))];
  const areSwapped = low !== undefined && high !== undefined && low > high;
  return {
    category: parseOption(params.get('category'), categorySlugs),
    type: parseOption(params.get('type'), ['call', 'media']),
    minPrice: areSwapped ? high : low,
    maxPrice: areSwapped ? low : high,
    minRating: parseOption(params.get('minRating'), minRatings),
    online: params.get('online') === 'true' ? true : undefined,
    sort: parseOption(params.get('sort'), serviceSorts),
  };
}

const decimalText = (centavos: number | undefined) =>
  centavos === undefined ? undefined : formatDecimal(centavos).replace('.00', '');

/** The filters as query parameters, whose names are the same in the API and in the page's address. */
export function filterQuery(filters: ServiceFilters) {
  const { category, type, minRating, online, sort } = filters;
  return {
    ...(category ? { category } : {}),
    ...(type ? { type } : {}),
    ...(filters.minPrice === undefined ? {} : { minPrice: decimalText(filters.minPrice) }),
    ...(filters.maxPrice === undefined ? {} : { maxPrice: decimalText(filters.maxPrice) }),
    ...(minRating ? { minRating } : {}),
    ...(online ? { online: 'true' as const } : {}),
    ...(sort ? { sort } : {}),
  };
}

/** The address's query string with some filters changed; all other parameters stay. */
export function searchWithFilters(params: URLSearchParams, changes: ServiceFilters): string {
  const nextParams = new URLSearchParams(params);
  for (const name of Object.keys(changes)) nextParams.delete(name);
  for (const [name, value] of Object.entries(filterQuery(changes))) {
    if (value !== undefined) nextParams.set(name, value);
  }
  const text = nextParams.toString();
  return text === '' ? '.' : `?${text}`;
}

/** The price filter as text: `até R$ 50,00`, `a partir de R$ 10,00`, `R$ 10,00 a R$ 50,00`; undefined without one. */
export function priceRangeText({ minPrice, maxPrice }: ServiceFilters): string | undefined {
  if (minPrice !== undefined && maxPrice !== undefined)
    return `${formatBrl(minPrice)} a ${formatBrl(maxPrice)}`;
  if (maxPrice !== undefined) return `até ${formatBrl(maxPrice)}`;
  return minPrice === undefined ? undefined : `a partir de ${formatBrl(minPrice)}`;
}

/** Number of active filters, without the sort order. */
export function countFilters(filters: ServiceFilters): number {
  const { category, type, minPrice, maxPrice, minRating, online } = filters;
  const price = minPrice ?? maxPrice;
  return [category, type, price, minRating, online].filter((value) => value !== undefined).length;
}
