import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRevalidator } from 'react-router';
import { browserClient } from '../../lib/page-data.ts';
import { toast, toastError } from '../../ui/toast.ts';

/** Somebody to block or to unblock. */
export interface Blockable {
  readonly uid: string;
  /** What they are called on screen. */
  readonly name: string;
}

/**
 * Has everything follow a block that was set or taken back: what is on screen is asked for anew, and
 * no list that was left keeps what is not to be seen any more.
 */
function useFollow(): () => Promise<void> {
  const client = useQueryClient();
  const { revalidate } = useRevalidator();
  return async () => {
    // The page's first data before what decides which of it shows.
    await revalidate();
    await client.invalidateQueries({ queryKey: ['profile'] });
    client.removeQueries({ type: 'inactive' });
    void client.invalidateQueries();
  };
}

/**
 * Blocking a person and taking it back (`product §3`). Each lasts until the page shows it, and tells;
 * a failure is told, too. `onUnblocked` runs after the person was unblocked.
 */
export function useBlocking({ uid }: Pick<Blockable, 'uid'>, onUnblocked?: () => void) {
  const follow = useFollow();
  const block = useMutation({
    mutationFn: async () => (await browserClient()).users.blockUser({ params: { uid } }),
    onSuccess: async () => {
      await follow();
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
      await follow();
      onUnblocked?.();
      const again = { label: 'Desfazer', run: () => block.mutate() };
      toast({ title: 'Pessoa desbloqueada', action: again });
    },
    onError: (error) => toastError(error),
  });
  return { block, unblock };
}
