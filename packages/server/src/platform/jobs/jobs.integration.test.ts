import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import { createDatabase, type Database } from '../database/pool.ts';
import { createEnqueueAll, createJobs } from './index.ts';

type TestTasks = { 'test.note': { id: string }; 'test.other': { id: string } };

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.url, { log: quietLog });
  await jobsWith(() => undefined).runUntilIdle();
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

beforeEach(() => database.pool.query('DELETE FROM graphile_worker._private_jobs'));

type RunNote = (id: string, signal: AbortSignal) => Promise<void> | void;

const jobsWith = (note: RunNote, usedDatabase = database, log = quietLog) =>
  createJobs<TestTasks>(
    { database: usedDatabase, log },
    {
      'test.note': async ({ id }, { signal }) => note(id, signal),
      'test.other': async ({ id }) => note(`other ${id}`, new AbortController().signal),
    },
  );

/** Creates a task that records its runs, and a function that resolves at the n-th run. */
function createRecorder() {
  const ids: string[] = [];
  let signalRun: (() => void) | undefined;
  return {
    ids,
    note: (id: string) => {
      ids.push(id);
      signalRun?.();
    },
    times: (count: number) =>
      new Promise<void>((resolve) => {
        signalRun = () => ids.length >= count && resolve();
        signalRun();
      }),
  };
}

const listPendingJobs = async () =>
  (
    await database.pool.query<{ attempts: number; locked: boolean; last_error: string | null }>(
      'SELECT attempts, locked_at IS NOT NULL AS locked, last_error FROM graphile_worker.jobs',
    )
  ).rows;

describe('adding jobs', () => {
  test('a job runs once its transaction is committed', async () => {
    const { ids, note } = createRecorder();
    const jobs = jobsWith(note);
    await database.transaction(async (tx) => {
      await jobs.enqueue(tx, 'test.note', { id: 'a' });
      await jobs.enqueue(tx, 'test.other', { id: 'b' });
      await jobs.runUntilIdle();
      expect(ids).toEqual([]);
    });
    await jobs.runUntilIdle();
    await jobs.runUntilIdle();
    expect(ids.sort()).toEqual(['a', 'other b']);
  });

  test('a job of a transaction that is rolled back never runs', async () => {
    const { ids, note } = createRecorder();
    const jobs = jobsWith(note);
    const failingTransaction = database.transaction(async (tx) => {
      await jobs.enqueue(tx, 'test.note', { id: 'a' });
      throw new Error('no');
    });
    await expect(failingTransaction).rejects.toThrow('no');
    await jobs.runUntilIdle();
    expect(ids).toEqual([]);
  });

  test('a job replaces the waiting job with the same key', async () => {
    const { ids, note } = createRecorder();
    const jobs = jobsWith(note);
    await jobs.enqueue(database.db, 'test.note', { id: 'old' }, { key: 'k' });
    await jobs.enqueue(database.db, 'test.note', { id: 'new' }, { key: 'k' });
    await jobs.runUntilIdle();
    expect(ids).toEqual(['new']);
  });

  test('a job with a later time waits for it', async () => {
    const { ids, note } = createRecorder();
    const jobs = jobsWith(note);
    const inAnHour = new Date(Date.now() + 3_600_000);
    await jobs.enqueue(database.db, 'test.note', { id: 'a' }, { runAt: inAnHour });
    await jobs.runUntilIdle();
    await jobs.runUntilIdle({ until: new Date(inAnHour.getTime() - 1_000) });
    expect(ids).toEqual([]);
    await jobs.runUntilIdle({ until: inAnHour });
    expect(ids).toEqual(['a']);
  });

  test.each(['Olá, tudo bem?', 'a\r\nb', '', '<b>', 'x'.repeat(201)])(
    'a payload may contain only ids, not %j',
    async (id) => {
      const jobs = jobsWith(() => undefined);
      await expect(jobs.enqueue(database.db, 'test.note', { id })).rejects.toThrow(TypeError);
      expect(await listPendingJobs()).toEqual([]);
    },
  );
});

