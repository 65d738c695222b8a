import type { Payment } from '@guilda/contract/orders/orders';
import type { ButtonVariant } from '../../../ui/actions/button.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { OrderSummary } from '../components/order-summary.tsx';
import { useOrderAction } from '../data/use-order-action.ts';
import type { OrderSide } from '../model/order-side.ts';
import type { OrderDialogProps } from './dialog-props.ts';

interface ConfirmOrderDialogProps extends Omit<OrderDialogProps, 'user'> {
  side: OrderSide;
  /** The action's name: the dialog's title and the label of the confirming button. */
  title: string;
  /** The consequences in one or two sentences. */
  text: string;
  cancelLabel?: string;
  variant?: ButtonVariant;
  action: (order: Payment) => Promise<Payment | undefined>;
  /** The toast after the action. */
  done: { readonly title: string; readonly text: string };
}

/** Dialog in which a person confirms an action on an order that needs no further input. */
export function ConfirmOrderDialog(props: ConfirmOrderDialogProps) {
  const { order, title, onClose, action, done } = props;
  const { pending, run } = useOrderAction(onClose);
  const confirm = () =>
    run(
      () => action(order),
      () => toast(done),
    );
  return (
    <ConfirmDialog
      open={props.open}
      onOpenChange={onClose}
      title={title}
      text={props.text}
      cancelLabel={props.cancelLabel ?? 'Voltar'}
      confirmLabel={title}
      variant={props.variant ?? 'dangerFill'}
      loading={pending}
      onConfirm={confirm}
    >
      <OrderSummary order={order} side={props.side} />
    </ConfirmDialog>
  );
}
