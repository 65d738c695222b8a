import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLogger } from '../telemetry/logging.ts';
import { createHttpApp } from './app.ts';
import { mountHealth } from './health.ts';

const blockEventLoop = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end; );
};

const silentLog = createLogger('silent');
const createAppWithLimit = (overloadMs?: number) =>
  createHttpApp({ log: silentLog, https: false, trustedProxies: null, overloadMs });

it('requests are refused while the event loop is late, except the health check', async () => {
  const app = await createAppWithLimit(30);
  mountHealth(app, {}, () => 'ready', { version: '1.2.3', commit: 'unknown', builtAt: '' });
  app.get('/work', async () => 'done');
  expect((await app.inject('/work')).statusCode).toBe(200);
  const requestWhileLate = () => {
    blockEventLoop(100);
    return app.inject('/work');
  };
  await expect.poll(async () => (await requestWhileLate()).statusCode, { interval: 1 }).toBe(503);
  const answer = await requestWhileLate();
  expect(answer.json()).toMatchObject({ code: 'unavailable' });
  expect(answer.headers['retry-after']).toBe('2');
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  await app.close();
});

it('no request is refused after delays below the limit', async () => {
  // The limit is far longer than the two delays of 1,100 ms together, because a busy machine extends them.
  const app = await createAppWithLimit(20_000);
  app.get('/work', async () => 'done');
  await app.ready();
  // There is only 1 ms between the two delays, so that the server measures nothing between them.
  for (let stall = 0; stall < 2; stall += 1) {
    blockEventLoop(1_100);
    await delay(1);
  }
  expect((await app.inject('/work')).statusCode).toBe(200);
  await app.close();
});

it('no request is refused because of the duration of the start', async () => {
  const app = await createAppWithLimit(30);
  app.get('/work', async () => 'done');
  // This stall stands for the loading of the program.
  blockEventLoop(1_500);
  await app.ready();
  await delay(1);
  expect((await app.inject('/work')).statusCode).toBe(200);
  await app.close();
});
