import type pg from 'pg';
import type { SeededPerson } from './seeded-person.ts';

/** Switches e-mails about orders off for a demo person; `unmuteNotifications` restores the default. */
export async function muteNotifications({ api }: Pick<SeededPerson, 'api'>): Promise<void> {
  const settings = await api.notificationDelivery.getPreferences();
  const topics = { ...settings.topics, orders: { push: true, email: false } };
  await api.notificationDelivery.updatePreferences({ body: { ...settings, topics } });
}

/** Removes the preferences that `muteNotifications` set, and deletes pending deliveries. */
export async function unmuteNotifications(
  client: pg.ClientBase,
  uids: readonly string[],
): Promise<void> {
  await client.query('DELETE FROM notice_settings WHERE uid = ANY($1::uuid[])', [uids]);
  await client.query(
    "SELECT graphile_worker.remove_job(key) FROM graphile_worker.jobs WHERE key LIKE 'reach.%'",
  );
}
