import type { Db } from '../../../platform/database/pool.ts';
import type { Enqueue } from '../../../platform/jobs/index.ts';
import { insertPayout } from './payout-store.ts';

/** Background jobs of payouts. */
export type PayoutTasks = {
  /** Sends a payout, or looks it up at the provider when it was sent before. */
  readonly 'wallet.send_payout': { readonly withdrawalId: string };
  /** Looks up payouts whose answer or notification was lost; runs every minute. */
  readonly 'wallet.ask_about_payouts': Readonly<Record<string, string>>;
};

/** Enqueues jobs in the transaction of the caller. */
export interface PayoutQueue {
  readonly enqueue: Enqueue<PayoutTasks>;
}

/**
 * Records that the payout provider must pay a withdrawal, with the idempotency key that every call sends, and enqueues
 * the job that sends the payout after the commit.
 */
export async function queuePayout(
  { enqueue }: PayoutQueue,
  tx: Db,
  payout: { readonly withdrawalId: string; readonly provider: string },
): Promise<void> {
  const { withdrawalId } = payout;
  await insertPayout(tx, { ...payout, idempotencyKey: withdrawalId });
  await enqueue(tx, 'wallet.send_payout', { withdrawalId }, { key: `payout:${withdrawalId}` });
}
