import { connectForBackup, destroySession } from '../connection.ts';

/**
 * Records the time of a successful backup in the database, for the alert about old backups. Does nothing when the
 * database does not have the table for it yet. Rejects when the database does not answer.
 */
export async function recordBackup(url: string): Promise<void> {
  const client = await connectForBackup(url, 'guilda-backup');
  try {
    const { rows } = await client.query<{ known: boolean }>(
      `SELECT to_regclass('public.last_backup') IS NOT NULL AS known`,
    );
    if (!rows[0]?.known) return;
    await client.query(`INSERT INTO last_backup (finished_at) VALUES (now())
      ON CONFLICT (one) DO UPDATE SET finished_at = now()`);
  } finally {
    await destroySession(client);
  }
}
