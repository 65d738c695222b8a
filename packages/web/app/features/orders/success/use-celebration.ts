import { parseMoney } from '@guilda/contract/money';
import type { Payment, ServiceStatus } from '@guilda/contract/orders';
import { useEffect, useRef, useState } from 'react';
import { track } from '../../../lib/track.ts';
import { endIntention } from '../buy/intention.ts';

/** How long the confetti falls (`spec §9`), in ms. */
const CONFETTI_MS = 3000;

/** Local storage key of the purchase counted last: another tab may see the same one arrive. */
const COUNTED_KEY = 'guilda.purchase';

const unpaid: ReadonlySet<ServiceStatus> = new Set(['awaiting_payment', 'cancelled', 'refunded']);
const isPaid = (order: Payment) => !unpaid.has(order.serviceStatus);

function countPurchase({ id, price }: Payment): void {
  if (localStorage.getItem(COUNTED_KEY) === id) return;
  localStorage.setItem(COUNTED_KEY, id);
  track({ name: 'purchase', currency: 'BRL', value: parseMoney(price) ?? 0 });
}

/**
 * True for three seconds when the purchase becomes paid: seen here, or on the first look of the device
 * that bought it. Also ends the buying, so that the next press on the service is a new purchase.
 */
export function useCelebration(order: Payment | undefined): boolean {
  const [on, setOn] = useState(false);
  const before = useRef<ServiceStatus | null>(null);
  useEffect(() => {
    if (!order) return;
    const arrived = endIntention(localStorage, order) || before.current === 'awaiting_payment';
    before.current = order.serviceStatus;
    if (arrived && isPaid(order)) countPurchase(order);
    if (arrived && order.serviceStatus === 'awaiting_start') setOn(true);
  }, [order]);
  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => setOn(false), CONFETTI_MS);
    return () => clearTimeout(timer);
  }, [on]);
  return on;
}
