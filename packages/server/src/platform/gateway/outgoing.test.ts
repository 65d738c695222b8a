import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { CONNECTION_BYTES } from './bounds.ts';
import { openMemoryBudget } from './memory-budget.ts';
import { watchOutgoing } from './outgoing.ts';
import type { Peer } from './peer.ts';

/** A client by a WebSocket whose system takes what it is sent, or not. */
function scene() {
  const cut = vi.fn();
  const transport = Object.assign(new EventEmitter(), { name: 'websocket', writable: true });
  const conn = Object.assign(new EventEmitter(), { transport });
  const budget = openMemoryBudget({ each: CONNECTION_BYTES, all: 10 * CONNECTION_BYTES });
  watchOutgoing({ conn, memory: budget.open(cut) } as unknown as Peer);
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

it('cuts off a client that reads nothing of what is kept for it, by its bytes', async () => {
  const { cut, send } = scene();
  for (let sent = 0; sent < CONNECTION_BYTES; sent += 10_000) send(10_000);
  await new Promise(setImmediate);
  expect(cut).toHaveBeenCalledOnce();
});

it('cuts off one that keeps many short packets waiting: they cost more than their text', async () => {
  const { cut, send } = scene();
  for (let sent = 0; sent < CONNECTION_BYTES / 100; sent += 1) send(1);
  await new Promise(setImmediate);
  expect(cut).toHaveBeenCalledOnce();
});

it('leaves one alone that reads, however much it is sent', async () => {
  const { cut, send, read, budget } = scene();
  for (let round = 0; round < 20; round += 1) {
    for (let n = 0; n < 50; n += 1) send(10_000);
    read();
  }
  await new Promise(setImmediate);
  expect(cut).not.toHaveBeenCalled();
  read();
  expect(budget.total).toBe(0);
});
