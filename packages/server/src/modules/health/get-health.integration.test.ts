import { endpoints } from '@guilda/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildUser } from '../../../test/fixtures/data/builders.ts';
import { fakeTimers } from '../../../test/fixtures/fakes/fake-timers.ts';
import { type ApiFixture, createApiFixture } from '../../../test/fixtures/modules/api-fixture.ts';
import { registerEndpoints } from '../../platform/http/endpoints.ts';
import {
  databaseProbe,
  filesProbe,
  lastCallsProbe,
  ledgerProbe,
  type Probe,
  queueProbe,
} from './index.ts';
import { healthHandlers } from './routes.ts';

const timers = fakeTimers();
const checkTime = new Date('2026-11-22T12:00:00Z');
const queueCounts = { waiting: 0, due: 0, running: 0, failed: 0, oldest: 0 };
const buildInfo = { version: '1.2.3', commit: 'a'.repeat(40), builtAt: '2026-11-21T09:00:00.000Z' };
const freeSpace: number | null = null;
let replicaCounts = { named: 0, used: 0 };
let probeReads = 0;
let failingRedis: () => Promise<never> = () =>
  Promise.reject(new Error('redis://user:secret@host'));

const createProbes = (fixture: {
  readonly database: Parameters<typeof databaseProbe>[0];
}): Probe[] => [
  databaseProbe(fixture.database, async () => freeSpace, { counts: () => replicaCounts }),
  {
    name: 'redis',
    remedy: 'Veja o Redis.',
    slowAfterMs: 100,
    read: () => {
      probeReads += 1;
      return failingRedis();
    },
  },
];

let fixture: ApiFixture;
let adminUid: string;
beforeAll(async () => {
  fixture = await createApiFixture(({ app, clock, database, endpointDeps }) =>
    registerEndpoints(
      app,
      endpoints.health,
      healthHandlers({ clock, timers, build: buildInfo, probes: createProbes({ database }) }),
      endpointDeps,
    ),
  );
  adminUid = await buildUser(fixture.database.pool, { role: 'admin' });
});
afterAll(() => fixture.close());

const readHealth = () => fixture.as(adminUid).health.getHealth();

it('reports what works and what fails, without host names, with one check for all requests', async () => {
  const [first, second] = await Promise.all([readHealth(), readHealth()]);
  expect(second).toEqual(first);
  expect(probeReads).toBe(1);
  expect(first).toMatchObject(buildInfo);
  expect(first.dependencies).toMatchObject([
    { name: 'database', state: 'ok', text: 'Responde, com conexões livres.' },
    { name: 'redis', state: 'failing', text: 'Não responde. Veja o Redis.', facts: [] },
  ]);
  expect(first.dependencies[0]?.facts.map(({ label }) => label)).toContain('Migrações');
  expect(JSON.stringify(first)).not.toMatch(/secret|host/);
});

it('limits the time of each probe and remembers since when a state holds', async () => {
  timers.advance(6_000);
  fixture.clock.advance(60_000);
  failingRedis = () => new Promise(() => undefined);
  const readsBefore = probeReads;
  const healthRequest = readHealth();
  await expect.poll(() => probeReads).toBe(readsBefore + 1);
  timers.advance(3_000);
  const { checkedAt, dependencies } = await healthRequest;
  const redisHealth = dependencies.find(({ name }) => name === 'redis');
  expect(redisHealth).toMatchObject({ state: 'failing', ms: 3_000 });
  expect(new Date(checkedAt).getTime() - new Date(redisHealth?.since ?? '').getTime()).toBe(60_000);
});

const readState = async (probe: Probe) => (await probe.read()).state;

it.each([
  [{}, 'ok'],
  [{ due: 3, oldest: 61 }, 'slow'],
  [{ due: 3, oldest: 601 }, 'failing'],
  [{ failed: 1 }, 'slow'],
] as const)('calls a queue with %o %s', async (facts, expectedState) => {
  const probe = queueProbe(
    async () => ({ ...queueCounts, ...facts }),
    async () => [{ task: 'orders.sweep', count: 2 }],
  );
  expect(await readState(probe)).toBe(expectedState);
  const { facts: shownFacts = [] } = await probe.read();
  expect(shownFacts.at(-1)).toEqual({ label: 'Falhou de vez: orders.sweep', value: '2' });
});

it.each([
  [null, 'ok'],
  [{ total: 0, summedAt: checkTime }, 'ok'],
  [{ total: 0, summedAt: new Date(checkTime.getTime() - 301_000) }, 'slow'],
  [{ total: -1, summedAt: checkTime }, 'failing'],
] as const)('calls a ledger summed to %o %s', async (sum, expectedState) => {
  expect(
    await readState(
      ledgerProbe(
        async () => sum,
        () => checkTime,
      ),
    ),
  ).toBe(expectedState);
});

it.each([
  [50, 'ok'],
  [4, 'slow'],
  [1.9, 'failing'],
] as const)('calls a disk with %d GiB left %s', async (gib, expectedState) => {
  const ping = async () => undefined;
  const disk = {
    storesUploads: true,
    freeBytes: async () => gib * 1024 ** 3,
    minFreeBytes: 2 * 1024 ** 3,
  };
  expect(await readState(filesProbe(ping, disk))).toBe(expectedState);
});

it.each([
  [{ workedAt: null, failedAt: null }, null, 'ok'],
  [{ workedAt: checkTime, failedAt: new Date(checkTime.getTime() - 1) }, null, 'ok'],
  [{ workedAt: null, failedAt: checkTime }, null, 'failing'],
  [{ workedAt: checkTime, failedAt: null }, 'Olhe.', 'slow'],
] as const)(
  'calls a service whose calls came to %o with warning %s %s',
  async (lastCallTimes, warning, expectedState) => {
    const readMoreFacts = async () => ({ facts: [], warning });
    const probeOptions = {
      name: 'mail',
      remedy: 'x',
      isDemo: false,
      readLastCallTimes: () => lastCallTimes,
      readMoreFacts,
    } as const;
    expect(await readState(lastCallsProbe(probeOptions))).toBe(expectedState);
    expect(await readState(lastCallsProbe({ ...probeOptions, readLastCallTimes: null }))).toBe(
      'not_configured',
    );
  },
);

it('warns of a replica that is left out', async () => {
  const [database] = createProbes(fixture);
  replicaCounts = { named: 2, used: 1 };
  const probeResult = await database?.read();
  expect(probeResult).toMatchObject({ state: 'slow' });
  expect(probeResult?.facts).toContainEqual({ label: 'Réplicas em dia', value: '1 de 2' });
  replicaCounts = { named: 2, used: 2 };
  expect(await database?.read()).toMatchObject({ state: 'ok' });
});
