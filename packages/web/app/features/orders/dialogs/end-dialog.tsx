import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { endAttendance } from '../data/order-acts.ts';
import { useAct } from '../data/use-act.ts';
import { counterpart, OrderSummary } from '../parts/order-summary.tsx';
import { Stopwatch } from '../parts/stopwatch.tsx';
import { ChatInstead } from './chat-instead.tsx';
import type { OrderDialogProps } from './dialog-props.ts';

function wordsFor({ order, user }: Pick<OrderDialogProps, 'order' | 'user'>) {
  if (order.sellerId === user.uid) {
    return {
      title: 'Finalizar atendimento',
      text: `Confirme que entregou tudo o que a ficha promete. Depois disso, ${order.buyerName} pode avaliar.`,
      stay: 'Continuar atendendo',
      end: 'Finalizar',
      variant: 'live',
    } as const;
  }
  return {
    title: 'Encerrar compra',
    text: `Ao encerrar, o atendimento fica concluído e você pode avaliar o serviço. Faltou algo? Fale com ${order.sellerName} antes.`,
    stay: 'Voltar',
    end: 'Encerrar',
    variant: 'primary',
  } as const;
}

/** Asks before an attendance ends, in the words of the side that ends it. */
export function EndDialog({ order, user, open, onClose }: OrderDialogProps) {
  const { pending, act } = useAct(onClose);
  const { title, text, stay, end, variant } = wordsFor({ order, user });
  const seller = order.sellerId === user.uid;
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={title}
      description={text}
      footer={
        <>
          <ChatInstead uid={counterpart(order, seller ? 'seller' : 'buyer').uid} />
          <Button variant="ghost" onClick={onClose}>
            {stay}
          </Button>
          <Button
            variant={variant}
            loading={pending}
            onClick={() => act(() => endAttendance(order, user.uid))}
          >
            {end}
          </Button>
        </>
      }
    >
      <OrderSummary order={order} side={seller ? 'seller' : 'buyer'} />
      {order.startedServiceAt && (
        <p className="row g2">
          <Stopwatch since={order.startedServiceAt} />
          <span className="mute">de atendimento</span>
        </p>
      )}
    </Dialog>
  );
}
