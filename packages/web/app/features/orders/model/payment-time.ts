import type { Payment } from '@guilda/contract/orders/orders';

const MINUTE_MS = 60_000;

/**
 * Whether the product cancelled an unpaid order before its time to pay of `paymentMinutes` had passed, because its
 * seller was suspended or an account was closed. The cancellation for a missing payment never comes before that time.
 */
export function wasCancelledEarly(
  { steps, createdAt }: Pick<Payment, 'steps' | 'createdAt'>,
  paymentMinutes: number,
): boolean {
  const step = steps.findLast(({ status }) => status === 'cancelled');
  if (step?.by !== 'system') return false;
  return Date.parse(step.at) < Date.parse(createdAt) + paymentMinutes * MINUTE_MS;
}
