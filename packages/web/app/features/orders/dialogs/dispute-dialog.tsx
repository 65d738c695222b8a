import { limits } from '@guilda/contract/limits';
import { disputeReasons } from '@guilda/contract/orders/dispute';
import { disputeEndpoints } from '@guilda/contract/orders/dispute-endpoints';
import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import { durationInHoursText } from '../../../lib/format/duration-text.ts';
import { useInstallation } from '../../../lib/installation.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { ChoiceCards } from '../../../ui/forms/choice-cards.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { priceParts } from '../../../ui/text/price-parts.ts';
import { disputeReasonTexts } from '../../disputes/index.ts';
import { OrderSummary } from '../components/order-summary.tsx';
import { openDispute } from '../data/order-actions.ts';
import { useOrderAction } from '../data/use-order-action.ts';
import type { OrderDialogProps } from './dialog-props.ts';

const { body: disputeSchema } = disputeEndpoints.openDispute;

const reasonChoices = disputeReasons.map((value) => ({ value, label: disputeReasonTexts[value] }));

function toastOpened() {
  toast({ title: 'Disputa aberta', text: 'O dinheiro fica guardado até ela terminar.' });
}

/** Dialog in which the buyer disputes an order (`docs/product/orders.md`). */
export function DisputeDialog({ order, open, onClose }: OrderDialogProps) {
  const { disputeAnswerHours } = useInstallation();
  const { pending, run } = useOrderAction(onClose);
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(disputeSchema),
    defaultValues: { description: '' },
  });
  const { errors } = formState;
  const send = handleSubmit((form) => run(() => openDispute(order, form), toastOpened));
  const answerTimeText = durationInHoursText(disputeAnswerHours);
  const amount = priceParts(order.price).text;
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Tive um problema"
      description={`O dinheiro continua guardado, e ${order.sellerName} tem ${answerTimeText} para responder: sem resposta, ${amount} voltam para você. Se vocês não se acertarem, a equipe da Guilda decide.`}
      onSubmit={send}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" variant="primary" loading={pending}>
            Abrir disputa
          </Button>
        </>
      }
    >
      <OrderSummary order={order} side="buyer" />
      <Controller
        control={control}
        name="reason"
        render={({ field }) => (
          <ChoiceCards
            legend="O que aconteceu?"
            stacked
            choices={reasonChoices}
            value={field.value}
            onChange={field.onChange}
            error={errors.reason && 'Escolha o que aconteceu.'}
          />
        )}
      />
      <TextArea
        label="Descrição"
        placeholder="Conte o que foi combinado e o que faltou."
        hint={`${order.sellerName} e a equipe leem este texto. Cada pedido pode ter uma disputa só.`}
        error={errors.description?.message}
        {...register('description')}
        max={limits.disputeDescription}
      />
    </Dialog>
  );
}
