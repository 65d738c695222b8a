import { connect, cut } from './connection.ts';

/**
 * Notes in the database that a backup of it was made just now, for the alarm about its age; nothing where the
 * database is still that of a version before the note. Rejects when the database does not answer.
 */
export async function noteBackup(url: string): Promise<void> {
  const client = await connect(url, 'guilda-backup');
  try {
    const { rows } = await client.query<{ known: boolean }>(
      `SELECT to_regclass('public.last_backup') IS NOT NULL AS known`,
    );
    if (!rows[0]?.known) return;
    await client.query(`INSERT INTO last_backup (finished_at) VALUES (now())
      ON CONFLICT (one) DO UPDATE SET finished_at = now()`);
  } finally {
    await cut(client);
  }
}
