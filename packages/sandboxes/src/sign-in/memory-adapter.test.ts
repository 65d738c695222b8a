import type { Adapter } from 'oidc-provider';
import { expect, it } from 'vitest';
import { createMemoryAdapter } from './memory-adapter.ts';

let nowMs = 0;
/** Creates the store for one kind of the provider's data, such as `Interaction`. */
const createTestAdapter = (modelName: string): Adapter =>
  createMemoryAdapter({ now: () => new Date(nowMs) })(modelName);

it('the store deletes a request when it expires or is answered', async () => {
  const requests = createTestAdapter('Interaction');
  await requests.upsert('a', { kind: 'a' }, 60);
  nowMs = 59_000;
  expect(await requests.find('a')).toEqual({ kind: 'a' });
  nowMs = 60_000;
  expect(await requests.find('a')).toBeUndefined();
  await requests.upsert('b', {}, 60);
  await requests.destroy('b');
  expect(await requests.find('b')).toBeUndefined();
});

it('the store keeps the newest thousand requests', async () => {
  const requests = createTestAdapter('Interaction');
  for (let index = 0; index < 1500; index += 1) await requests.upsert(`${index}`, {}, 60);
  expect(await requests.find('499')).toBeUndefined();
  expect(await requests.find('500')).toEqual({});
  expect(await requests.find('1499')).toEqual({});
});

it('the store keeps no sessions', async () => {
  const sessions = createTestAdapter('Session');
  await sessions.upsert('a', {}, 60);
  expect(await sessions.find('a')).toBeUndefined();
});
