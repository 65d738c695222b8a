import { once } from 'node:events';
import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { expect, it } from 'vitest';
import type { TransportEvents } from '../../../../web/app/lib/realtime/ports.ts';
import { createSocketIoTransport } from '../../../../web/app/lib/realtime/socket-io-transport.ts';
import { findFreePort } from '../../../src/platform/network/free-port.ts';

it('the web client reports a single attempt as failed when the server closes the connection unanswered', async () => {
  const port = await findFreePort();
  const httpServer = createServer().listen(port, '127.0.0.1');
  await once(httpServer, 'listening');
  const server = new Server(httpServer);
  let closesUnanswered = true;
  server.use((socket, next) => {
    if (!closesUnanswered) return next();
    socket.conn.close();
    next(new Error('the connection is closed'));
  });
  const events: string[] = [];
  const record = (event: keyof TransportEvents) => () => void events.push(event);
  const openTransport = createSocketIoTransport(`http://127.0.0.1:${port}`);
  const transport = await openTransport(
    {
      connected: record('connected'),
      disconnected: record('disconnected'),
      failed: record('failed'),
      gaveUp: record('gaveUp'),
      refused: record('refused'),
      received: record('received'),
      alive: record('alive'),
    },
    async () => ({}),
  );
  transport.tryOnce();
  await expect.poll(() => events).toEqual(['disconnected', 'failed']);
  closesUnanswered = false;
  transport.tryOnce();
  await expect.poll(() => events).toEqual(['disconnected', 'failed', 'connected']);
  transport.hangUp();
  expect(events.slice(3)).toEqual(['disconnected']);
  await server.close();
});
