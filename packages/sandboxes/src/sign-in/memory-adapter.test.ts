import type { Adapter } from 'oidc-provider';
import { expect, it } from 'vitest';
import { createMemoryAdapter } from './memory-adapter.ts';

let nowMs = 0;
/** Creates the store for one kind of the provider's data, such as `Interaction`. */
const createTestAdapter = (modelName: string): Adapter =>
  createMemoryAdapter({ now: () => new Date(nowMs) })(modelName);

it('the store deletes a request when it expires or is answered', async () => {
  const requestStore = createTestAdapter('Interaction');
  await requestStore.upsert('a', { kind: 'a' }, 60);
  nowMs = 59_000;
  expect(await requestStore.find('a')).toEqual({ kind: 'a' });
  nowMs = 60_000;
  expect(await requestStore.find('a')).toBeUndefined();
  await requestStore.upsert('b', {}, 60);
  await requestStore.destroy('b');
  expect(await requestStore.find('b')).toBeUndefined();
});

it('the store keeps the newest thousand requests', async () => {
  const requestStore = createTestAdapter('Interaction');
  for (let index = 0; index < 1500; index += 1) await requestStore.upsert(`${index}`, {}, 60);
  expect(await requestStore.find('499')).toBeUndefined();
  expect(await requestStore.find('500')).toEqual({});
  expect(await requestStore.find('1499')).toEqual({});
});

it('the store keeps no sessions', async () => {
  const sessionStore = createTestAdapter('Session');
  await sessionStore.upsert('a', {}, 60);
  expect(await sessionStore.find('a')).toBeUndefined();
});
