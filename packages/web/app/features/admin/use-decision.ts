import { ApiError } from '@guilda/contract/api-error';
import { useQueryClient } from '@tanstack/react-query';
import { useOnce } from '../../lib/use-once.ts';
import { toast, toastError } from '../../ui/toast.ts';
import { queueKey } from './queue.ts';

/** Refusals that no other try can turn: somebody else decided, or must. */
const settled = new Set([403, 404, 409]);

/** Takes a decision once, however often it is pressed, and asks for the queues anew. */
export function useDecision(onOver: () => void) {
  const client = useQueryClient();
  const { pending, once } = useOnce();
  const decide = (work: () => Promise<unknown>, told: string) =>
    once(async () => {
      try {
        await work();
        toast({ title: told });
        onOver();
      } catch (error) {
        toastError(error);
        if (error instanceof ApiError && settled.has(error.status)) onOver();
      }
      void client.invalidateQueries({ queryKey: queueKey });
    });
  return { pending, decide };
}
