import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { cutFloods } from './cut-floods.ts';
import { MAX_UNREAD } from './flood.ts';
import type { Io } from './wire.ts';

function scene() {
  const engine = new EventEmitter();
  cutFloods({ engine, sockets: { sockets: new Map() } } as unknown as Io);
  const conn = Object.assign(new EventEmitter(), { close: vi.fn() });
  engine.emit('connection', conn);
  const turn = () => new Promise(setImmediate);
  const fill = async (packets: number) => {
    for (let n = 0; n < packets; n += 1) conn.emit('packetCreate');
    await turn();
  };
  return { conn, fill };
}

it('cuts off a client that reads nothing of what is kept for it, with what is kept', async () => {
  const { conn, fill } = scene();
  await fill(MAX_UNREAD);
  expect(conn.close).not.toHaveBeenCalled();
  await fill(100);
  expect(conn.close.mock.calls).toEqual([[true]]);
});

it('leaves one alone that reads, however much it is sent', async () => {
  const { conn, fill } = scene();
  for (let round = 0; round < 5; round += 1) {
    await fill(MAX_UNREAD);
    conn.emit('flush');
  }
  expect(conn.close).not.toHaveBeenCalled();
});
