import type { Payment } from '@guilda/contract/orders/orders';
import { useId } from 'react';
import { fullDateTimeText } from '../../../lib/format/date-text.ts';
import { useInstallation } from '../../../lib/installation.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { DeadlineNote } from '../components/deadline-note.tsx';
import { DisputePanel } from '../components/dispute-panel.tsx';
import { OrderSummary } from '../components/order-summary.tsx';
import { PackDownloads } from '../components/pack-downloads.tsx';
import { availableActions } from '../model/available-actions.ts';
import { counterpartOf, getOrderSide, type OrderSide } from '../model/order-side.ts';
import { orderStepText } from '../model/order-step-text.ts';
import { OrderActionButton } from '../sales/order-action-button.tsx';
import * as styles from './details-dialog.module.css';
import type { OrderDialogProps } from './dialog-props.ts';
import { OpenChatButton } from './open-chat-button.tsx';
import { useOrderDialog } from './use-order-dialog.ts';

/** All recorded steps of an order with time and actor, oldest first. */
function OrderHistory({ order, uid }: { order: Payment; uid: string }) {
  const { paymentMinutes } = useInstallation();
  return (
    <ol className={styles.history} aria-label="Histórico">
      {order.steps.map((step) => (
        <li key={`${step.status} ${step.at}`}>
          <time className="numeric muted" dateTime={step.at}>
            {fullDateTimeText(new Date(step.at))}
          </time>
          <span>{orderStepText(step, order, uid, paymentMinutes)}</span>
        </li>
      ))}
    </ol>
  );
}

interface DisputeActionsProps extends Pick<OrderDialogProps, 'order' | 'user'> {
  side: OrderSide;
}

/** The refund button for members of the team, who do not see the order's card with its actions. */
function TeamOrderActions({ order, user }: Pick<OrderDialogProps, 'order' | 'user'>) {
  const { open } = useOrderDialog();
  if (getOrderSide(order, user.uid) !== null) return null;
  if (!availableActions(order, user).includes('refund')) return null;
  return (
    <Button variant="danger" onClick={() => open(order.id, 'refund')}>
      Reembolsar
    </Button>
  );
}

const disputeActions: ReadonlySet<string> = new Set([
  'acceptOffer',
  'contest',
  'offerPart',
  'returnAll',
  'withdrawDispute',
]);

/** Actions of buyer or seller in an unresolved dispute; all other actions are only on the order's card. */
function DisputeActions({ order, user, side }: DisputeActionsProps) {
  const { open } = useOrderDialog();
  const titleId = useId();
  const actions = availableActions(order, user).filter((each) => disputeActions.has(each));
  if (actions.length === 0) return null;
  return (
    <div className={styles.actions}>
      <span id={titleId} className="srOnly">
        {order.productName}
      </span>
      {actions.map((action) => (
        <OrderActionButton
          key={action}
          {...{ action, order, side, titleId }}
          onAction={(chosen) => open(order.id, chosen)}
        />
      ))}
    </div>
  );
}

/** Dialog with the history of an order: what happened, when and by whom. */
export function DetailsDialog({ order, user, open, onClose }: OrderDialogProps) {
  const side = getOrderSide(order, user.uid);
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Histórico do pedido"
      footer={
        <>
          <TeamOrderActions order={order} user={user} />
          {side && <OpenChatButton uid={counterpartOf(order, side).uid} closeDialog={onClose} />}
          <Button onClick={onClose}>Fechar</Button>
        </>
      }
    >
      <OrderSummary order={order} side={side} />
      <DisputePanel
        order={order}
        side={side}
        actions={side && <DisputeActions order={order} user={user} side={side} />}
      />
      <OrderHistory order={order} uid={user.uid} />
      <DeadlineNote order={order} side={side} />
      {side !== 'buyer' && <PackDownloads order={order} />}
    </Dialog>
  );
}
