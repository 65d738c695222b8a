import { Button } from '../../../ui/actions/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useConnectDiscord } from '../../discord/index.ts';

interface ConnectFirstDialogProps {
  onClose: () => void;
  /** Buys the call although no account is connected. */
  onBuy: () => void;
}

/** Asks a person without a connected Discord account, before the payment for a call, whether to connect one first. */
export function ConnectDiscordFirstDialog({ onClose, onBuy }: ConnectFirstDialogProps) {
  const { pending, connect } = useConnectDiscord();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Conectar o Discord antes?"
      description="O atendimento é por voz no Discord, e sua conta ainda não está conectada. Conecte agora e volte para esta página, ou conecte depois de contratar."
      role="alertdialog"
      backCloses
      footer={
        <>
          <Button variant="ghost" onClick={onBuy}>
            Contratar sem conectar
          </Button>
          <Button variant="primary" loading={pending} onClick={connect}>
            Conectar Discord
          </Button>
        </>
      }
    />
  );
}
