import { formatBrl, parseMoney } from '@guilda/contract/money';
import type { Payment } from '@guilda/contract/orders';
import { useState } from 'react';
import { toast } from '../../../ui/feedback/toast.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { OrderSummary } from '../components/order-summary.tsx';
import { acceptDisputeOffer } from '../data/order-actions.ts';
import { useOrderAction } from '../data/use-order-action.ts';
import type { OrderDialogProps } from './dialog-props.ts';

/** The offered part of the price and the rest, as text. */
function offerTexts({ price, dispute }: Payment) {
  const offer = parseMoney(dispute?.answer?.offer ?? '') ?? 0;
  return { part: formatBrl(offer), rest: formatBrl((parseMoney(price) ?? 0) - offer) };
}

/** Dialog in which the buyer of a disputed order confirms to take the seller's offer. */
export function AcceptOfferDialog({ order, open, onClose }: OrderDialogProps) {
  const { pending, run } = useOrderAction(onClose);
  const [{ part, rest }] = useState(() => offerTexts(order));
  const notifyAccepted = () =>
    toast({ title: 'Proposta aceita', text: `${part} voltam para você.` });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={`Aceitar ${part}`}
      text={`${part} voltam para você pela forma de pagamento usada. Os outros ${rest} ficam com ${order.sellerName}, e a disputa termina. Não dá para voltar atrás.`}
      cancelLabel="Voltar"
      confirmLabel={`Aceitar ${part}`}
      loading={pending}
      onConfirm={() => run(() => acceptDisputeOffer(order), notifyAccepted)}
    >
      <OrderSummary order={order} side="buyer" />
    </ConfirmDialog>
  );
}
