import type { Service } from '@guilda/contract/catalog';
import { expect, test } from 'vitest';
import { endShortList, pickSimilarServices } from './short-list.ts';

const buildService = (id: string, category: string) => ({ id, category }) as Service;

test('the offer and similar services fill the last row at every number of columns', () => {
  for (const columns of [2, 3, 4])
    for (const services of [1, 2, 3, 4, 5, 6, 7])
      for (const available of [0, 1, 3]) {
        const { offerSpan, similarCount } = endShortList(columns, services, available);
        expect((services + offerSpan + similarCount) % columns).toBe(0);
        expect(similarCount).toBeLessThanOrEqual(available);
        expect(offerSpan).toBeLessThanOrEqual(columns);
      }
});

test('the offer is wider only when there are too few similar services', () => {
  expect(endShortList(4, 1, 3)).toEqual({ offerSpan: 1, similarCount: 2 });
  expect(endShortList(4, 1, 1)).toEqual({ offerSpan: 2, similarCount: 1 });
  expect(endShortList(4, 3, 3)).toEqual({ offerSpan: 1, similarCount: 0 });
  expect(endShortList(4, 4, 0)).toEqual({ offerSpan: 4, similarCount: 0 });
});

test('one column ends with two similar services', () => {
  expect(endShortList(1, 1, 3)).toEqual({ offerSpan: 1, similarCount: 2 });
  expect(endShortList(1, 5, 0)).toEqual({ offerSpan: 1, similarCount: 0 });
});

test('similar services are of similar categories first, none for adults and none of the list', () => {
  const shown = [buildService('own', 'valorant')];
  const candidates = [
    buildService('drawing', 'drawing'),
    buildService('adults', 'nudez'),
    buildService('own', 'valorant'),
    buildService('same', 'valorant'),
    buildService('movies', 'movies'),
    buildService('music', 'music'),
    buildService('shooter', 'pubg'),
  ];
  const idsFor = (category: 'valorant' | undefined) =>
    pickSimilarServices(candidates, shown, category).map(({ id }) => id);
  expect(idsFor('valorant')).toEqual(['shooter', 'music', 'drawing']);
  expect(idsFor(undefined)).toEqual(['same', 'music', 'drawing']);
  const few = candidates.filter(({ id }) => id === 'adults' || id === 'movies');
  expect(pickSimilarServices(few, shown, 'valorant')).toEqual([buildService('movies', 'movies')]);
});
