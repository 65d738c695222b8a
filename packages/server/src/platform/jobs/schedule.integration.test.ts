import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import { createDatabase, type Database } from '../database/pool.ts';
import { createJobs } from './index.ts';

type TestTasks = { 'test.note': Record<string, never> };

const MINUTE_MS = 60_000;
const fast = { timeout: 20_000 };

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.url, { log: quietLog });
  await jobsEachMinute(() => undefined).runUntilIdle();
});

afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

beforeEach(() =>
  database.pool.query(`DELETE FROM graphile_worker._private_jobs;
    DELETE FROM graphile_worker._private_known_crontabs`),
);

const jobsEachMinute = (note: () => Promise<void> | void, usedDatabase = database) =>
  createJobs<TestTasks>(
    { database: usedDatabase, log: quietLog },
    { 'test.note': async () => note() },
    { 'test.note': '* * * * *' },
  );

type TestJobs = ReturnType<typeof jobsEachMinute>;

const listJobs = async () =>
  (
    await database.pool.query<{ attempts: number; locked: boolean; run_at: Date }>(
      `SELECT attempts, locked_at IS NOT NULL AS locked, run_at FROM graphile_worker.jobs
       ORDER BY id`,
    )
  ).rows;

/** The full minute that began `count` to `count + 1` minutes ago, or that begins later when `count` is negative. */
const minutesAgo = (count: number) => (Math.floor(Date.now() / MINUTE_MS) - count) * MINUTE_MS;

/**
 * Starts `jobs` shortly before a full minute and resolves once all of them have read the schedule of that minute. Only
 * the clock of the process is set, until the end of the test: jobs that still run would catch up on the minutes up to
 * the present. The clock of the database, which decides when jobs run, is not set.
 */
async function passMinute(minute: number, jobs: readonly TestJobs[], databases = [database]) {
  const querySpies = databases.map(({ pool }) => vi.spyOn(pool, 'query'));
  vi.useFakeTimers({ toFake: ['Date'], now: minute - 100 });
  await Promise.all(jobs.map((eachJobs) => eachJobs.start()));
  vi.setSystemTime(minute);
  const checkQueries = () => {
    for (const { mock } of querySpies)
      expect(mock.calls.some((call) => JSON.stringify(call).includes('last_execution ='))).toBe(
        true,
      );
  };
  await vi.waitFor(checkQueries, { timeout: 20_000 });
  for (const spy of querySpies) spy.mockRestore();
}

describe('the schedule', () => {
  test('adds a job once, however many processes read it', async () => {
    const databases = [1, 2, 3].map(() =>
      createDatabase(testDatabase.url, { log: quietLog, max: 4 }),
    );
    const allJobs = databases.map((eachDatabase) => jobsEachMinute(() => undefined, eachDatabase));
    // The minute is in the future, so the job stays in the queue.
    await passMinute(minutesAgo(-2), allJobs, databases);
    await Promise.all(allJobs.map((jobs) => jobs.stop()));
    await Promise.all(databases.map((eachDatabase) => eachDatabase.close()));
    expect(await listJobs()).toHaveLength(1);
  });

  test('keeps one job of a task that fails at each run, and tries it again at each time', async () => {
    const start = minutesAgo(10);
    let runCount = 0;
    const fail = () => {
      runCount += 1;
      throw new Error('always');
    };
    for (const index of [0, 1, 2]) {
      const jobs = jobsEachMinute(fail);
      await passMinute(start + index * MINUTE_MS, [jobs]);
      await expect.poll(() => runCount, fast).toBeGreaterThan(index);
      await jobs.stop();
      // Only the schedule brings the job back, not the time of the library's next attempt.
      await database.pool.query(
        `UPDATE graphile_worker._private_jobs SET run_at = now() + interval '1 hour'`,
      );
    }
    expect(await listJobs()).toMatchObject([{ attempts: expect.any(Number), locked: false }]);
  });

  test('keeps the place of a job that waits for a free worker', async () => {
    const first = minutesAgo(-2);
    for (const minute of [first, first + MINUTE_MS]) {
      const jobs = jobsEachMinute(() => undefined);
      await passMinute(minute, [jobs]);
      await jobs.stop();
    }
    expect(await listJobs()).toMatchObject([{ attempts: 0, run_at: new Date(first) }]);
  });

  test('adds a job beside one that is still running, so that no run is lost', async () => {
    const start = minutesAgo(10);
    const otherDatabase = createDatabase(testDatabase.url, { log: quietLog });
    const longEnd = Promise.withResolvers<void>();
    let runCount = 0;
    const long = jobsEachMinute(async () => {
      runCount += 1;
      await longEnd.promise;
    });
    const other = jobsEachMinute(() => {
      runCount += 1;
    }, otherDatabase);
    await passMinute(start, [long]);
    await expect.poll(() => runCount, fast).toBe(1);
    await passMinute(start + MINUTE_MS, [other], [otherDatabase]);
    longEnd.resolve();
    await expect.poll(() => runCount, fast).toBe(2);
    await expect.poll(listJobs, fast).toEqual([]);
    await Promise.all([long.stop(), other.stop()]);
    await otherDatabase.close();
  });
});
