import { limits } from '@guilda/contract/limits';
import Play from 'lucide-react/icons/play';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { searchWithChat } from '../../../lib/navigation/chat-link.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { OrderSummary } from '../components/order-summary.tsx';
import { startAttendance } from '../data/order-actions.ts';
import { useOrderAction } from '../data/use-order-action.ts';
import type { OrderDialogProps } from './dialog-props.ts';

/** Opens the chat with a person after a short delay, over the page that is then on screen. */
function useOpenChatDelayed(): (uid: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (uid) => {
      window.setTimeout(() => {
        const { search, hash } = window.location;
        const nextSearch = searchWithChat(search, uid);
        // If the conversation with this person is already open, the history must not contain it twice.
        void navigate(
          { search: nextSearch, hash },
          { replace: nextSearch === search, preventScrollReset: true },
        );
      }, limits.openChatAfterStartMs);
    },
    [navigate],
  );
}

/** Dialog in which the seller confirms the start of the attendance (the live part of the order). */
export function StartDialog({ order, open, backCloses, onClose }: OrderDialogProps) {
  const { pending, run } = useOrderAction(onClose);
  const openChatDelayed = useOpenChatDelayed();
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      backCloses={backCloses}
      title="Iniciar atendimento"
      description={`${order.buyerName} recebe um aviso perguntando se pode começar agora. O tempo passa a contar, e a conversa abre em seguida.`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button
            variant="primary"
            icon={<Play className="icon" aria-hidden="true" />}
            loading={pending}
            onClick={() =>
              run(
                () => startAttendance(order),
                () => openChatDelayed(order.buyerId),
              )
            }
          >
            Iniciar atendimento
          </Button>
        </>
      }
    >
      <OrderSummary order={order} side="seller" />
    </Dialog>
  );
}
