import type { Payment } from '@guilda/contract/orders/orders';
import { Button } from '../../../ui/actions/button.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { OrderSummary } from '../components/order-summary.tsx';
import { Stopwatch } from '../components/stopwatch.tsx';
import { endAttendance } from '../data/order-actions.ts';
import { useOrderAction } from '../data/use-order-action.ts';
import { isFreeOrder } from '../model/order-price.ts';
import { counterpartOf } from '../model/order-side.ts';
import type { OrderDialogProps } from './dialog-props.ts';
import { OpenChatButton } from './open-chat-button.tsx';

function endConfirmationText({ order, user }: Pick<OrderDialogProps, 'order' | 'user'>) {
  if (order.sellerId === user.uid) {
    return {
      title: 'Finalizar atendimento',
      text: `Confirme que entregou tudo o que o serviço promete. Depois disso, ${order.buyerName} pode avaliar.`,
      stay: 'Continuar atendendo',
      submitLabel: 'Finalizar',
      variant: 'live',
    } as const;
  }
  return {
    title: 'Confirmar que recebi',
    text: `Confirme só quando recebeu tudo: ${isFreeOrder(order) ? '' : `o dinheiro segue para ${order.sellerName}, `}o atendimento termina e você pode avaliar o serviço. Faltou algo? Fale com ${order.sellerName} antes${isFreeOrder(order) ? '' : ' ou use “Tive um problema” no pedido'}.`,
    stay: 'Voltar',
    submitLabel: 'Confirmar que recebi',
    variant: 'primary',
  } as const;
}

/** Says where the seller's money or the buyer's review is; `order` is the order after its end. */
function toastEnded(order: Payment, isSeller: boolean) {
  if (!isSeller)
    toast({ title: 'Recebimento confirmado', text: 'Conte como foi: avalie em Compras.' });
  else if (isFreeOrder(order)) toast({ title: 'Atendimento finalizado' });
  else {
    const text = order.heldUntil
      ? 'O valor está em “A liberar”, na sua carteira.'
      : 'O valor já está na sua carteira.';
    toast({ title: 'Atendimento finalizado', text });
  }
}

/** Dialog in which the seller or the buyer confirms the end of the attendance (the live part of the order). */
export function EndDialog({ order, user, open, backCloses, onClose }: OrderDialogProps) {
  const { pending, run } = useOrderAction(onClose);
  const { title, text, stay, submitLabel, variant } = endConfirmationText({ order, user });
  const isSeller = order.sellerId === user.uid;
  const end = () =>
    run(
      () => endAttendance(order, user.uid),
      (endedOrder) => toastEnded(endedOrder, isSeller),
    );
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      backCloses={backCloses}
      title={title}
      description={text}
      footer={
        <>
          <OpenChatButton
            uid={counterpartOf(order, isSeller ? 'seller' : 'buyer').uid}
            closeDialog={onClose}
          />
          <Button variant="ghost" onClick={onClose}>
            {stay}
          </Button>
          <Button variant={variant} loading={pending} onClick={end}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <OrderSummary order={order} side={isSeller ? 'seller' : 'buyer'} />
      {order.startedServiceAt && (
        <p className="row gap2">
          <Stopwatch since={order.startedServiceAt} />
          <span className="muted">de atendimento</span>
        </p>
      )}
    </Dialog>
  );
}
