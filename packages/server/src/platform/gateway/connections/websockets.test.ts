import { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import type { ClientConnection } from './client-connection.ts';
import { trackWebSocket } from './websockets.ts';

it('counts received bytes until they form a whole packet', () => {
  let keptBytes = 0;
  const memory = { add: (bytes: number) => (keptBytes += bytes) };
  const connection = {
    tcpConnections: new Set(),
    memory,
    received: vi.fn(),
    receivedPacket: vi.fn(),
  };
  const [websocket, tcpConnection] = [new EventEmitter(), new EventEmitter()];
  trackWebSocket(connection as unknown as ClientConnection, {
    websocket: websocket as WebSocket,
    tcpConnection: tcpConnection as Duplex,
  });
  tcpConnection.emit('data', Buffer.alloc(1_000));
  tcpConnection.emit('data', Buffer.alloc(2_000));
  expect(keptBytes).toBe(3_000);
  // The library emits `message` before the last chunk of the packet is counted. This chunk stays counted, because it
  // may also contain the beginning of the next packet.
  websocket.emit('message');
  tcpConnection.emit('data', Buffer.alloc(500));
  expect(keptBytes).toBe(500);
  expect(connection.received.mock.calls).toEqual([[1_000], [2_000], [500]]);
});
