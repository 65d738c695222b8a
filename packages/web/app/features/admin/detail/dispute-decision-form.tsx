import { limits } from '@guilda/contract/limits';
import { disputeCodeOf } from '@guilda/contract/money/money-codes';
import type { AdminDispute } from '@guilda/contract/orders/dispute-endpoints';
import { zodResolver } from '@hookform/resolvers/zod';
import clsx from 'clsx';
import { useEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { api } from '../../../lib/api/api.ts';
import { useInstallation } from '../../../lib/installation.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { ChoiceCards } from '../../../ui/forms/choice-cards.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useAdminAction } from '../actions/use-admin-action.ts';
import * as decision from '../decision/decision.module.css';
import { useDecisionDrafts } from '../decision/decision-drafts.ts';
import {
  type DecidableOutcome,
  type DisputeDecisionBody,
  type DisputeDecisionFields,
  decidableOutcomes,
  decisionBodyOf,
  decisionFormSchema,
  decisionLabels,
  decisionShares,
  sharesText,
} from '../model/dispute-decision.ts';
import { DetailSection } from './section.tsx';

interface DisputeDecisionFormProps {
  dispute: AdminDispute;
  onDecided: () => void;
}

/** State of the decision form, which begins with what was written about the dispute before. */
function useDisputeDecisionForm({ id, price, contestedAmount }: AdminDispute) {
  const { feePercent } = useInstallation();
  const drafts = useDecisionDrafts();
  const form = useForm<DisputeDecisionFields>({
    resolver: zodResolver(decisionFormSchema(price)),
    defaultValues: { amount: '', reason: '', ...drafts?.disputes.get(id) },
  });
  const fields = form.watch();
  const { outcome, amount } = fields;
  // After every render, because each change of a field renders the form.
  useEffect(() => void drafts?.disputes.set(id, fields));
  const sharesOf = (each: DecidableOutcome) =>
    decisionShares(each, { price, contestedAmount, amount, feePercent });
  return { form, outcome, sharesOf };
}

/**
 * Fields of a decision about a dispute: the outcome with the shares of buyer and seller, the amount of a partial
 * refund, and the reason.
 */
function DecisionFields({ form, outcome, sharesOf }: ReturnType<typeof useDisputeDecisionForm>) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const choices = decidableOutcomes.map((value) => {
    const shares = sharesOf(value);
    const hint = shares ? sharesText(value, shares) : 'Você escolhe quanto volta';
    return { value, label: decisionLabels[value], hint };
  });
  return (
    <>
      <Controller
        control={control}
        name="outcome"
        render={({ field }) => (
          <ChoiceCards
            legend="Como termina"
            stacked
            choices={choices}
            value={field.value}
            onChange={field.onChange}
            error={errors.outcome?.message}
          />
        )}
      />
      {outcome === 'partly_refunded' && (
        <Controller
          control={control}
          name="amount"
          render={({ field }) => (
            <TextInput
              label="Quanto volta para quem comprou"
              prefix="R$"
              inputMode="decimal"
              autoComplete="off"
              placeholder="0,00"
              error={errors.amount?.message}
              {...field}
            />
          )}
        />
      )}
      <TextArea
        label="Motivo"
        hint="Os dois leem este texto."
        error={errors.reason?.message}
        {...register('reason')}
        max={limits.moderationReason}
      />
    </>
  );
}

/** Form by which the team decides a dispute; the decision is confirmed before it is sent. */
export function DisputeDecisionForm({ dispute, onDecided }: DisputeDecisionFormProps) {
  const { id, price, purchaseCode } = dispute;
  const decisionForm = useDisputeDecisionForm(dispute);
  const [decisionToConfirm, setDecisionToConfirm] = useState<DisputeDecisionBody | null>(null);
  const close = () => setDecisionToConfirm(null);
  const { pending, runAction } = useAdminAction({ close, onDone: onDecided });
  const decide = (body: DisputeDecisionBody) =>
    runAction(
      (confirmationInput) =>
        api().disputes.decideDispute({ params: { id }, body, ...confirmationInput }),
      `${disputeCodeOf(purchaseCode)}: ${decisionLabels[body.outcome].toLowerCase()}`,
    );
  const askForConfirmation = decisionForm.form.handleSubmit((form) =>
    setDecisionToConfirm(decisionBodyOf(form, price)),
  );
  const shares = decisionToConfirm && decisionForm.sharesOf(decisionToConfirm.outcome);
  return (
    <DetailSection title="Decisão">
      <form className={clsx(decision.form, 'column')} noValidate onSubmit={askForConfirmation}>
        <DecisionFields {...decisionForm} />
        <Button type="submit" variant="primary">
          Decidir
        </Button>
      </form>
      <ConfirmDialog
        open={decisionToConfirm !== null}
        onOpenChange={close}
        backCloses
        title={decisionToConfirm ? `${decisionLabels[decisionToConfirm.outcome]}?` : ''}
        text={
          decisionToConfirm &&
          shares &&
          `${sharesText(decisionToConfirm.outcome, shares)}. Não dá para voltar atrás.`
        }
        confirmLabel="Decidir"
        variant="dangerFill"
        loading={pending}
        returnFocusSelector="#item-title"
        onConfirm={() => decisionToConfirm && void decide(decisionToConfirm)}
      />
    </DetailSection>
  );
}
