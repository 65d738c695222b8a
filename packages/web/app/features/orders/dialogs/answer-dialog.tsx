import type { ReactNode } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { OrderSummary } from '../components/order-summary.tsx';
import { answerDispute } from '../data/order-actions.ts';
import { useOrderAction } from '../data/use-order-action.ts';
import type { OrderDialogProps } from './dialog-props.ts';

/**
 * The fields of an answer that does not return the whole price: a message, and the amount if the seller offers a part.
 */
interface DisputeAnswer {
  readonly message: string;
  readonly offer?: string;
}

function toastAnswered({ offer }: DisputeAnswer) {
  const title = offer === undefined ? 'Resposta enviada' : 'Proposta enviada';
  toast({ title, text: 'A equipe foi avisada. O dinheiro continua guardado.' });
}

/**
 * Sends the seller's answer to a dispute, one request at a time. The dialog closes after a success and after a refusal
 * that a retry cannot change.
 */
export function useDisputeAnswer({ order, onClose }: OrderDialogProps) {
  const { pending, run } = useOrderAction(onClose);
  const sendAnswer = (body: DisputeAnswer) =>
    run(
      () => answerDispute(order, { accept: false, ...body }),
      () => toastAnswered(body),
    );
  return { pending, sendAnswer };
}

interface AnswerDialogProps {
  dialog: OrderDialogProps;
  title: string;
  description: string;
  /** Words of the button that sends the answer. */
  submitLabel: string;
  pending: boolean;
  onSubmit(): void;
  /** The fields of the answer. */
  children: ReactNode;
}

/** Frame of the dialogs in which a seller answers a dispute without returning the whole price. */
export function AnswerDialog(props: AnswerDialogProps) {
  const { dialog, title, description, submitLabel, pending, onSubmit, children } = props;
  return (
    <Dialog
      open={dialog.open}
      onOpenChange={dialog.onClose}
      title={title}
      description={description}
      onSubmit={onSubmit}
      footer={
        <>
          <Button variant="ghost" onClick={dialog.onClose}>
            Voltar
          </Button>
          <Button type="submit" variant="primary" loading={pending}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <OrderSummary order={dialog.order} side="seller" />
      {children}
    </Dialog>
  );
}
