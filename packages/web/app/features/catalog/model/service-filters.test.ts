import { describe, expect, test } from 'vitest';
import {
  countFilters,
  filterQuery,
  priceRangeText,
  readFilters,
  searchWithFilters,
} from './service-filters.ts';

const parseFilters = (query: string) => readFilters(new URLSearchParams(query));

describe('readFilters', () => {
  test('reads every filter, prices with comma or dot', () => {
    expect(parseFilters('type=call&minPrice=10&maxPrice=49,90&minRating=4&sort=price_asc')).toEqual(
      {
        category: undefined,
        type: 'call',
        minPrice: 1000,
        maxPrice: 4990,
        minRating: '4',
        sort: 'price_asc',
      },
    );
  });

  test('ignores invalid values', () => {
    const invalidQuery =
      'online=sim&type=voz&minPrice=barato&maxPrice=-1&minRating=9&sort=sorte&category=xadrez';
    expect(Object.values(parseFilters(invalidQuery)).every((value) => value === undefined)).toBe(
      true,
    );
  });

  test('swaps the ends of a reversed price range', () => {
    expect(parseFilters('minPrice=50&maxPrice=10')).toMatchObject({
      minPrice: 1000,
      maxPrice: 5000,
    });
  });
});

test('reads the query that was written from the filters', () => {
  const filters = parseFilters(
    'category=osu&type=media&minPrice=0&maxPrice=12.50&minRating=4.5&online=true&sort=rating',
  );
  expect(
    parseFilters(new URLSearchParams(filterQuery(filters) as Record<string, string>).toString()),
  ).toEqual(filters);
});

describe('searchWithFilters', () => {
  const currentParams = new URLSearchParams('q=mira&type=call&minPrice=10');

  test('changes one filter and keeps the rest', () => {
    expect(searchWithFilters(currentParams, { sort: 'rating' })).toBe(
      '?q=mira&type=call&minPrice=10&sort=rating',
    );
    expect(searchWithFilters(currentParams, { type: undefined })).toBe('?q=mira&minPrice=10');
  });

  test('returns the path alone when no filter is left', () => {
    expect(searchWithFilters(new URLSearchParams('type=call'), { type: undefined })).toBe('.');
  });
});

test('a price range is formatted as text', () => {
  expect(priceRangeText({})).toBeUndefined();
  expect(priceRangeText({ maxPrice: 5000 })).toBe('até R$ 50,00');
  expect(priceRangeText({ minPrice: 1000 })).toBe('a partir de R$ 10,00');
  expect(priceRangeText({ minPrice: 1000, maxPrice: 5000 })).toBe('R$ 10,00 a R$ 50,00');
});

test('the sort order does not count as a filter, and a price range counts once', () => {
  expect(countFilters({ sort: 'rating' })).toBe(0);
  expect(countFilters({ minPrice: 0, maxPrice: 5000, type: 'call' })).toBe(2);
});
