import { expect } from 'vitest';
import type { Database } from '../src/platform/database/pool.ts';

/** Never more goes back than was paid, and all of it where the order must keep nothing. */
export async function assertRefundsMatchOrders({ pool }: Database): Promise<void> {
  const { rows } = await pool.query(`
    SELECT p.id, p.service_status, p.amount_paid, p.amount_refunded, p.amount_taken_back, r.meant
    FROM payments p, LATERAL (
      SELECT coalesce(sum(amount), 0) AS meant FROM refunds WHERE payment_id = p.id) r
    WHERE r.meant > coalesce(p.amount_paid, 0)
      OR (p.service_status IN ('cancelled', 'refunded')
        AND greatest(r.meant + p.amount_taken_back, p.amount_refunded) < coalesce(p.amount_paid, 0))`);
  expect(rows).toEqual([]);
}

/** What tests ask the database of one order, and how they let its time pass. */
export function readings({ pool }: Database) {
  const rows = async (text: string, id: string) => (await pool.query(text, [id])).rows;
  return {
    stepsOf: (id: string): Promise<{ status: string; actor: string; actor_id: string | null }[]> =>
      rows(
        `SELECT status, actor, actor_id FROM payment_steps WHERE payment_id = $1 ORDER BY at, id`,
        id,
      ),
    refundsOf: (
      id: string,
    ): Promise<{ id: string; amount: number; reason: string; status: string }[]> =>
      rows(
        `SELECT id, amount, reason, status FROM refunds WHERE payment_id = $1 ORDER BY created_at, id`,
        id,
      ),
    /** Kinds of its movements, with the centavos that left or entered the buyer's account. */
    ledgerOf: (id: string): Promise<{ kind: string; buyer: number }[]> =>
      rows(
        `SELECT t.kind, coalesce(sum(e.amount) FILTER (WHERE e.account = 'buyer'), 0)::integer AS buyer
         FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
         WHERE t.payment_id = $1 GROUP BY t.id ORDER BY t.created_at, t.id`,
        id,
      ),
    /** What people were told of it: event, receiver, sender, type, content. */
    toldOf: (
      id: string,
    ): Promise<
      { event: string; receiver: string; sender: string | null; type: string; content: string }[]
    > =>
      rows(
        `SELECT additional_info->>'event' AS event, receiver_id AS receiver, sender_id AS sender,
           type, content
         FROM notifications WHERE additional_info->>'paymentId' = $1 ORDER BY created_at, id`,
        id,
      ),
    /** Lets the times to pay and to start be over for a minute. */
    lapse: (id: string) =>
      rows(
        `UPDATE payments SET expires_at = now() - interval '1 minute',
           start_by = CASE WHEN start_by IS NOT NULL THEN now() - interval '1 minute' END
         WHERE id = $1`,
        id,
      ),
    /** Tasks waiting in the queue, by their payloads. */
    waitingJobs: async (task: string): Promise<Record<string, string>[]> =>
      (
        await pool.query(
          `SELECT j.payload FROM graphile_worker._private_jobs j
           JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = $1`,
          [task],
        )
      ).rows.map(({ payload }) => payload),
  };
}
