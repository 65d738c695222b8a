import * as device from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OUTBOX_DATABASE } from '../../../../lib/session/storage.ts';
import type { OutgoingMessage } from '../sending/outgoing.ts';
import { createIdbOutbox } from './idb-outbox.ts';

const outgoingMessage = (
  id: string,
  overrides: Partial<OutgoingMessage> = {},
): OutgoingMessage => ({
  id,
  owner: 'ana',
  receiverId: 'bia',
  text: id,
  writtenAt: 1,
  failure: null,
  ...overrides,
});

beforeEach(() => {
  for (const [name, value] of Object.entries(device)) vi.stubGlobal(name, value);
  vi.stubGlobal('indexedDB', new device.IDBFactory());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const storedIds = async (owner = 'ana', outbox = createIdbOutbox()) =>
  (await outbox.list(owner)).map(({ id }) => id).sort();

it('the outbox shares a person’s messages between tabs, but not with other people', async () => {
  const outbox = createIdbOutbox();
  await outbox.put(outgoingMessage('a'));
  await outbox.put(outgoingMessage('b'));
  await outbox.put(outgoingMessage('c', { owner: 'carla' }));
  await outbox.put(outgoingMessage('b', { failure: { code: 'message_refused', text: 'Não' } }));
  expect(await storedIds()).toEqual(['a', 'b']);
  expect(await storedIds('carla')).toEqual(['c']);
  expect((await outbox.list('ana')).find(({ id }) => id === 'b')?.failure?.code).toBe(
    'message_refused',
  );
  await outbox.remove('a');
  await outbox.remove('unknown');
  expect(await storedIds()).toEqual(['b']);
});

it('the outbox closes a database that the sign-out deletes, and opens a new one', async () => {
  const outbox = createIdbOutbox();
  await outbox.put(outgoingMessage('a'));
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(OUTBOX_DATABASE);
    request.onsuccess = resolve;
    request.onblocked = reject;
  });
  expect(await storedIds('ana', outbox)).toEqual([]);
  await outbox.put(outgoingMessage('b'));
  expect(await storedIds()).toEqual(['b']);
});

it('the outbox rejects when the storage fails, and tries again on the next call', async () => {
  const outbox = createIdbOutbox();
  const open = vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    throw new DOMException('no storage', 'SecurityError');
  });
  await expect(outbox.put(outgoingMessage('a'))).rejects.toThrow('no storage');
  await outbox.put(outgoingMessage('b'));
  expect(open).toHaveBeenCalledTimes(2);
  expect(await storedIds('ana', outbox)).toEqual(['b']);
});
