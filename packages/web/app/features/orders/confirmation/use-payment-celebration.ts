import { limits } from '@guilda/contract/limits';
import { parseMoney } from '@guilda/contract/money/money';
import type { Payment, ServiceStatus } from '@guilda/contract/orders/orders';
import { useEffect, useRef, useState } from 'react';
import { trackEvent } from '../../../lib/telemetry/track.ts';
import { finishAttempt } from '../checkout/checkout-attempt.ts';

/**
 * Local storage key of the id of the last order counted by analytics, so that an order open in two tabs is counted
 * once.
 */
const TRACKED_PURCHASE_KEY = 'guilda.purchase';

const unpaidStatuses: ReadonlySet<ServiceStatus> = new Set([
  'awaiting_payment',
  'cancelled',
  'refunded',
]);
const isPaid = (order: Payment) => !unpaidStatuses.has(order.serviceStatus);

function trackPurchase({ id, price }: Payment): void {
  if (localStorage.getItem(TRACKED_PURCHASE_KEY) === id) return;
  localStorage.setItem(TRACKED_PURCHASE_KEY, id);
  trackEvent({ name: 'purchase', currency: 'BRL', value: parseMoney(price) ?? 0 });
}

/**
 * True for three seconds once the page learns that the order was paid: when a page that showed the unpaid order gets
 * the new status, or when the browser that bought the order first opens the page. Also removes the checkout attempt, so
 * that the buy button starts a new purchase.
 */
export function usePaymentCelebration(order: Payment | undefined): boolean {
  const [isShown, setShown] = useState(false);
  const previousStatus = useRef<ServiceStatus | null>(null);
  useEffect(() => {
    if (!order) return;
    const justPaid =
      finishAttempt(localStorage, order) || previousStatus.current === 'awaiting_payment';
    previousStatus.current = order.serviceStatus;
    if (justPaid && isPaid(order)) trackPurchase(order);
    if (justPaid && order.serviceStatus === 'awaiting_start') setShown(true);
  }, [order]);
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setShown(false), limits.confettiMs);
    return () => clearTimeout(timer);
  }, [isShown]);
  return isShown;
}
