import { rateLimits } from '@guilda/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntilSettled } from '../faults/settled.ts';
import { areOrdersKept, checkOrders } from '../faults/shopper.ts';
import { openSteadyLoad } from '../fixtures/clients/steady-load.ts';
import { createNode } from '../fixtures/server/node-process.ts';
import { type SharedPort, startSharedPort } from '../fixtures/server/shared-port.ts';

describe('a rolling restart by SIGHUP', () => {
  let sharedPort: SharedPort;
  beforeAll(async () => {
    sharedPort = await startSharedPort();
  });
  afterAll(() => sharedPort?.close());

  it('loses no request and no message', async () => {
    const load = await openSteadyLoad(sharedPort.url, sharedPort.signIn);
    const pidsBefore = await sharedPort.pids();
    process.kill(sharedPort.node.pid, 'SIGHUP');
    await expect
      .poll(
        async () => {
          const pids = await sharedPort.pids();
          return pids.length === 2 && !pids.some((pid) => pidsBefore.includes(pid));
        },
        { timeout: 120_000, interval: 100 },
      )
      .toBe(true);
    await load.stop();
    const messageReport = await waitUntilSettled(sharedPort.databaseUrl, load.clients);
    const orderReport = await checkOrders(sharedPort.databaseUrl, load.shoppers);
    for (const client of load.clients) client.close();
    process.stdout.write(
      `restart by SIGHUP: ${load.answers.successful} requests done, ${load.listFailures().length} failed; ` +
        `${messageReport.stored} messages, ${orderReport.confirmed} orders\n`,
    );
    expect(load.listFailures()).toEqual([]);
    expect(load.purchasesWithoutProvider().length).toBeLessThanOrEqual(pidsBefore.length);
    expect(load.answers.successful).toBeGreaterThan(100);
    expect(messageReport).toMatchObject({ lost: 0, duplicated: 0, reordered: 0, examples: [] });
    expect(areOrdersKept(orderReport)).toBe(true);
    expect(await sharedPort.listAnsweringProcesses()).toEqual(['3', '4']);
  });

  it('is followed by an end of all processes with the exit code 0 on SIGTERM', async () => {
    const pids = await sharedPort.pids();
    expect(await sharedPort.node.stop()).toBe(0);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});

describe('rate limits', () => {
  let sharedPort: SharedPort;
  beforeAll(async () => {
    sharedPort = await startSharedPort({ RATE_LIMIT_FACTOR: '1' });
  });
  afterAll(() => sharedPort?.close());

  it('are counted over all processes together', async () => {
    const { points } = rateLimits.signIn;
    const tryOnce = () =>
      fetch(`${sharedPort.url}/api/auth/google`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({ idToken: 'x.y.z' }),
      }).then(({ status }) => status);
    const statuses = await Promise.all(Array.from({ length: 2 * points }, tryOnce));
    // A process that waits too long for the common count counts alone, so a busy machine accepts a few more.
    const acceptedCount = statuses.filter((status) => status !== 429).length;
    expect(acceptedCount).toBeGreaterThanOrEqual(points);
    expect(acceptedCount).toBeLessThan(2 * points);
  });
});

it('a start that fails prints its reason once for all processes, and ends with the exit code 1', async () => {
  const node = await createNode({
    PROCESSES: '2',
    DATABASE_URL: 'postgres://ana:segredo@127.0.0.1:1/nada',
    LOG_LEVEL: 'silent',
  });
  const error = await node.start().catch((reason: unknown) => String(reason));
  expect(error).toContain('a node ended with 1');
  expect(String(error).match(/Não foi possível usar o banco de dados/g)).toHaveLength(1);
});
