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

type OfferProblem = NonNullable<PartOfPrice['problem']>;

const offerProblems: Readonly<Record<OfferProblem, string | undefined>> = {
  empty: undefined,
  invalid: INVALID_AMOUNT_TEXT,
  too_high: errorTexts.offer_too_high.text,
};

/** The texts of an answer to a dispute, and whether it needs an offer. */
interface AnswerTexts {
  readonly title: string;
  description(buyerName: string): string;
  readonly placeholder: string;
  readonly offerLabel: string;
  readonly offerRequired: boolean;
}

const contestTexts: AnswerTexts = {
  title: 'Contestar',
  description: (buyerName) =>
    `Conte o seu lado. ${buyerName} e a equipe leem, e a equipe decide se vocês não se acertarem. Só dá para contestar uma vez.`,
  placeholder: 'O que você entregou, e quando?',
  offerLabel: 'Proposta: devolver uma parte',
  offerRequired: false,
};

const offerPartTexts: AnswerTexts = {
  title: 'Devolver uma parte',
  description: (buyerName) =>
    `Diga quanto você devolve e por quê. ${buyerName} pode aceitar; se não aceitar, a equipe lê os dois lados e decide. Só dá para responder uma vez.`,
  placeholder: 'O que você entregou, e por que este valor?',
  offerLabel: 'Valor que volta para quem comprou',
  offerRequired: true,
};

/** Schema of the form that answers a dispute; an offer must be below `price`. */
const answerSchema = (price: string, offerRequired: boolean) =>
  z.object({
    message: requiredText(limits.disputeMessage, 'Mensagem obrigatória'),
    offer: z.string().superRefine((typed, context) => {
      const { problem } = readPartOfPrice(typed, price);
      if (problem === 'empty' && offerRequired)
        context.addIssue({ code: 'custom', message: 'Valor obrigatório' });
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

interface AnswerDialogProps extends OrderDialogProps {
  texts: AnswerTexts;
}

/** State of the form that answers a dispute. */
function useAnswerForm({ order, onClose, texts }: AnswerDialogProps) {
  const { pending, run } = useOrderAction(onClose);
  const form = useForm({
    resolver: zodResolver(answerSchema(order.price, texts.offerRequired)),
    defaultValues: { message: '', offer: '' },
  });
  const offer = readPartOfPrice(form.watch('offer'), order.price);
  const send = form.handleSubmit(({ message }) => {
    const offerField = offer.centavos === null ? {} : { offer: formatDecimal(offer.centavos) };
    return run(
      () => answerDispute(order, { accept: false, message, ...offerField }),
      toastContested,
    );
  });
  return { form, offer, pending, send };
}

type OfferFieldProps = Pick<AnswerDialogProps, 'order' | 'texts'> &
  Pick<ReturnType<typeof useAnswerForm>, 'form' | 'offer'>;

/** The amount that the seller offers to return. A wrong amount is reported while it is typed, a missing one on sending. */
function OfferField({ order, texts, form, offer }: OfferFieldProps) {
  const { feePercent } = useInstallation();
  const typedProblem = offer.problem ? offerProblems[offer.problem] : undefined;
  const missing = offer.problem === 'empty' ? form.formState.errors.offer?.message : undefined;
  return (
    <Controller
      control={form.control}
      name="offer"
      render={({ field }) => (
        <TextInput
          label={texts.offerLabel}
          note={texts.offerRequired ? undefined : '(opcional)'}
          prefix="R$"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0,00"
          hint={offerHintText(offer, order.price, feePercent)}
          error={typedProblem ?? missing}
          {...field}
        />
      )}
    />
  );
}

/** Dialog in which the seller answers a dispute with a message and perhaps an offer. */
function AnswerDialog(props: AnswerDialogProps) {
  const { order, open, onClose, texts } = props;
  const { form, offer, pending, send } = useAnswerForm(props);
  const offerField = <OfferField {...{ order, texts, form, offer }} />;
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={texts.title}
      description={texts.description(order.buyerName)}
      onSubmit={send}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" variant="primary" loading={pending}>
            {texts.offerRequired ? 'Enviar proposta' : texts.title}
          </Button>
        </>
      }
    >
      <OrderSummary order={order} side="seller" />
      {texts.offerRequired && offerField}
      <TextArea
        label="Mensagem"
        placeholder={texts.placeholder}
        error={form.formState.errors.message?.message}
        {...form.register('message')}
        max={limits.disputeMessage}
      />
      {!texts.offerRequired && offerField}
    </Dialog>
  );
}

/** Dialog in which the seller contests a dispute, possibly offering a part of the price (`docs/product/orders.md`). */
export function ContestDialog(props: OrderDialogProps) {
  return <AnswerDialog {...props} texts={contestTexts} />;
}

/** Dialog in which the seller of a disputed order offers to return a part of the price (`docs/product/orders.md`). */
export function OfferPartDialog(props: OrderDialogProps) {
  return <AnswerDialog {...props} texts={offerPartTexts} />;
}
