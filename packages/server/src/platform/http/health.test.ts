import fastify from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { mountHealth } from './health.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('shares the probes of half a second, but not the phase', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const app = fastify();
  let probeCount = 0;
  let isWorking = true;
  let phase: 'ready' | 'draining' = 'ready';
  const probe = async () => {
    probeCount += 1;
    if (!isWorking) throw new Error('away');
  };
  mountHealth(app, { database: probe }, () => phase, {
    version: '1.2.3',
    commit: 'unknown',
    builtAt: '',
  });
  const readStatus = async () => (await app.inject('/readyz')).statusCode;
  const statuses = await Promise.all(Array.from({ length: 20 }, readStatus));
  expect(new Set(statuses)).toEqual(new Set([200]));
  isWorking = false;
  vi.advanceTimersByTime(499);
  expect(await readStatus()).toBe(200);
  expect(probeCount).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await readStatus()).toBe(503);
  expect(probeCount).toBe(2);
  isWorking = true;
  vi.advanceTimersByTime(500);
  expect(await readStatus()).toBe(200);
  phase = 'draining';
  expect(await readStatus()).toBe(503);
});
