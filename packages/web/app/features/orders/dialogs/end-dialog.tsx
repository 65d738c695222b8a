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

/** Confirms the end, and says where the money or the review is. `order` is the order after its end. */
function toastEnded(order: Payment, isSeller: boolean) {
  const moneyText = order.heldUntil
    ? 'O valor está em “A liberar”, na sua carteira.'
    : 'O valor está disponível na sua carteira.';
  const sellerText = isFreeOrder(order) ? undefined : moneyText;
  const text = isSeller ? sellerText : 'Conte como foi: avalie em Compras.';
  toast({ title: 'Atendimento concluído', ...(text && { text }) });
}

/** Dialog in which the seller or the buyer confirms the end of the attendance (the live part of the order). */
export function EndDialog({ order, user, open, backCloses, onClose }: OrderDialogProps) {
  const { pending, run } = useOrderAction(onClose);
  const { title, text, stay, submitLabel, variant } = endConfirmationText({ order, user });
  const isSeller = order.sellerId === user.uid;
  const end = async () => {
    const endedOrder = await endAttendance(order, user.uid);
    toastEnded(endedOrder, isSeller);
    return endedOrder;
  };
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
          <Button variant={variant} loading={pending} onClick={() => run(end)}>
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
