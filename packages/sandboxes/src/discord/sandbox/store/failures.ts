import type { Pool } from 'pg';

/** A simulated failure for the next `times` requests to paths that contain `path`. */
export interface SimulatedFailure {
  readonly status: number;
  readonly times: number;
  /** Discord's own error code in the answer; null for the default code of the status. */
  readonly code: number | null;
  /** Text that a path must contain; null for every path. */
  readonly path: string | null;
}

/** Creates the storage of the simulated failure, of which there is one at a time, shared by all nodes. */
export function createFailureStore(pool: Pool) {
  return {
    /** Replaces the current failure; `times` 0 removes it. */
    async set(failure: SimulatedFailure): Promise<void> {
      await pool.query(
        `INSERT INTO discord_sandbox (kind, id, body) VALUES ('failure', 'next', $1::jsonb)
         ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body`,
        [JSON.stringify(failure)],
      );
    },

    /** Returns the failure if it applies to this path, and counts one use; null when the request may succeed. */
    async take(path: string): Promise<SimulatedFailure | null> {
      const { rows } = await pool.query<{ body: SimulatedFailure }>(
        `UPDATE discord_sandbox
         SET body = jsonb_set(body, '{times}', to_jsonb((body->>'times')::int - 1))
         WHERE kind = 'failure' AND (body->>'times')::int > 0
           AND (body->>'path' IS NULL OR position(body->>'path' IN $1) > 0)
         RETURNING body`,
        [path],
      );
      return rows[0]?.body ?? null;
    },

    /** The failure that is set for future requests, or null. */
    async readPending(): Promise<SimulatedFailure | null> {
      const { rows } = await pool.query<{ body: SimulatedFailure }>(
        `SELECT body FROM discord_sandbox
         WHERE kind = 'failure' AND (body->>'times')::int > 0`,
      );
      return rows[0]?.body ?? null;
    },
  };
}

export type FailureStore = ReturnType<typeof createFailureStore>;
