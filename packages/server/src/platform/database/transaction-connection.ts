import type pg from 'pg';
import type { Queryable } from './prepared.ts';

const connectionByTransaction = new WeakMap<object, pg.PoolClient>();

/** Records the connection on which a transaction of `Database.transaction` runs. */
export function setConnectionOf(tx: object, connection: pg.PoolClient): void {
  connectionByTransaction.set(tx, connection);
}

/** The connection of a transaction of `Database.transaction`, for compiled statements within it. */
export function connectionOf(tx: object): Queryable {
  const connection = connectionByTransaction.get(tx);
  if (!connection) throw new Error('not a transaction of Database.transaction');
  return connection;
}
