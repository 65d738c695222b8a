import Play from 'lucide-react/icons/play';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { startAttendance } from '../data/order-acts.ts';
import { useAct } from '../data/use-act.ts';
import { useOpenChatSoon } from '../data/use-open-chat-soon.ts';
import { OrderSummary } from '../parts/order-summary.tsx';
import type { OrderDialogProps } from './dialog-props.ts';

/** The seller's last look before an attendance starts. */
export function StartDialog({ order, open, onClose }: OrderDialogProps) {
  const { pending, act } = useAct(onClose);
  const openChatSoon = useOpenChatSoon();
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Iniciar atendimento"
      description={`${order.buyerName} recebe um aviso perguntando se pode começar agora. O tempo passa a contar, e o chat abre em seguida.`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button
            variant="primary"
            icon={<Play className="i" aria-hidden="true" />}
            loading={pending}
            onClick={() =>
              act(
                () => startAttendance(order),
                () => openChatSoon(order.buyerId),
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
