import type { Clock } from '@guilda/server/ports/clock';
import type { Ids } from '@guilda/server/ports/ids';
import type { PaymentMethod, PaymentStatus } from '@guilda/server/ports/payment-provider';
import type { Pool, PoolClient } from 'pg';
import type { NewCheckout } from '../sandbox-api.ts';

/** A row of `sandbox.payment_checkouts`; amounts in centavos. */
export interface CheckoutRow {
  readonly id: string;
  readonly order_id: string;
  readonly reference: string;
  readonly title: string;
  /** Name of the seller; null when the shop did not send it. */
  readonly seller: string | null;
  readonly amount: number;
  readonly return_url: string;
  readonly state: 'open' | 'declined' | 'closed' | 'paid';
  readonly expires_at: Date;
  readonly payment_id: string | null;
  readonly method: PaymentMethod | null;
  readonly end_to_end_id: string | null;
  readonly paid_at: Date | null;
  readonly amount_refunded: number;
  /** State of the chargeback by the buyer's bank; this and the next three fields are null without a chargeback. */
  readonly chargeback_status: 'open' | 'lost' | 'won' | null;
  readonly chargeback_amount: number | null;
  readonly chargeback_at: Date | null;
  readonly evidence_by: Date | null;
}

interface RefundRow {
  readonly id: string;
  readonly amount: number;
}

export type CheckoutStore = ReturnType<typeof createCheckoutStore>;

