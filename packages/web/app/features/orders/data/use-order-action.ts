import { ApiError } from '@guilda/contract/api-error';
import type { Payment } from '@guilda/contract/orders/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useOnce } from '../../../lib/loading/use-once.ts';
import { toastError } from '../../../ui/feedback/toast.ts';
import { refetchAfterOrderChange, updateCachedOrder } from './order-cache.ts';

/** HTTP statuses that a retry cannot change: the order has changed, or the person has no access to it any more. */
const finalStatuses = new Set([403, 404, 409]);

function isFinalError(error: unknown): boolean {
  const refusal = error instanceof Error && error.cause instanceof ApiError ? error.cause : error;
  return refusal instanceof ApiError && finalStatuses.has(refusal.status);
}

/**
 * Runs one action on an order at a time. A success updates the cache; without an order in the answer, everything is
 * refetched. After an error, a toast is shown and all orders are refetched, because the order may have changed.
 * `onFinished` is called after a success and after a refusal that a retry cannot change.
 */
export function useOrderAction(onFinished: () => void): {
  pending: boolean;
  run<T extends Payment | undefined>(
    request: () => Promise<T>,
    onDone?: (order: T) => void,
  ): Promise<void>;
} {
  const client = useQueryClient();
  const { pending, runOnce } = useOnce();
  const run = <T extends Payment | undefined>(
    request: () => Promise<T>,
    onDone?: (order: T) => void,
  ) =>
    runOnce(async () => {
      try {
        const order = await request();
        if (order) await updateCachedOrder(client, order);
        else void refetchAfterOrderChange(client);
        onDone?.(order);
        onFinished();
      } catch (error) {
        toastError(error);
        void refetchAfterOrderChange(client);
        if (isFinalError(error)) onFinished();
      }
    });
  return { pending, run };
}
