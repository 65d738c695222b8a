import { formatBrl, parseMoney } from '@guilda/contract/money/money';
import type { Payment } from '@guilda/contract/orders/orders';
import { useState } from 'react';
import { acceptDisputeOffer } from '../data/order-actions.ts';
import { ConfirmOrderDialog } from './confirm-order-dialog.tsx';
import type { OrderDialogProps } from './dialog-props.ts';

/** The part of the price that the seller offers to return, and the remaining part, both formatted as text. */
function offerTexts({ price, dispute }: Payment) {
  const offeredCentavos = parseMoney(dispute?.answer?.offer ?? '') ?? 0;
  return {
    offered: formatBrl(offeredCentavos),
    remaining: formatBrl((parseMoney(price) ?? 0) - offeredCentavos),
  };
}

/** Dialog in which the buyer of a disputed order confirms that the seller's offer is accepted. */
export function AcceptOfferDialog({ order, open, onClose }: OrderDialogProps) {
  const [{ offered, remaining }] = useState(() => offerTexts(order));
  return (
    <ConfirmOrderDialog
      order={order}
      side="buyer"
      open={open}
      onClose={onClose}
      title={`Aceitar ${offered}`}
      text={`${offered} voltam para você pela forma de pagamento usada. Os outros ${remaining} ficam com ${order.sellerName}, e a disputa termina. Não dá para voltar atrás.`}
      variant="primary"
      action={acceptDisputeOffer}
      done={{ title: 'Proposta aceita', text: `${offered} voltam para você.` }}
    />
  );
}