export interface CheckoutStoreDeps {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Time in ms that the bank gives the shop to answer a chargeback. */
const EVIDENCE_TIME_MS = 7 * 86_400_000;

/** Time in ms from the creation of a webhook event until the timer sends it, if it was not sent directly before. */
const DIRECT_DELIVERY_GRACE_MS = 15_000;

/** Centavos that the buyer's bank has taken back: the amount of an open or lost chargeback. */
export const takenAmount = ({
  chargeback_status: status,
  chargeback_amount: amount,
}: CheckoutRow) => (status === null || status === 'won' ? 0 : (amount ?? 0));

/** The current status of a checkout; an open checkout counts as expired once its time to pay has passed. */
export function currentCheckoutStatus(row: CheckoutRow, now: Date): PaymentStatus {
  if (row.state === 'paid') {
    const lostAmount = row.chargeback_status === 'lost' ? takenAmount(row) : 0;
    return row.amount_refunded + lostAmount >= row.amount ? 'refunded' : 'paid';
  }
  if (row.state === 'closed' || row.expires_at <= now) return 'expired';
  return row.state === 'declined' ? 'declined' : 'pending';
}

/**
 * Creates the storage of checkouts. Every change is one statement or transaction that also writes its webhook event;
 * methods return whether they changed anything.
 */
export function createCheckoutStore(deps: CheckoutStoreDeps) {
  const { pool, clock, ids } = deps;
  const findOne = async (condition: string, value: string): Promise<CheckoutRow | null> => {
    const sql = `SELECT * FROM sandbox.payment_checkouts WHERE ${condition} = $1`;
    return (await pool.query<CheckoutRow>(sql, [value])).rows[0] ?? null;
  };
  const byId = (id: string) => findOne('id', id);
  const byOrder = (orderId: string) => findOne('order_id', orderId);
  const updateWithEvent = createUpdateWithEvent(deps);
  const close = (id: string) => {
    const closableCondition = `id = $1 AND state IN ('open', 'declined')`;
    return updateWithEvent('checkout.expired', `state = 'closed'`, closableCondition, [id]);
  };

  return {
    byId,
    byOrder,
    byPayment: (paymentId: string) => findOne('payment_id', paymentId),

    /** Finds or creates the checkout of an order. */
    async create(input: NewCheckout): Promise<{ row: CheckoutRow; created: boolean }> {
      const insertResult = await pool.query<CheckoutRow>(
        `INSERT INTO sandbox.payment_checkouts
           (id, order_id, reference, title, seller, amount, return_url, expires_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (order_id) DO NOTHING RETURNING *`,
        [
          `chk_${ids.secret(18)}`,
          input.orderId,
          input.reference,
          input.title,
          input.seller ?? null,
          input.amount,
          input.returnUrl,
          input.expiresAt,
          clock.now(),
        ],
      );
      const row = insertResult.rows[0] ?? (await byOrder(input.orderId));
      if (!row) throw new Error('a checkout vanished between insert and select');
      return { row, created: insertResult.rowCount === 1 };
    },

    /** Pays a checkout once. With `isLate`, also pays a closed checkout, as when a bank confirms late. */
    async approve(id: string, method: PaymentMethod, isLate: boolean): Promise<boolean> {
      const now = clock.now();
      const payableCondition = isLate
        ? `id = $1 AND state <> 'paid'`
        : `id = $1 AND state IN ('open', 'declined') AND expires_at > $5`;
      return updateWithEvent(
        'payment.paid',
        `state = 'paid', payment_id = $2, method = $3, end_to_end_id = $4, paid_at = $5`,
        payableCondition,
        [
          id,
          `pay_${ids.secret(18)}`,
          method,
          method === 'pix' ? createEndToEndId(ids, now) : null,
          now,
        ],
      );
    },

    /**
     * Takes back `amount` centavos of a paid checkout, once, as the buyer's bank does; by default the whole payment,
     * even when the shop has refunded it.
     */
    async chargeBack(id: string, amount: number | null): Promise<boolean> {
      const now = clock.now();
      const evidenceBy = new Date(now.getTime() + EVIDENCE_TIME_MS);
      return updateWithEvent(
        'chargeback.opened',
        `chargeback_status = 'open', chargeback_amount = least(amount, coalesce($2, amount)),
         chargeback_at = $3, evidence_by = $4`,
        `id = $1 AND state = 'paid' AND chargeback_status IS NULL`,
        [id, amount, now, evidenceBy],
      );
    },

    /** Decides a chargeback for the buyer (`lost`) or for the shop (`won`). `lost` can become `won`; `won` is final. */
    async decideChargeback(id: string, status: 'lost' | 'won'): Promise<boolean> {
      const decidableStatuses = status === 'won' ? `'open', 'lost'` : `'open'`;
      const condition = `id = $1 AND chargeback_status IN (${decidableStatuses})`;
      return updateWithEvent(`chargeback.${status}`, 'chargeback_status = $2', condition, [
        id,
        status,
      ]);
    },

    async decline(id: string): Promise<boolean> {
      const declinableCondition = `id = $1 AND state IN ('open', 'declined') AND expires_at > $2`;
      return updateWithEvent('payment.declined', `state = 'declined'`, declinableCondition, [
        id,
        clock.now(),
      ]);
    },

    close,

    /** Closes checkouts whose time has expired, and returns their ids. */
    async closeLapsed(): Promise<string[]> {
      const { rows } = await pool.query<{ id: string }>(
        `SELECT id FROM sandbox.payment_checkouts
         WHERE state IN ('open', 'declined') AND expires_at <= $1 ORDER BY expires_at LIMIT 50`,
        [clock.now()],
      );
      const closedIds: string[] = [];
      for (const { id } of rows) if (await close(id)) closedIds.push(id);
      return closedIds;
    },

    refund: (paymentId: string, amount: number, key: string) =>
      refundPayment(deps, paymentId, amount, key),
  };
}

/** Creates a function that runs a conditional update and writes its webhook event, in one statement. */
function createUpdateWithEvent({ pool, clock, ids }: CheckoutStoreDeps) {
  return async (
    type: string,
    assignments: string,
    condition: string,
    values: unknown[],
  ): Promise<boolean> => {
    const valueCount = values.length;
    const updateResult = await pool.query(
      `WITH changed AS (
         UPDATE sandbox.payment_checkouts SET ${assignments} WHERE ${condition} RETURNING id
       )
       INSERT INTO sandbox.payment_events (id, checkout_id, type, created_at, next_attempt_at)
       SELECT $${valueCount + 1}, id, $${valueCount + 2}, $${valueCount + 3}::timestamptz, $${valueCount + 4}::timestamptz FROM changed`,
      [...values, ...newEventValues(ids, type, clock.now())],
    );
    return updateResult.rowCount === 1;
  };
}

type RefundOutcome =
  | 'not_found'
  | 'refused'
  | { refund: RefundRow; checkoutId: string; created: boolean };

async function refundPayment(
  deps: CheckoutStoreDeps,
  paymentId: string,
  amount: number,
  key: string,
): Promise<RefundOutcome> {
  const { clock, ids } = deps;
  return runInTransaction(deps.pool, async (db) => {
    const lockResult = await db.query<CheckoutRow>(
      'SELECT * FROM sandbox.payment_checkouts WHERE payment_id = $1 FOR UPDATE',
      [paymentId],
    );
    const checkout = lockResult.rows[0];
    if (!checkout) return 'not_found';
    const checkoutId = checkout.id;
    const earlierRefunds = await db.query<RefundRow>(
      `SELECT id, amount FROM sandbox.payment_refunds
       WHERE checkout_id = $1 AND idempotency_key = $2`,
      [checkoutId, key],
    );
    const earlierRefund = earlierRefunds.rows[0];
    if (earlierRefund)
      return earlierRefund.amount === amount
        ? { refund: earlierRefund, checkoutId, created: false }
        : 'refused';
    const returnedAmount = checkout.amount_refunded + takenAmount(checkout);
    if (returnedAmount + amount > checkout.amount) return 'refused';
    const refund = { id: `ref_${ids.secret(18)}`, amount };
    await db.query(
      `INSERT INTO sandbox.payment_refunds (id, checkout_id, idempotency_key, amount, created_at)
       VALUES ($1, $2, $3, $4, $5)`,
      [refund.id, checkoutId, key, amount, clock.now()],
    );
    await db.query(
      `UPDATE sandbox.payment_checkouts SET amount_refunded = amount_refunded + $2 WHERE id = $1`,
      [checkoutId, amount],
    );
    const [event, type, createdAt, nextAttemptAt] = newEventValues(
      ids,
      'payment.refunded',
      clock.now(),
    );
    await db.query(
      `INSERT INTO sandbox.payment_events (id, checkout_id, type, created_at, next_attempt_at)
       VALUES ($1, $2, $3, $4, $5)`,
      [event, checkoutId, type, createdAt, nextAttemptAt],
    );
    return { refund, checkoutId, created: true };
  });
}

async function runInTransaction<T>(pool: Pool, work: (db: PoolClient) => Promise<T>): Promise<T> {
  const db = await pool.connect();
  let isBroken = true;
  try {
    await db.query('BEGIN');
    const result = await work(db);
    await db.query('COMMIT');
    isBroken = false;
    return result;
  } finally {
    // Discarding a connection with a failed transaction rolls the transaction back.
    db.release(isBroken);
  }
}

function newEventValues(ids: Ids, type: string, now: Date) {
  const retryAt = new Date(now.getTime() + DIRECT_DELIVERY_GRACE_MS);
  return [`evt_${ids.uuid()}`, type, now, retryAt] as const;
}

/**
 * Creates the end-to-end id of a Pix payment: `E`, the number of a bank that does not exist, the minute in UTC, and 11
 * letters and digits.
 */
function createEndToEndId(ids: Ids, now: Date): string {
  const minute = now.toISOString().replace(/\D/g, '').slice(0, 12);
  const suffix = ids
    .secret(24)
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 11)
    .padEnd(11, '0');
  return `E00000000${minute}${suffix}`;
}
