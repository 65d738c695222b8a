import type pg from 'pg';
import { isConnectionLost } from './unavailable.ts';

/**
 * Runs `work`, which sends compiled statements alone, in a transaction: committed when it resolves,
 * rolled back when it rejects. It runs once; whether again is the caller's to say. For what runs so
 * often that building statements would show.
 * @param settings `SET LOCAL` statements of the transaction, sent with its beginning
 */
export async function inSteps<T>(
  pool: pg.Pool,
  work: (connection: pg.PoolClient) => Promise<T>,
  settings: readonly string[] = [],
): Promise<T> {
  const connection = await pool.connect();
  let broken = false;
  try {
    await connection.query(['BEGIN', ...settings].join('; '));
    const value = await work(connection);
    await connection.query('COMMIT');
    return value;
  } catch (error) {
    // A connection that answers no more would not answer to the rollback either.
    broken = isConnectionLost(error) || !(await rolledBack(connection));
    throw error;
  } finally {
    connection.release(broken);
  }
}

const rolledBack = (connection: pg.PoolClient): Promise<boolean> =>
  connection.query('ROLLBACK').then(
    () => true,
    () => false,
  );
