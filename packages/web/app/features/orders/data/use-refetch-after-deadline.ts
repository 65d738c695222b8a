import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refetchAfterOrderChange } from './order-cache.ts';

/** Interval at which an order is requested again after its deadline, in ms. */
const REFETCH_INTERVAL_MS = 5_000;

/** Once a deadline of an order has passed, refetches until the server has changed the order. */
export function useRefetchAfterDeadline(hasDeadlinePassed: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!hasDeadlinePassed) return;
    const refetch = () => void refetchAfterOrderChange(client);
    refetch();
    const timer = setInterval(refetch, REFETCH_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [hasDeadlinePassed, client]);
}
