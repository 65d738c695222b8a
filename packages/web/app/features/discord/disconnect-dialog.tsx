import type { OwnUser } from '@guilda/contract/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallsOffered } from '../../lib/calls-offered.ts';
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

/** What unlinking takes away. */
function textFor(verified: boolean, offered: boolean): string {
  const badge = 'o selo Verificado sai do seu perfil';
  if (!offered) {
    return `${verified ? `Sem ele, ${badge}. ` : ''}Enquanto a Guilda estiver sem ligações, não dá para conectar de novo.`;
  }
  return `Sem ele, você não liga nem recebe ligações${verified ? `, e ${badge}` : ''}. Dá para conectar de novo quando quiser.`;
}

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
  const offered = useCallsOffered();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Desconectar o Discord"
      text={textFor(user.badges.includes('verified'), offered)}
      confirmLabel="Desconectar"
      variant="danger"
      backCloses
      loading={disconnect.isPending}
      onConfirm={() => disconnect.mutate()}
      afterwards={afterwards}
    />
  );
}
