import { randomBytes } from 'node:crypto';
import type pg from 'pg';

/**
 * Creates the role of the observer, to whom the jobs of the queue are hidden: it is woken by them like every process,
 * and leaves them to the measured process. Returns its URL of the database.
 */
export async function createObserverRole(client: pg.Client, databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl);
  const owner = decodeURIComponent(url.username);
  url.username = 'bench_observer';
  url.password = randomBytes(12).toString('hex');
  await client.query(`CREATE ROLE ${url.username} LOGIN PASSWORD '${url.password}'`);
  await client.query(`GRANT "${owner}" TO ${url.username}`);
  const jobs = 'graphile_worker._private_jobs';
  // Owners of a table see all rows unless this is forced; the measured process does as a superuser.
  await client.query(`ALTER TABLE ${jobs} ENABLE ROW LEVEL SECURITY`);
  await client.query(`ALTER TABLE ${jobs} FORCE ROW LEVEL SECURITY`);
  // Without a policy for UPDATE nobody else can take a job.
  await client.query(`CREATE POLICY bench_read ON ${jobs} FOR SELECT USING (true)`);
  await client.query(`CREATE POLICY bench_add ON ${jobs} FOR INSERT WITH CHECK (true)`);
  return url.href;
}
