import type { Clock } from '@guilda/server/ports/clock';
import type { Ids } from '@guilda/server/ports/ids';
import type { Pool } from 'pg';
import { scenarioOfAmount } from './scenarios.ts';

/**
 * A row of `sandbox.payouts`; `amount` is in centavos, as text because the database driver returns `bigint` as text.
 */
export interface PayoutRow {
  readonly id: string;
  readonly external_reference: string;
  readonly request: string;
  readonly amount: string;
  readonly status: string;
  readonly status_detail: string;
  readonly notification_url: string | null;
  readonly created_at: Date;
}

export interface NewPayout {
  /** Idempotency key of the request. */
  readonly key: string;
  readonly reference: string;
  /** The request body as text, to recognise a repeated request. */
  readonly request: string;
  readonly amount: number;
  readonly notificationUrl: string | null;
}

export interface PayoutStoreDeps {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Time in ms after which a payout changes to its next state. */
  readonly delayMs: number;
}

export type PayoutStore = ReturnType<typeof createPayoutStore>;

/** Creates the storage of payouts: each idempotency key and each reference belongs to one payout. */
export function createPayoutStore({ pool, clock, ids, delayMs }: PayoutStoreDeps) {
  const find = async (column: 'id' | 'idempotency_key', value: string) => {
    const { rows } = await pool.query<PayoutRow>(
      `SELECT * FROM sandbox.payouts WHERE ${column} = $1`,
      [value],
    );
    return rows[0] ?? null;
  };
  return {
    byId: (id: string) => find('id', id),

    /**
     * Creates a payout, or finds the payout with the same key; `taken` when key or reference belong to another payout.
     */
    async findOrCreate(payout: NewPayout): Promise<{ row: PayoutRow; created: boolean } | 'taken'> {
      const { first, next } = scenarioOfAmount(payout.amount);
      const now = clock.now();
      const { rows } = await pool.query<PayoutRow>(
        `INSERT INTO sandbox.payouts (id, idempotency_key, external_reference, request, amount, status, status_detail,
           next_status, next_detail, next_at, notification_url, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING RETURNING *`,
        [
          `1108917506-${ids.uuid().replaceAll('-', '').toUpperCase()}`,
          ...[payout.key, payout.reference, payout.request, payout.amount, ...first],
          ...[next?.[0] ?? null, next?.[1] ?? null],
          next ? new Date(now.getTime() + delayMs) : null,
          ...[payout.notificationUrl, now],
        ],
      );
      const [storedPayout] = rows;
      if (storedPayout) return { row: storedPayout, created: true };
      const existingPayout = await find('idempotency_key', payout.key);
      return existingPayout?.request === payout.request
        ? { row: existingPayout, created: false }
        : 'taken';
    },

    /** Changes due payouts to their next state and returns them. */
    async changeDue(): Promise<PayoutRow[]> {
      const { rows } = await pool.query<PayoutRow>(
        `UPDATE sandbox.payouts SET status = next_status, status_detail = next_detail, next_at = NULL
         WHERE next_at <= $1 RETURNING *`,
        [clock.now()],
      );
      return rows;
    },
  };
}
