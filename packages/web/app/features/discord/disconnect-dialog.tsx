import type { OwnUser } from '@guilda/contract/accounts/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallsOffered } from '../../lib/calls-offered.ts';
import { invalidateAll } from '../../lib/data/invalidate-all.ts';
import { browserClient } from '../../lib/data/page-data.ts';
import { storeUser } from '../../lib/session/session.ts';
import { toast, toastError } from '../../ui/feedback/toast.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';

interface DisconnectDialogProps {
  user: OwnUser;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /**
   * Selector of the element that gets the focus after disconnecting, because the button that opened the dialog is gone.
   */
  returnFocusSelector: string;
}

/** The person without a Discord account, and therefore without the verified badge. */
const userWithoutDiscord = (user: OwnUser) => ({
  uid: user.uid,
  discordId: null,
  badges: user.badges.filter((badge) => badge !== 'verified'),
});

/** Text about the consequences of disconnecting. */
function disconnectText(isVerified: boolean, isOffered: boolean): string {
  const badge = 'o selo Verificado sai do seu perfil';
  if (!isOffered) {
    return `${isVerified ? `Sem ele, ${badge}. ` : ''}Enquanto a Guilda estiver sem ligações, não dá para conectar de novo.`;
  }
  return `Sem ele, você não liga nem recebe ligações${isVerified ? `, e ${badge}` : ''}. Dá para conectar de novo quando quiser.`;
}

/** Dialog to confirm that the Discord account is disconnected. */
export function DisconnectDialog({
  user,
  open,
  onOpenChange,
  returnFocusSelector,
}: DisconnectDialogProps) {
  const queryClient = useQueryClient();
  const disconnect = useMutation({
    mutationFn: async () => (await browserClient()).discord.unlinkDiscord(),
    onSuccess: () => {
      storeUser(userWithoutDiscord(user));
      toast({ title: 'Discord desconectado' });
      onOpenChange(false);
      void invalidateAll(queryClient);
    },
    onError: (error) => toastError(error),
  });
  const areCallsOffered = useCallsOffered();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Desconectar o Discord"
      text={disconnectText(user.badges.includes('verified'), areCallsOffered)}
      confirmLabel="Desconectar"
      variant="danger"
      backCloses
      loading={disconnect.isPending}
      onConfirm={() => disconnect.mutate()}
      returnFocusSelector={returnFocusSelector}
    />
  );
}
