import type { OwnUser } from '@guilda/contract/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { browserClient } from '../../lib/page-data.ts';
import { keepPerson } from '../../lib/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast, toastError } from '../../ui/toast.ts';

interface DisconnectDialogProps {
  user: OwnUser;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Selector of what stands in place of what opened it. */
  afterwards: string;
}

/** Nobody is verified without a Discord account (`product §3`). */
const unlinked = (user: OwnUser) => ({
  uid: user.uid,
  discordId: null,
  badges: user.badges.filter((badge) => badge !== 'verified'),
});

/** Asks before the account at Discord is unlinked, with what that takes away. */
export function DisconnectDialog({ user, open, onOpenChange, afterwards }: DisconnectDialogProps) {
  const queryClient = useQueryClient();
  const disconnect = useMutation({
    mutationFn: async () => (await browserClient()).discord.unlinkDiscord(),
    onSuccess: () => {
      keepPerson(unlinked(user));
      toast({ title: 'Discord desconectado' });
      onOpenChange(false);
      void queryClient.invalidateQueries();
    },
    onError: (error) => toastError(error),
  });
  const badge = user.badges.includes('verified') ? ', e o selo Verificado sai do seu perfil' : '';
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Desconectar o Discord"
      text={`Sem ele, você não liga nem recebe ligações${badge}. Dá para conectar de novo quando quiser.`}
      confirmLabel="Desconectar"
      variant="danger"
      backCloses
      loading={disconnect.isPending}
      onConfirm={() => disconnect.mutate()}
      afterwards={afterwards}
    />
  );
}
