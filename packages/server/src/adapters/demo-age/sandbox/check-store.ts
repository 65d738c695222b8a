import type { Pool } from 'pg';
import type { Clock } from '../../../ports/clock.ts';
import type { Ids } from '../../../ports/ids.ts';
import type { CheckResource, NewCheck } from '../sandbox-api.ts';

/** A row of `sandbox.age_checks`. */
export interface CheckRow {
  readonly id: string;
  readonly reference: string;
  readonly return_url: string;
  readonly state: 'open' | 'declined' | 'approved';
  readonly closes_at: Date;
  readonly verified_until: Date | null;
  readonly event_id: string | null;
}

export type CheckStore = ReturnType<typeof createCheckStore>;

export interface StoreDeps {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** How long a check's page takes an answer, in ms. */
const OPEN_MS = 60 * 60_000;

/** How long an approval holds, in ms: a year. */
const HOLDS_MS = 365 * 24 * 60 * 60_000;

/** What a check is now; time alone closes it. */
export function statusOf(row: CheckRow, now: Date): CheckResource['status'] {
  return row.state === 'open' && row.closes_at <= now ? 'expired' : row.state;
}

/** The sandbox's memory. Every change is one statement and makes the event that announces it. */
export function createCheckStore({ pool, clock, ids }: StoreDeps) {
  const later = (ms: number) => new Date(clock.now().getTime() + ms);
  const first = async (sql: string, values: unknown[]): Promise<CheckRow | null> =>
    (await pool.query<CheckRow>(sql, values)).rows[0] ?? null;
  const eventId = () => `evt_${ids.secret(18)}`;

  return {
    byId: (id: string) => first('SELECT * FROM sandbox.age_checks WHERE id = $1', [id]),

    /** The check of a reference, made now if there was none; while open it takes a new way back. */
    async create({ reference, returnUrl }: NewCheck): Promise<CheckRow> {
      const row = await first(
        `INSERT INTO sandbox.age_checks (id, reference, return_url, closes_at)
         VALUES ($1, $2, $3, $4)
         ON CONFLICT (reference) DO UPDATE SET return_url = CASE
           WHEN age_checks.state = 'open' THEN excluded.return_url ELSE age_checks.return_url END
         RETURNING *`,
        [`age_${ids.secret(18)}`, reference, returnUrl, later(OPEN_MS)],
      );
      if (!row) throw new Error('a check vanished while it was made');
      return row;
    },

    /** Says yes, once; also after a no, as a second try on the same page. Null: nothing changed. */
    approve: (id: string) =>
      first(
        `UPDATE sandbox.age_checks SET state = 'approved', verified_until = $2, event_id = $3
         WHERE id = $1 AND state <> 'approved' AND closes_at > $4 RETURNING *`,
        [id, later(HOLDS_MS), eventId(), clock.now()],
      ),

    /** Says no, unless it has been answered. Null: nothing changed. */
    decline: (id: string) =>
      first(
        `UPDATE sandbox.age_checks SET state = 'declined', event_id = $2
         WHERE id = $1 AND state = 'open' AND closes_at > $3 RETURNING *`,
        [id, eventId(), clock.now()],
      ),
  };
}
