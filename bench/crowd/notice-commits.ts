import pg from 'pg';
import type { Servers } from './stage.ts';

/** Connections that commit at the same time, as many as the pool of a process has. */
const CONNECTION_COUNT = 20;
const SECONDS = 3;

const plainCommit = 'INSERT INTO bench_commits DEFAULT VALUES';
const commitWithNotice = `
  WITH inserted AS (INSERT INTO bench_commits DEFAULT VALUES RETURNING n)
  SELECT pg_notify('bench_commits', n::text) FROM inserted`;

/** Commits `statement` on all connections for some seconds; returns the commits in a second. */
async function countCommits(clients: readonly pg.Client[], statement: string): Promise<number> {
  const endsAt = performance.now() + SECONDS * 1_000;
  let commits = 0;
  const commitRepeatedly = async (client: pg.Client) => {
    while (performance.now() < endsAt) {
      await client.query(statement);
      commits += 1;
    }
  };
  await Promise.all(clients.map(commitRepeatedly));
  return commits / SECONDS;
}

/**
 * Measures how many commits a second PostgreSQL takes with a notice and without one. A commit with a notice holds a lock
 * until it is on the disk, so that no two of them share a write, as others do.
 */
export async function measureNoticeCommits({
  databaseUrl,
  client,
}: Servers): Promise<{ readonly withNotice: number; readonly plain: number }> {
  await client.query('CREATE TABLE bench_commits (n bigint GENERATED ALWAYS AS IDENTITY)');
  const clients = Array.from(
    { length: CONNECTION_COUNT },
    () => new pg.Client({ connectionString: databaseUrl }),
  );
  try {
    await Promise.all(clients.map((connection) => connection.connect()));
    const plain = await countCommits(clients, plainCommit);
    return { withNotice: await countCommits(clients, commitWithNotice), plain };
  } finally {
    await Promise.all(clients.map((connection) => connection.end()));
    await client.query('DROP TABLE bench_commits');
  }
}
