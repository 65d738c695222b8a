import type pg from 'pg';
import type { Seeded } from './seeded.ts';

/** Nobody is mailed of what the demo makes up; until `endSilence`. */
export async function beginSilence({ api }: Pick<Seeded, 'api'>): Promise<void> {
  const settings = await api.reach.getSettings();
  const topics = { ...settings.topics, orders: { push: true, email: false } };
  await api.reach.putSettings({ body: { ...settings, topics } });
}

/** Gives people back their own choice, which is none yet, and forgets what was still to be told. */
export async function endSilence(client: pg.ClientBase, uids: readonly string[]): Promise<void> {
  await client.query('DELETE FROM notice_settings WHERE uid = ANY($1::uuid[])', [uids]);
  await client.query(
    "SELECT graphile_worker.remove_job(key) FROM graphile_worker.jobs WHERE key LIKE 'reach.%'",
  );
}
