import { limits } from '@guilda/contract/limits';
import { moderationActionEndpoints } from '@guilda/contract/moderation/moderation-actions';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Button } from '../../../ui/actions/button.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { OrderSummary } from '../components/order-summary.tsx';
import { refundOrderAsTeam } from '../data/order-actions.ts';
import { useOrderAction } from '../data/use-order-action.ts';
import type { OrderDialogProps } from './dialog-props.ts';

const reasonForm = moderationActionEndpoints.applyAction.body.pick({ reason: true });

interface TeamRefundDialogProps extends Omit<OrderDialogProps, 'user'> {
  readonly title: string;
  readonly text: string;
  readonly done: { readonly title: string; readonly text: string };
}

/**
 * Dialog in which the team refunds an order with a reason: the seller gets it as a decision and can appeal
 * (`docs/product/moderation.md`, D-13, D-18).
 */
export function TeamRefundDialog(props: TeamRefundDialogProps) {
  const { order, open, onClose, title, text, done } = props;
  const { pending, run } = useOrderAction(onClose);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(reasonForm),
    defaultValues: { reason: '' },
  });
  const refund = handleSubmit(({ reason }) =>
    run(
      () => refundOrderAsTeam(order, reason),
      () => toast(done),
    ),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={title}
      description={text}
      onSubmit={refund}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" variant="dangerFill" loading={pending}>
            {title}
          </Button>
        </>
      }
    >
      <OrderSummary order={order} side="seller" />
      <TextArea
        label="Motivo"
        hint="Quem vendeu lê este texto e pode recorrer."
        error={formState.errors.reason?.message}
        {...register('reason')}
        max={limits.moderationReason}
      />
    </Dialog>
  );
}
