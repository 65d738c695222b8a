import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { buildService } from '../../../../test/fixtures/catalog-builders.ts';
import { removeCachedService, updateCachedService } from './service-cache.ts';

const service = buildService();
const otherService = buildService();
const resultCount = { count: 2, hasMore: false };

/** A cache with every kind of data that is stored under `services`. */
function filledCache(): QueryClient {
  const client = new QueryClient();
  const services = [service, otherService];
  client.setQueryData(['services', {}], {
    pages: [{ services, nextCursor: null }],
    pageParams: [undefined],
  });
  client.setQueryData(['services', 'home'], services);
  client.setQueryData(['services', 'count', {}, null], resultCount);
  return client;
}

test('a changed service replaces its former state in the lists of pages and in the list of the home page', () => {
  const client = filledCache();
  const pausedService = { ...service, status: 'paused' as const };
  updateCachedService(client, pausedService);
  expect(client.getQueryData(['services', {}])).toMatchObject({
    pages: [{ services: [pausedService, otherService] }],
  });
  expect(client.getQueryData(['services', 'home'])).toEqual([pausedService, otherService]);
  expect(client.getQueryData(['services', 'count', {}, null])).toEqual(resultCount);
});

test('a deleted service leaves all lists', () => {
  const client = filledCache();
  removeCachedService(client, service.id);
  expect(client.getQueryData(['services', {}])).toMatchObject({
    pages: [{ services: [otherService] }],
  });
  expect(client.getQueryData(['services', 'home'])).toEqual([otherService]);
  expect(client.getQueryData(['services', 'count', {}, null])).toEqual(resultCount);
});