describe('running jobs', () => {
  test('a worker starts a new job at once, and can be stopped', async () => {
    const { ids, note, times } = createRecorder();
    const jobs = jobsWith(note);
    await jobs.start();
    await jobs.enqueue(database.db, 'test.note', { id: 'a' });
    await times(1);
    await jobs.stop();
    expect(await listPendingJobs()).toEqual([]);
    await jobs.enqueue(database.db, 'test.note', { id: 'b' });
    expect(ids).toEqual(['a']);
  });

  test('a failed job is repeated later, and the log contains the failure without its payload', async () => {
    let failuresLeft = 1;
    const { ids, note } = createRecorder();
    const lines: unknown[] = [];
    const warn = (...line: unknown[]) => lines.push(line);
    const jobs = jobsWith(
      (id) => {
        if (failuresLeft-- > 0) throw new Error('the mail server is away\nwith details');
        note(id);
      },
      database,
      { ...quietLog, warn },
    );
    const id = randomUUID();
    await jobs.enqueue(database.db, 'test.note', { id });
    await jobs.runUntilIdle();
    expect(await listPendingJobs()).toEqual([
      { attempts: 1, locked: false, last_error: 'the mail server is away\nwith details' },
    ]);
    expect(lines).toEqual([
      [
        expect.objectContaining({
          task: 'test.note',
          attempt: 1,
          reason: 'the mail server is away',
        }),
        'a job failed and will be tried again',
      ],
    ]);
    expect(JSON.stringify(lines)).not.toContain(id);
    await jobs.runUntilIdle({ until: new Date(Date.now() + 60_000) });
    expect(ids).toEqual([id]);
    expect(await listPendingJobs()).toEqual([]);
  });

  test('a job that does not end is released at the stop', async () => {
    const { note, times } = createRecorder();
    let isAborted = false;
    const jobs = jobsWith((id, signal) => {
      note(id);
      signal.addEventListener('abort', () => {
        isAborted = true;
      });
      return new Promise<void>(() => undefined);
    });
    await jobs.start();
    await jobs.enqueue(database.db, 'test.note', { id: 'a' });
    await times(1);
    const startedAt = performance.now();
    await jobs.stop();
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(isAborted).toBe(true);
    await expect
      .poll(listPendingJobs)
      .toEqual([expect.objectContaining({ attempts: 1, locked: false })]);
  });

  test('two processes share the jobs, and each job runs once', async () => {
    const { ids, note, times } = createRecorder();
    const otherDatabase = createDatabase(testDatabase.url, { log: quietLog });
    const [one, two] = [jobsWith(note), jobsWith(note, otherDatabase)];
    await Promise.all([one.start(), two.start()]);
    const wantedIds = Array.from({ length: 40 }, (_, index) => `job-${index}`);
    await Promise.all(wantedIds.map((id) => one.enqueue(database.db, 'test.note', { id })));
    await times(wantedIds.length);
    await Promise.all([one.stop(), two.stop()]);
    await otherDatabase.close();
    expect(ids.sort()).toEqual(wantedIds.sort());
  });
});

describe('many jobs at once', () => {
  const enqueueAll = createEnqueueAll<TestTasks>();

  test('run once their transaction is committed, and replace waiting jobs with the same keys', async () => {
    const { ids, note } = createRecorder();
    const laterOptions = { key: 'k', runAt: new Date(Date.now() + 3_600_000) };
    await enqueueAll(database.pool, [
      ['test.note', { id: 'a' }],
      ['test.other', { id: 'b' }],
      ['test.note', { id: 'late' }, laterOptions],
    ]);
    await enqueueAll(database.pool, [['test.note', { id: 'c' }, { key: 'k' }]]);
    await enqueueAll(database.pool, []);
    await jobsWith(note).runUntilIdle();
    expect(ids.sort()).toEqual(['a', 'c', 'other b']);
  });

  test('are all refused when one contains anything but ids', async () => {
    const jobs: Parameters<typeof enqueueAll>[1] = [
      ['test.note', { id: 'a' }],
      ['test.note', { id: 'Oi, tudo bem?' }],
    ];
    await expect(enqueueAll(database.pool, jobs)).rejects.toThrow(TypeError);
    expect(await listPendingJobs()).toEqual([]);
  });
});
