import { errors } from '@guilda/contract/errors';
import type { CaseKind } from '@guilda/contract/moderation/moderation';
import type { CaseDecisionInput, QueueItem } from '@guilda/contract/moderation/moderation-queue';
import { useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { useOnce } from '../../../lib/loading/use-once.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { toast, toastError } from '../../../ui/feedback/toast.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { bulkActions } from '../actions/available-actions.ts';
import * as layout from '../admin.module.css';
import { DetailSection } from '../detail/section.tsx';
import { isMoneyItem } from '../model/admin-address.ts';
import { kindWords, outcomeChoices } from '../model/words.ts';
import type { Selection } from '../queue/use-selection.ts';
import * as styles from './decision.module.css';
import { DecisionFields } from './decision-fields.tsx';
import { useConfirmation } from './use-confirmation.ts';
import { confirmationQuestion, useDecisionForm } from './use-decision-form.ts';

interface RefusedCase {
  readonly code: string;
  readonly reason: string;
}

function refusalText(code: string | null): string {
  const textsByCode: Readonly<Record<string, { readonly text: string }>> = errors;
  return (code && textsByCode[code]?.text) || 'Não foi possível decidir.';
}

function decidedCountText(decidedCount: number): string {
  if (decidedCount === 0) return 'Nenhum caso decidido';
  return `${decidedCount} ${decidedCount === 1 ? 'caso decidido' : 'casos decididos'}`;
}

/**
 * Sends the same decision for each of several cases; counts the decided ones and collects those that the server
 * refused.
 */
function useBulkDecision(items: readonly QueueItem[]) {
  const client = useQueryClient();
  const { pending, runOnce } = useOnce();
  const [refused, setRefused] = useState<readonly RefusedCase[]>([]);
  const decide = (decision: CaseDecisionInput) =>
    runOnce(async () => {
      try {
        const body = { ids: items.map(({ id }) => id), ...decision };
        const { results } = await api().moderationQueue.decideCases({ body });
        const failedResults = results.filter(({ ok }) => !ok);
        const refusals = failedResults.map(({ id, code }) => ({
          code: items.find((item) => item.id === id)?.code ?? '',
          reason: refusalText(code),
        }));
        setRefused(refusals);
        const decidedCount = results.length - failedResults.length;
        toast({
          title: decidedCountText(decidedCount),
          text: refusals.map(({ code, reason }) => `${code}: ${reason}`).join(' ') || undefined,
          tone: refusals.length > 0 ? 'warn' : 'success',
        });
      } catch (error) {
        toastError(error);
      }
      await client.invalidateQueries({ queryKey: ['admin'] });
    });
  return { pending, refused, decide };
}

function RefusedCases({ refusedCases }: { refusedCases: readonly RefusedCase[] }) {
  if (refusedCases.length === 0) return null;
  return (
    <DetailSection title="Não puderam ser decididos">
      <ul className={layout.list} role="alert">
        {refusedCases.map(({ code, reason }) => (
          <li key={code} className="row gap2">
            <b className="numeric">{code}</b>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}

function SelectedCases({ items }: { items: readonly QueueItem[] }) {
  return (
    <DetailSection title="Escolhidos">
      <ul className={layout.list}>
        {items.map(({ id, code, title, person }) => (
          <li key={id} className="row gap2">
            <span className="numeric muted">{code}</span>
            <bdi className="truncate grow">{title}</bdi>
            {person && (
              <bdi className="textSm muted truncate">{person.displayName || person.username}</bdi>
            )}
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}

function BulkDecisionForm({
  kind,
  bulkDecision,
}: {
  kind: CaseKind;
  bulkDecision: ReturnType<typeof useBulkDecision>;
}) {
  const outcomes = outcomeChoices[kind];
  const form = useDecisionForm(outcomes);
  const availableActions = form.outcome ? bulkActions(form.outcome) : [];
  const { asked, close, submitTo } = useConfirmation(form, availableActions);
  const decide = async (decision: CaseDecisionInput) => {
    await bulkDecision.decide(decision);
    close();
  };
  return (
    <DetailSection title="Decisão para todos">
      <form className={clsx(styles.form, 'column gap2')} noValidate onSubmit={submitTo(decide)}>
        <DecisionFields
          {...{ form, outcomes, availableActions }}
          readers="As pessoas de cada caso leem este texto."
        />
        <Button type="submit" variant="primary" loading={bulkDecision.pending && asked === null}>
          Decidir todos
        </Button>
      </form>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={close}
        backCloses
        title="Decidir todos assim?"
        text={asked && confirmationQuestion(asked)}
        confirmLabel="Decidir todos"
        variant="dangerFill"
        loading={bulkDecision.pending}
        returnFocusSelector="#item-title"
        onConfirm={() => asked && void decide(asked)}
      />
    </DetailSection>
  );
}

/**
 * Form that applies one decision to several cases of the same kind. Each case is decided on its own: a case that the
 * server refuses stays selected and is listed with the reason.
 */
export function BulkPanel({ selection, onBack }: { selection: Selection; onBack: () => void }) {
  const { chosen } = selection;
  const bulkDecision = useBulkDecision(chosen);
  const kind = chosen[0]?.kind;
  if (!kind || isMoneyItem(kind)) return null;
  const words = kindWords[kind];
  const kindName = (chosen.length === 1 ? words.singular : words.plural).toLowerCase();
  return (
    <article>
      <nav className={clsx(layout.bar, 'row')} aria-label="Escolhidos">
        <Button
          size="small"
          variant="ghost"
          className="onlySmall asFlex"
          icon={<ArrowLeft className="icon" aria-hidden="true" />}
          onClick={onBack}
        >
          Fila
        </Button>
        <Button size="small" variant="ghost" className="pushEnd" onClick={selection.clear}>
          Limpar escolha
        </Button>
      </nav>
      <h2 className="display2" id="item-title" tabIndex={-1}>
        <span className="numeric">{chosen.length}</span> {kindName}
      </h2>
      <div className={layout.columns}>
        <div className={clsx(layout.stack, 'column')}>
          <RefusedCases refusedCases={bulkDecision.refused} />
          <SelectedCases items={chosen} />
        </div>
        <BulkDecisionForm key={kind} kind={kind} bulkDecision={bulkDecision} />
      </div>
    </article>
  );
}
