import type { VerifiedAge } from '@guilda/contract/accounts/users';
import type { Clock } from '@guilda/server/ports/clock';
import type { Ids } from '@guilda/server/ports/ids';
import type { Pool } from 'pg';
import type { CheckResource, NewCheckBody } from '../sandbox-api.ts';

/** A row of `sandbox.age_checks`. */
export interface SandboxCheckRow {
  readonly id: string;
  readonly reference: string;
  readonly return_url: string;
  readonly minimum_age: VerifiedAge;
  readonly state: 'open' | 'declined' | 'approved';
  readonly closes_at: Date;
  readonly verified_until: Date | null;
  readonly event_id: string | null;
}

export type CheckStore = ReturnType<typeof createCheckStore>;

export interface CheckStoreDeps {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Time in which a check can be answered, in ms. */
const CHECK_LIFETIME_MS = 60 * 60_000;

/** How long an approval is valid, in ms: a year. */
const APPROVAL_LIFETIME_MS = 365 * 24 * 60 * 60_000;

/** The current status of a check; an open check counts as expired once its time to answer has passed. */
export function currentCheckStatus(row: SandboxCheckRow, now: Date): CheckResource['status'] {
  return row.state === 'open' && row.closes_at <= now ? 'expired' : row.state;
}

/** Creates the storage of checks. Every change is one statement; approving or declining also stores a new event id. */
export function createCheckStore({ pool, clock, ids }: CheckStoreDeps) {
  const timeAfter = (ms: number) => new Date(clock.now().getTime() + ms);
  const readFirstRow = async (
    sql: string,
    parameters: unknown[],
  ): Promise<SandboxCheckRow | null> =>
    (await pool.query<SandboxCheckRow>(sql, parameters)).rows[0] ?? null;
  const createEventId = () => `evt_${ids.secret(18)}`;

  return {
    byId: (id: string) => readFirstRow('SELECT * FROM sandbox.age_checks WHERE id = $1', [id]),

    /** Finds or creates the check with a reference; an open check gets the new return URL. */
    async create({ reference, minimumAge, returnUrl }: NewCheckBody): Promise<SandboxCheckRow> {
      const row = await readFirstRow(
        `INSERT INTO sandbox.age_checks (id, reference, return_url, minimum_age, closes_at)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (reference) DO UPDATE SET return_url = CASE
           WHEN age_checks.state = 'open' THEN excluded.return_url ELSE age_checks.return_url END
         RETURNING *`,
        [`age_${ids.secret(18)}`, reference, returnUrl, minimumAge, timeAfter(CHECK_LIFETIME_MS)],
      );
      if (!row) throw new Error('a check vanished while it was made');
      return row;
    },

    /** Approves a check once, also after a decline. Null when the check was not changed. */
    approve: (id: string) =>
      readFirstRow(
        `UPDATE sandbox.age_checks SET state = 'approved', verified_until = $2, event_id = $3
         WHERE id = $1 AND state <> 'approved' AND closes_at > $4 RETURNING *`,
        [id, timeAfter(APPROVAL_LIFETIME_MS), createEventId(), clock.now()],
      ),

    /** Declines an open check. Null when the check was not changed. */
    decline: (id: string) =>
      readFirstRow(
        `UPDATE sandbox.age_checks SET state = 'declined', event_id = $2
         WHERE id = $1 AND state = 'open' AND closes_at > $3 RETURNING *`,
        [id, createEventId(), clock.now()],
      ),
  };
}
