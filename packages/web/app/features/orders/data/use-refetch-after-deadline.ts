import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { orderKeys } from './order-keys.ts';

/** Interval at which an order is requested again after its deadline, in ms. */
const REFETCH_INTERVAL_MS = 5_000;

/**
 * Once a deadline of an order has passed, refetches orders until the server has changed the order. Nothing is requested
 * in a hidden tab or while an earlier request is still running, which on a slow network takes longer than the interval.
 */
export function useRefetchAfterDeadline(hasDeadlinePassed: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!hasDeadlinePassed) return;
    const refetch = () => {
      if (document.hidden) return;
      for (const queryKey of [orderKeys.all, orderKeys.overviews])
        void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
    };
    refetch();
    const timer = setInterval(refetch, REFETCH_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [hasDeadlinePassed, client]);
}
