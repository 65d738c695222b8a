import { ApiError } from '@guilda/contract/api-error';
import type { Payment } from '@guilda/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useOnce } from '../../../lib/use-once.ts';
import { toastError } from '../../../ui/toast.ts';
import { keepOrder, refreshOrders } from './order-cache.ts';

/** Refusals that no other try can turn: the order has moved, or is not this person's any more. */
const settled = new Set([403, 404, 409]);

function isSettled(error: unknown): boolean {
  const refusal = error instanceof Error && error.cause instanceof ApiError ? error.cause : error;
  return refusal instanceof ApiError && settled.has(refusal.status);
}

type Work = () => Promise<Payment | undefined>;

/**
 * Takes a person's step on an order, one at a time however often it is pressed. What the server
 * answers shows everywhere at once. What it refuses is told, and the orders are asked for anew, because
 * they may have moved under the person's hands. `onOver` runs when there is nothing left to try.
 */
export function useAct(onOver: () => void): {
  pending: boolean;
  act(work: Work, onDone?: () => void): Promise<void>;
} {
  const client = useQueryClient();
  const { pending, once } = useOnce();
  const act = (work: Work, onDone?: () => void) =>
    once(async () => {
      try {
        const order = await work();
        if (order) await keepOrder(client, order);
        onDone?.();
        onOver();
      } catch (error) {
        toastError(error);
        void refreshOrders(client);
        if (isSettled(error)) onOver();
      }
    });
  return { pending, act };
}
