import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRevalidator } from 'react-router';
import { browserClient } from '../../lib/data/page-data.ts';
import { toast, toastError } from '../../ui/feedback/toast.ts';

export interface BlockTarget {
  readonly uid: string;
  /** Display name. */
  readonly name: string;
}

/**
 * Refreshes all data after a block was set or removed. Cached lists that may contain content of the blocked person are
 * dropped.
 */
function useRefreshAfterBlock(): () => Promise<void> {
  const client = useQueryClient();
  const { revalidate } = useRevalidator();
  return async () => {
    // The route's data decides which parts of a profile are mounted, so it is reloaded before the profile's queries.
    await revalidate();
    await client.invalidateQueries({ queryKey: ['profile'] });
    client.removeQueries({ type: 'inactive' });
    void client.invalidateQueries();
  };
}

/**
 * Blocks and unblocks a person (`docs/product/community.md`). The action is pending until the page shows its result,
 * and ends with a toast. `onUnblocked` is called after the person was unblocked.
 */
export function useBlock({ uid }: Pick<BlockTarget, 'uid'>, onUnblocked?: () => void) {
  const refresh = useRefreshAfterBlock();
  const block = useMutation({
    mutationFn: async () => (await browserClient()).users.blockUser({ params: { uid } }),
    onSuccess: async () => {
      await refresh();
      toast({
        title: 'Pessoa bloqueada',
        text: 'Para desbloquear, abra Configurações, Pessoas bloqueadas.',
      });
    },
    onError: (error) => toastError(error),
  });
  const unblock = useMutation({
    mutationFn: async () => (await browserClient()).users.unblockUser({ params: { uid } }),
    onSuccess: async () => {
      await refresh();
      onUnblocked?.();
      const undo = { label: 'Desfazer', run: () => block.mutate() };
      toast({ title: 'Pessoa desbloqueada', action: undo });
    },
    onError: (error) => toastError(error),
  });
  return { block, unblock };
}
