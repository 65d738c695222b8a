import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { MAX_CONNECTION_BYTES } from '../bounds.ts';
import { createMemoryBudget } from './memory-budget.ts';
import { trackOutgoingPackets } from './outgoing.ts';
import type { ClientConnection } from './peer.ts';

/** A WebSocket client that reads only when `read` is called. */
function setUp() {
  const cut = vi.fn();
  const transport = Object.assign(new EventEmitter(), { name: 'websocket', writable: true });
  const conn = Object.assign(new EventEmitter(), { transport });
  const budget = createMemoryBudget({
    perConnection: MAX_CONNECTION_BYTES,
    inTotal: 10 * MAX_CONNECTION_BYTES,
  });
  trackOutgoingPackets({ conn, memory: budget.open(cut) } as unknown as ClientConnection);
  const send = (bytes: number) => {
    conn.emit('packetCreate', { data: 'x'.repeat(bytes) });
    if (!transport.writable) return;
    transport.writable = false;
    conn.emit('flush');
  };
  const read = () => {
    transport.emit('drain');
    transport.writable = true;
    conn.emit('flush');
  };
  return { cut, send, read, budget };
}

it('the connection of a client that does not read is closed because of its queued bytes', async () => {
  const { cut, send } = setUp();
  for (let sentBytes = 0; sentBytes < MAX_CONNECTION_BYTES; sentBytes += 10_000) send(10_000);
  await new Promise(setImmediate);
  expect(cut).toHaveBeenCalledOnce();
});

it('the connection of a client with many short queued packets is closed, because each needs more memory than its text', async () => {
  const { cut, send } = setUp();
  for (let sentBytes = 0; sentBytes < MAX_CONNECTION_BYTES / 100; sentBytes += 1) send(1);
  await new Promise(setImmediate);
  expect(cut).toHaveBeenCalledOnce();
});

it('the connection of a client that reads stays open, however much it gets', async () => {
  const { cut, send, read, budget } = setUp();
  for (let round = 0; round < 20; round += 1) {
    for (let packet = 0; packet < 50; packet += 1) send(10_000);
    read();
  }
  await new Promise(setImmediate);
  expect(cut).not.toHaveBeenCalled();
  read();
  expect(budget.total).toBe(0);
});
