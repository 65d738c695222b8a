import { z } from 'zod';
import type { PayoutRecord, PayoutStatus } from '../../../ports/payout-provider.ts';
import { reaisAmount } from '../money.ts';
import { optionalText } from '../schemas.ts';

/** Whether a text has the format of a payout id; any other text must not get into a request path. */
export const isPayoutId = (id: string): boolean => /^[\w-]{1,100}$/.test(id);

/**
 * Schema of an account in a payout. The documentation describes two places for the account's details, so both are
 * accepted.
 */
const account = z.object({
  status_detail: optionalText,
  status_details: z
    .array(z.object({ status_detail: optionalText }))
    .nullish()
    .catch(null),
});
const payoutSide = z
  .object({ accounts: z.array(account).nullish() })
  .nullish()
  .catch(null);

/** Schema of a payout: only the fields that the adapter reads; the receiver is never read. */
export const transactionIntent = z.object({
  id: z.string().refine(isPayoutId),
  external_reference: z.string().min(1),
  status: z.string(),
  transaction: z.object({
    total_amount: reaisAmount,
    refunded_amount: reaisAmount.nullish(),
    from: payoutSide,
    to: payoutSide,
  }),
});
export type TransactionIntent = z.infer<typeof transactionIntent>;

/**
 * Guilda's payout state for each status in Mercado Pago's documentation. `approved` is missing: the documentation
 * contradicts itself on whether it is final, so `status_detail` decides.
 */
const payoutStatesByStatus: Readonly<Record<string, PayoutStatus>> = {
  processed: 'paid',
  success: 'paid',
  partially_reverted: 'paid',
  refunded: 'returned',
  reverted: 'returned',
  rejected: 'failed',
  failed: 'failed',
  error: 'failed',
  canceled: 'failed',
};

/** Values of `status_detail` which mean that an `approved` payout has arrived at its receiver. */
const arrivedDetails = ['approved', 'accredited', 'partially_refunded'];

function detailsOf({ transaction: { from, to } }: TransactionIntent): readonly string[] {
  const accounts = [...(to?.accounts ?? []), ...(from?.accounts ?? [])];
  return accounts.flatMap(({ status_detail, status_details }) =>
    [
      status_detail,
      ...(status_details ?? []).map((accountInPayout) => accountInPayout.status_detail),
    ].flatMap((detail) => detail ?? []),
  );
}

function payoutStateOf(intent: TransactionIntent): PayoutStatus {
  if (intent.status === 'approved') {
    const hasArrived = detailsOf(intent).some((detail) => arrivedDetails.includes(detail));
    return hasArrived ? 'paid' : 'pending';
  }
  // An unknown state counts as pending: the payout is then looked up again later, and no money is moved until then.
  return Object.hasOwn(payoutStatesByStatus, intent.status)
    ? (payoutStatesByStatus[intent.status] ?? 'pending')
    : 'pending';
}

export function toPayoutRecord(intent: TransactionIntent): PayoutRecord {
  const { total_amount: amount, refunded_amount } = intent.transaction;
  const status = payoutStateOf(intent);
  return {
    providerPayoutId: intent.id,
    withdrawalId: intent.external_reference,
    status,
    amount,
    amountReturned: status === 'returned' ? amount : (refunded_amount ?? 0),
  };
}
