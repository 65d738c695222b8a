import { errors as errorTexts } from '@guilda/contract/errors';
import { limits } from '@guilda/contract/limits';
import { formatBrl, formatDecimal, parseMoney } from '@guilda/contract/money';
import { z } from '@guilda/contract/schema';
import { splitPrice } from '@guilda/contract/split-price';
import { requiredText } from '@guilda/contract/text';
import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import {
  INVALID_AMOUNT_TEXT,
  type PartOfPrice,
  readPartOfPrice,
} from '../../../lib/format/part-of-price.ts';
import { useInstallation } from '../../../lib/installation.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { OrderSummary } from '../components/order-summary.tsx';
import { answerDispute } from '../data/order-actions.ts';
import { useOrderAction } from '../data/use-order-action.ts';
import type { OrderDialogProps } from './dialog-props.ts';

const offerProblems: Readonly<Record<NonNullable<PartOfPrice['problem']>, string | undefined>> = {
  empty: undefined,
  invalid: INVALID_AMOUNT_TEXT,
  too_high: errorTexts.offer_too_high.text,
};

/** Schema of the form that contests a dispute; the offer is optional and must be below `price`. */
const contestSchema = (price: string) =>
  z.object({
    message: requiredText(limits.disputeMessage, 'Mensagem obrigatória'),
    offer: z.string().superRefine((typed, context) => {
      const { problem } = readPartOfPrice(typed, price);
      const message = problem && offerProblems[problem];
      if (message) context.addIssue({ code: 'custom', message });
    }),
  });

/**
 * Text below the offer: what the seller keeps, after the platform's fee, when the buyer accepts it. Without an amount
 * the text says only that the dispute then ends.
 */
function offerHintText(offer: PartOfPrice, price: string, feePercent: number): string {
  if (offer.centavos === null) return 'Se a pessoa aceitar, a disputa termina na hora.';
  const remainingCentavos = (parseMoney(price) ?? 0) - offer.centavos;
  return `Se a pessoa aceitar, você fica com ${formatBrl(splitPrice(remainingCentavos, feePercent).net)}, já sem a taxa.`;
}

function toastContested() {
  toast({ title: 'Resposta enviada', text: 'A equipe foi avisada. O dinheiro continua guardado.' });
}

/** Dialog in which the seller contests a dispute, possibly offering a part of the price (`docs/product/orders.md`). */
export function ContestDialog({ order, open, onClose }: OrderDialogProps) {
  const { feePercent } = useInstallation();
  const { pending, run } = useOrderAction(onClose);
  const { register, control, handleSubmit, formState, watch } = useForm({
    resolver: zodResolver(contestSchema(order.price)),
    defaultValues: { message: '', offer: '' },
  });
  const { errors } = formState;
  const offer = readPartOfPrice(watch('offer'), order.price);
  const send = handleSubmit(({ message }) => {
    const offerField = offer.centavos === null ? {} : { offer: formatDecimal(offer.centavos) };
    return run(
      () => answerDispute(order, { accept: false, message, ...offerField }),
      toastContested,
    );
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Contestar"
      description={`Conte o seu lado. ${order.buyerName} e a equipe leem, e a equipe decide se vocês não se acertarem. Só dá para contestar uma vez.`}
      onSubmit={send}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" variant="primary" loading={pending}>
            Contestar
          </Button>
        </>
      }
    >
      <OrderSummary order={order} side="seller" />
      <TextArea
        label="Mensagem"
        placeholder="O que você entregou, e quando?"
        error={errors.message?.message}
        {...register('message')}
        max={limits.disputeMessage}
      />
      <Controller
        control={control}
        name="offer"
        render={({ field }) => (
          <TextInput
            label="Proposta: devolver uma parte"
            note="(opcional)"
            prefix="R$"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0,00"
            hint={offerHintText(offer, order.price, feePercent)}
            error={offer.problem ? offerProblems[offer.problem] : undefined}
            {...field}
          />
        )}
      />
    </Dialog>
  );
}
