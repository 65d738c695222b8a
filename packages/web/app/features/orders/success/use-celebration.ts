import type { Payment, ServiceStatus } from '@guilda/contract/orders';
import { useEffect, useRef, useState } from 'react';
import { endIntention } from '../buy/intention.ts';

/** How long the confetti falls (`spec §9`), in ms. */
const CONFETTI_MS = 3000;

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
    if (arrived && order.serviceStatus === 'awaiting_start') setOn(true);
  }, [order]);
  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => setOn(false), CONFETTI_MS);
    return () => clearTimeout(timer);
  }, [on]);
  return on;
}
