import Play from 'lucide-react/icons/play';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { startAttendance } from '../data/order-acts.ts';
import { useAct } from '../data/use-act.ts';
import { OrderSummary } from '../parts/order-summary.tsx';
import type { OrderDialogProps } from './dialog-props.ts';

/** The seller's last look before an attendance starts. */
export function StartDialog({ order, open, onClose }: OrderDialogProps) {
  const { pending, act } = useAct(onClose);
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Iniciar atendimento"
      description={`O tempo começa a contar, e ${order.buyerName} passa a ver que o atendimento começou.`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button
            variant="primary"
            icon={<Play className="i" aria-hidden="true" />}
            loading={pending}
            onClick={() => act(() => startAttendance(order))}
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
