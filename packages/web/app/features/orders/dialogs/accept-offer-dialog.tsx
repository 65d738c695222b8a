import { formatBrl, parseMoney } from '@guilda/contract/money';
import type { Payment } from '@guilda/contract/orders';
import { useState } from 'react';
import { acceptDisputeOffer } from '../data/order-actions.ts';
import { ConfirmOrderDialog } from './confirm-order-dialog.tsx';
import type { OrderDialogProps } from './dialog-props.ts';

/** The offered part of the price and the rest, formatted as text. */
function offerTexts({ price, dispute }: Payment) {
  const offer = parseMoney(dispute?.answer?.offer ?? '') ?? 0;
  return { part: formatBrl(offer), rest: formatBrl((parseMoney(price) ?? 0) - offer) };
}

/** Dialog in which the buyer of a disputed order confirms that the seller's offer is accepted. */
export function AcceptOfferDialog({ order, open, onClose }: OrderDialogProps) {
  const [{ part, rest }] = useState(() => offerTexts(order));
  return (
    <ConfirmOrderDialog
      order={order}
      side="buyer"
      open={open}
      onClose={onClose}
      title={`Aceitar ${part}`}
      text={`${part} voltam para você pela forma de pagamento usada. Os outros ${rest} ficam com ${order.sellerName}, e a disputa termina. Não dá para voltar atrás.`}
      variant="primary"
      action={acceptDisputeOffer}
      done={{ title: 'Proposta aceita', text: `${part} voltam para você.` }}
    />
  );
}
