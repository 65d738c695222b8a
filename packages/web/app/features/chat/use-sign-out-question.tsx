import { type ReactNode, useState } from 'react';
import { useSignOut } from '../../lib/session/sign-out.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { hasUnsentMessages } from './unsent-messages.ts';

interface SignOutQuestion {
  /** Signs out, after a question if messages that are not sent yet would be deleted. */
  signOut(): Promise<void>;
  /** The question; to be rendered where it stays while the button disappears. */
  readonly question: ReactNode;
}

/**
 * For a button that signs out: asks first when messages wait on this device. `returnFocusSelector` finds the element that
 * gets the focus of somebody who stays, if the button has disappeared.
 */
export function useSignOutQuestion(returnFocusSelector?: string): SignOutQuestion {
  const signOutNow = useSignOut();
  const [isAsking, setAsking] = useState(false);
  const signOut = async () => {
    if (await hasUnsentMessages()) setAsking(true);
    else await signOutNow();
  };
  const confirm = () => {
    setAsking(false);
    void signOutNow();
  };
  const question = (
    <ConfirmDialog
      open={isAsking}
      onOpenChange={setAsking}
      title="Sair e apagar mensagens não enviadas?"
      text="Há mensagens suas que ainda não foram enviadas. Se você sair agora, elas são apagadas deste aparelho."
      cancelLabel="Ficar"
      confirmLabel="Sair"
      variant="dangerFill"
      returnFocusSelector={returnFocusSelector}
      onConfirm={confirm}
    />
  );
  return { signOut, question };
}
