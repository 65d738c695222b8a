import { errors as errorTexts } from '@guilda/contract/errors';
import { limits } from '@guilda/contract/limits';
import { formatBrl, formatDecimal, parseMoney } from '@guilda/contract/money/money';
import { splitPrice } from '@guilda/contract/money/split-price';
import { z } from '@guilda/contract/schema';
import { requiredText } from '@guilda/contract/text';
import { zodResolver } from '@hookform/resolvers/zod';
import { type UseControllerProps, useController, useForm } from 'react-hook-form';
import {
  INVALID_AMOUNT_TEXT,
  type PartOfPrice,
  readPartOfPrice,
} from '../../../lib/format/part-of-price.ts';
import { useInstallation } from '../../../lib/installation.ts';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { AnswerDialog, useDisputeAnswer } from './answer-dialog.tsx';
import type { OrderDialogProps } from './dialog-props.ts';

const offerProblems: Readonly<Record<NonNullable<PartOfPrice['problem']>, string>> = {
  empty: 'Valor obrigatório',
  invalid: INVALID_AMOUNT_TEXT,
  too_high: errorTexts.offer_too_high.text,
};

/** Schema of the form that offers a part of `price`; the parsed offer is a decimal text. */
const offerSchema = (price: string) =>
  z.object({
    message: requiredText(limits.disputeMessage, 'Mensagem obrigatória'),
    offer: z.string().transform((typedOffer, context) => {
      const { centavos, problem } = readPartOfPrice(typedOffer, price);
      if (problem === null) return formatDecimal(centavos);
      context.addIssue({ code: 'custom', message: offerProblems[problem] });
      return z.NEVER;
    }),
  });

/**
 * Hint below the offer: how much the seller keeps, after the platform's fee, if the buyer accepts. Without a valid
 * amount the hint only says that accepting ends the dispute.
 */
function offerHintText(offer: PartOfPrice, price: string, feePercent: number): string {
  if (offer.centavos === null) return 'Se a pessoa aceitar, a disputa termina na hora.';
  const remainingCentavos = (parseMoney(price) ?? 0) - offer.centavos;
  return `Se a pessoa aceitar, você fica com ${formatBrl(splitPrice(remainingCentavos, feePercent).net)}, já sem a taxa.`;
}

type OfferForm = z.input<ReturnType<typeof offerSchema>>;

interface OfferFieldProps extends UseControllerProps<OfferForm, 'offer'> {
  price: string;
}

/** The amount that the seller offers to return. A wrong amount is reported while it is typed, a missing one on sending. */
function OfferField({ price, ...props }: OfferFieldProps) {
  const { feePercent } = useInstallation();
  const { field, fieldState } = useController(props);
  const offer = readPartOfPrice(field.value, price);
  const typedProblem = offer.problem === 'empty' ? null : offer.problem;
  return (
    <TextInput
      label="Valor que volta para quem comprou"
      prefix="R$"
      inputMode="decimal"
      autoComplete="off"
      placeholder="0,00"
      hint={offerHintText(offer, price, feePercent)}
      error={typedProblem ? offerProblems[typedProblem] : fieldState.error?.message}
      {...field}
    />
  );
}

/** Dialog in which the seller of a disputed order offers to return a part of the price (`docs/product/orders.md`). */
export function OfferPartDialog(props: OrderDialogProps) {
  const { order } = props;
  const { pending, sendAnswer } = useDisputeAnswer(props);
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(offerSchema(order.price)),
    defaultValues: { message: '', offer: '' },
  });
  return (
    <AnswerDialog
      dialog={props}
      title="Devolver uma parte"
      description={`Diga quanto você devolve e por quê. ${order.buyerName} pode aceitar; se não aceitar, a equipe lê os dois lados e decide. Só dá para responder uma vez.`}
      submitLabel="Enviar proposta"
      pending={pending}
      onSubmit={handleSubmit(sendAnswer)}
    >
      <OfferField price={order.price} name="offer" control={control} />
      <TextArea
        label="Mensagem"
        placeholder="O que você entregou, e por que este valor?"
        error={formState.errors.message?.message}
        {...register('message')}
        max={limits.disputeMessage}
      />
    </AnswerDialog>
  );
}
