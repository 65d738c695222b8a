import type { Pool } from 'pg';
import { expect } from 'vitest';

/**
 * Has somebody of the team suspended while what they ask for is under way: it waits for their account, and
 * goes on once the suspension is committed. Answers what comes of it.
 */
export async function suspendedMeanwhile<T>(
  pool: Pool,
  uid: string,
  ask: () => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM users WHERE uid = $1 FOR UPDATE', [uid]);
    await client.query('UPDATE users SET suspended_at = now() WHERE uid = $1', [uid]);
    const asked = ask();
    // Whoever does not wait is done before; what comes of it tells.
    const done = asked.then(
      () => true,
      () => true,
    );
    const waiting = `SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect
      .poll(async () => {
        const early = await Promise.race([done, Promise.resolve(false)]);
        return early || (await pool.query(waiting)).rowCount === 1;
      })
      .toBe(true);
    await client.query('COMMIT');
    return await asked;
  } finally {
    client.release();
  }
}
