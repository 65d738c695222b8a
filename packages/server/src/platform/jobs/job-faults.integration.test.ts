import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import { createDatabase, type Database } from '../database/pool.ts';
import { sql } from '../database/query-builder.ts';
import { createJobs } from './index.ts';
import { releaseOrphanedJobs } from './queue.ts';

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

describe('faults', () => {
  test('many processes can start on an empty database at the same time', async () => {
    const emptyTestDatabase = await createTestDatabase({ empty: true });
    const databases = Array.from({ length: 5 }, () =>
      createDatabase(emptyTestDatabase.url, { log: quietLog, max: 3 }),
    );
    const allJobs = databases.map((eachDatabase) => jobsWith(() => undefined, eachDatabase));
    await Promise.all(allJobs.map((jobs) => jobs.start()));
    await Promise.all(allJobs.map((jobs) => jobs.stop()));
    await Promise.all(databases.map((eachDatabase) => eachDatabase.close()));
    await emptyTestDatabase.drop();
  });

  test('a worker continues after it lost every connection during a job', async () => {
    const { ids, note, times } = createRecorder();
    const ownDatabase = createDatabase(testDatabase.url, { log: quietLog });
    // The library also writes log lines with `console.trace`, which would clutter the output of the test.
    vi.spyOn(console, 'trace').mockImplementation(() => undefined);
    const jobs = jobsWith(async (id) => {
      if (id === 'cut' && !ids.includes('cut')) {
        await database.db.execute(sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()`);
      }
      note(id);
    }, ownDatabase);
    await jobs.start();
    await jobs.enqueue(database.db, 'test.note', { id: 'cut' });
    await times(1);
    await jobs.enqueue(database.db, 'test.note', { id: 'after' });
    await vi.waitFor(async () => expect(await listPendingJobs()).toEqual([]), { timeout: 25_000 });
    await jobs.stop();
    await ownDatabase.close();
    // Repeated ids are ignored: if the record that the first job was done was lost with the connection, the job runs
    // twice.
    expect([...new Set(ids)].sort()).toEqual(['after', 'cut']);
  });

  // When the end of a job cannot be recorded, the library takes no more jobs, but may never stop (graphile/worker#636).
  test('a worker continues after the database refused to record that a job is done, beside other jobs', async () => {
    const { ids, note, times } = createRecorder();
    await database.pool.query(`
      CREATE SEQUENCE deletes;
      CREATE FUNCTION refuse_third() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE number integer := nextval('deletes');
      BEGIN
        IF number < 3 THEN PERFORM pg_sleep(0.5); END IF;
        IF number = 3 THEN RAISE 'refused' USING ERRCODE = 'deadlock_detected'; END IF;
        RETURN OLD;
      END $$;
      CREATE TRIGGER refuse_third BEFORE DELETE ON graphile_worker._private_jobs
        FOR EACH ROW EXECUTE FUNCTION refuse_third()`);
    const longEnd = Promise.withResolvers<void>();
    const jobs = jobsWith(async (id) => {
      note(id);
      if (id === 'long') await longEnd.promise;
    });
    const countDeletes = async () => {
      const { rows } = await database.pool.query(
        'SELECT CASE WHEN is_called THEN last_value ELSE 0 END::integer AS count FROM deletes',
      );
      return rows[0]?.count;
    };
    const jobIds = ['long', 'slow', 'slow2', 'refused'];
    try {
      await jobs.start();
      for (const [index, id] of jobIds.entries()) {
        await jobs.enqueue(database.db, 'test.note', { id });
        await times(index + 1);
        // The library deletes jobs that end at the same time by one statement; the refusal must concern one job only.
        await expect.poll(countDeletes).toBe(index);
      }
      longEnd.resolve();
      await expect.poll(countDeletes).toBeGreaterThan(jobIds.length - 1);
      await jobs.enqueue(database.db, 'test.note', { id: 'after' });
      await vi.waitFor(async () => expect(await listPendingJobs()).toEqual([]), {
        timeout: 30_000,
      });
    } finally {
      await jobs.stop();
      await database.pool.query('DROP FUNCTION refuse_third CASCADE; DROP SEQUENCE deletes');
    }
    // The database refused to record that the job `refused` was done, so this job ran twice.
    expect(ids.toSorted()).toEqual([...jobIds, 'refused', 'after'].toSorted());
  });

  test('a job of a killed process is released, and one of a running process is not', async () => {
    const { ids, note, times } = createRecorder();
    let finish: () => void = () => undefined;
    const survivingJobs = jobsWith(async (id) => {
      note(id);
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
    });
    await survivingJobs.start();
    await survivingJobs.enqueue(database.db, 'test.note', { id: 'held' });
    await times(1);
    // The worker can take the job before its listening connection has the name by which the worker is known as alive.
    const namedWorkersSql = `SELECT FROM pg_stat_activity JOIN graphile_worker.jobs ON locked_by = application_name
      WHERE datname = current_database()`;
    await expect
      .poll(async () => (await database.pool.query(namedWorkersSql)).rowCount)
      .not.toBe(0);
    await database.db.execute(sql`SELECT graphile_worker.add_job('test.note', '{"id":"lost"}',
      run_at => now() + interval '1 hour')`);
    await database.db.execute(sql`UPDATE graphile_worker._private_jobs
      SET locked_by = 'pool-of-a-killed-process', locked_at = now() WHERE locked_by IS NULL`);

    await releaseOrphanedJobs({ database, log: quietLog }, 60);
    expect((await listPendingJobs()).map(({ locked }) => locked)).toEqual([true, true]);
    await releaseOrphanedJobs({ database, log: quietLog }, 0);
    expect((await listPendingJobs()).map(({ locked }) => locked).sort()).toEqual([false, true]);
    finish();
    await survivingJobs.stop();
    expect(ids).toEqual(['held']);
  });
});
