import type { ApiClient } from '@guilda/contract/client';
import type { Service } from '@guilda/contract/services/catalog';
import { expect, test } from 'vitest';
import { loadHomeServices, withVariedServicesFirst } from './load-services.ts';

const buildService = (id: string, seller: string) => ({ id, seller: { uid: seller } }) as Service;

function fakeClient(onlineSellers: Service[], newestServices: Service[]): ApiClient {
  const listServices = async ({ query }: { query: { online?: string } }) => ({
    services: query.online === 'true' ? onlineSellers : newestServices,
    nextCursor: null,
  });
  return { catalog: { listServices } } as unknown as ApiClient;
}

const loadServiceIds = async (client: ApiClient, uid: string | null = null, count = 4) =>
  (await loadHomeServices(client, count, uid)).map(({ id }) => id);

const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((id) => buildService(id, `seller ${id}`)) as [
  Service,
  Service,
  Service,
  Service,
  Service,
];

test('services of people online come first, then the newest ones, each seller once', async () => {
  expect(await loadServiceIds(fakeClient([c, d], [a, b, c, e]))).toEqual(['c', 'd', 'a', 'b']);
});

test('only the newest services are shown when nobody is online', async () => {
  expect(await loadServiceIds(fakeClient([], [a, b, c]))).toEqual(['a', 'b', 'c']);
});

test('services of the reader do not come first because the reader is online', async () => {
  expect(await loadServiceIds(fakeClient([a, c], [a, b, c]), 'seller a')).toEqual(['c', 'a', 'b']);
});

test('priced services of different sellers come first, and the others keep their order', () => {
  const serviceOf = (id: string, seller: string, price: string) => ({
    ...buildService(id, seller),
    price,
  });
  const services = [
    serviceOf('free', 'ana', '0.00'),
    serviceOf('first', 'ana', '10.00'),
    serviceOf('same', 'ana', '20.00'),
    serviceOf('other', 'bia', '30.00'),
  ] as Service[];
  const idsOf = (list: readonly Service[]) => list.map(({ id }) => id);
  expect(idsOf(withVariedServicesFirst(services, 2))).toEqual(['first', 'other', 'free', 'same']);
  expect(idsOf(withVariedServicesFirst(services.slice(0, 1), 2))).toEqual(['free']);
});
