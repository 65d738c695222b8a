import type { DataExport } from '@guilda/contract/privacy';
import { expect } from 'vitest';
import type { TestApp, TestPerson } from './harness.ts';
import { zipEntries } from './zip-entries.ts';

/** Has a copy made. */
export const request = async ({ api }: TestPerson) => (await api.privacy.requestExport({})).export;
export const listed = async ({ api }: TestPerson) => (await api.privacy.listExports({})).exports;
export const addressOf = async ({ api }: TestPerson, id: string) =>
  (await api.privacy.openExport({ params: { id } })).url;

/** A file of a copy as text; empty where it is not there. */
export const fileText = (zip: Buffer, name: string) =>
  zipEntries(zip)
    .find((entry) => entry.name === name)
    ?.bytes.toString('utf8') ?? '';

/** A copy that is ready. */
export async function madeFor(person: TestPerson): Promise<DataExport> {
  const { id } = await request(person);
  await expect.poll(async () => (await listed(person))[0]?.state).toBe('ready');
  const [made] = await listed(person);
  if (made?.id !== id) throw new Error('another copy was made');
  return made;
}

/** The connections of those who copy data and wait for the table of age checks. */
export const waitingForIt = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%providerCheckId%'`;

/** Holds whoever copies data before the age check; what it answers lets them go on. */
export async function holdReading(app: TestApp) {
  const client = await app.pool.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE age_checks');
  return async () => {
    await client.query('COMMIT');
    client.release();
  };
}
