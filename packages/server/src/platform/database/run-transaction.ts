import type pg from 'pg';
import { isConnectionLost } from './unavailable.ts';

/** Setting of a transaction: the time in ms for which each of its statements may wait for a lock. */
export const lockTimeoutSetting = (ms: number): string => `SET LOCAL lock_timeout = ${ms}`;

/**
 * Runs `work` in a transaction, for hot paths that use compiled statements only: committed when `work` resolves, rolled
 * back when it rejects. Never retried; callers may retry.
 * @param settings `SET LOCAL` statements, sent together with `BEGIN`
 */
export async function runTransaction<T>(
  pool: pg.Pool,
  work: (connection: pg.PoolClient) => Promise<T>,
  settings: readonly string[] = [],
): Promise<T> {
  const connection = await pool.connect();
  let isBroken = false;
  try {
    await connection.query(['BEGIN', ...settings].join('; '));
    const result = await work(connection);
    await connection.query('COMMIT');
    return result;
  } catch (error) {
    // A lost connection would not answer the rollback either.
    isBroken = isConnectionLost(error) || !(await rollBack(connection));
    throw error;
  } finally {
    connection.release(isBroken);
  }
}

const rollBack = (connection: pg.PoolClient): Promise<boolean> =>
  connection.query('ROLLBACK').then(
    () => true,
    () => false,
  );
