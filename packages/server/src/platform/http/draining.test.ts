import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { prepareDraining } from './draining.ts';

it('a connection that is idle for a second is still answered while the process is replaced', async () => {
  const app = Fastify();
  app.decorate('prepared', { stop: () => undefined } as typeof app.prepared);
  const draining = prepareDraining(app, false);
  app.get('/', () => 'resposta');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const request = async () => {
    const [response] = (await once(get({ port, agent }), 'response')) as [IncomingMessage];
    response.resume();
    return response.headers.connection;
  };
  expect(await request()).toBe('keep-alive');
  const closePromise = draining.announce(true).then(() => draining.close(1_000));
  await delay(1_000);
  expect(await request()).toBe('close');
  await closePromise;
});
