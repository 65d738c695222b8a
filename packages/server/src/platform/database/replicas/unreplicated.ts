import type pg from 'pg';
import { sql } from '../query-builder.ts';

/*
 * PostgreSQL shows a commit to other sessions although no synchronous standby has it, when its wait for a standby is
 * cancelled and when a primary that was cut off is stopped. A failover loses such a commit.
 */

/** The function of PostgreSQL that waits for a standby. Its warnings are recognised by it, because texts are translated. */
const WAITING_FUNCTION = 'SyncRepWaitForLSN';

class UnreplicatedCommitError extends Error {
  override readonly name = 'UnreplicatedCommitError';
  /** SQLSTATE of a transaction whose outcome is unknown. */
  readonly code = '08007';
}

/**
 * Treats a commit that no synchronous standby has confirmed as a lost connection: its outcome is unknown. PostgreSQL
 * itself answers such a commit with success and a warning.
 */
export function failUnreplicatedCommits(client: pg.PoolClient): void {
  client.on('notice', ({ routine }) => {
    if (routine !== WAITING_FUNCTION) return;
    const error = new UnreplicatedCommitError('no standby has confirmed the commit');
    // The running query must fail now, because the same packet may contain the successful answer to the commit.
    client.connection.emit('error', error);
    client.connection.stream.destroy();
  });
}

/**
 * A column for a SELECT outside of a transaction whose rows are passed on as committed: delivered, or acknowledged again.
 * A SELECT that finds rows is answered only when a synchronous standby has what they show, and is refused at a standby.
 * PostgreSQL evaluates the column once, at the first row. A commit waits for a standby only if its transaction has
 * written, so the column writes to the WAL.
 */
export const waitUntilReplicated = sql<string | null>`(SELECT CASE
    WHEN pg_is_in_recovery() THEN pg_current_xact_id()::text
    WHEN current_setting('synchronous_standby_names') <> '' THEN pg_logical_emit_message(true, 'guilda', '')::text
  END)`;
