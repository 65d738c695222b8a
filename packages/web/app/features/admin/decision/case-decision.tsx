import type { ModerationCase } from '@guilda/contract/moderation/moderation-case';
import type { CaseDecisionInput } from '@guilda/contract/moderation/moderation-queue';
import clsx from 'clsx';
import { api } from '../../../lib/api/api.ts';
import { dayAndTimeText } from '../../../lib/format/date-text.ts';
import { useInstallation } from '../../../lib/installation.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { availableActionsFor } from '../actions/available-actions.ts';
import { useAdminAction } from '../actions/use-admin-action.ts';
import { CannotDecideNotice } from '../detail/cannot-decide-notice.tsx';
import { DetailSection } from '../detail/section.tsx';
import { outcomeChoices, outcomeWords } from '../model/words.ts';
import * as styles from './decision.module.css';
import { DecisionFields } from './decision-fields.tsx';
import { useConfirmation } from './use-confirmation.ts';
import { confirmationQuestion, useDecisionForm } from './use-decision-form.ts';

interface CaseDecisionProps {
  item: ModerationCase;
  onDecided: () => void;
}

const readersTextByKind: Record<ModerationCase['kind'], string> = {
  report: 'Quem denunciou e quem foi denunciado leem este texto.',
  appeal: 'Quem recorreu lê este texto.',
  support: 'Quem pediu ajuda lê este texto.',
  feedback: 'Quem escreveu lê este texto.',
};

/** Says who reads the reason of a decision; a case that was opened automatically has no author. */
const readersTextOf = ({ kind, author }: ModerationCase): string =>
  author ? readersTextByKind[kind] : 'A pessoa lê este texto quando a decisão a atinge.';

/** The outcome of a decided case and the administrator who decided it. */
function DecidedCase({ item }: { item: ModerationCase }) {
  const { outcome, answer, decidedBy, decidedAt } = item;
  return (
    <DetailSection title="Decisão">
      <p className="bold">{outcome && outcomeWords[outcome]}</p>
      {answer && <p className="secondary breakWords pretty">{answer}</p>}
      <p className="textSm muted">
        {[decidedBy, decidedAt && dayAndTimeText(new Date(decidedAt), new Date())]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </DetailSection>
  );
}

function CaseDecisionForm({ item, onDecided }: CaseDecisionProps) {
  const { accountAge } = useInstallation();
  const outcomes = outcomeChoices[item.kind];
  const form = useDecisionForm(outcomes, item.id);
  const availableActions = form.outcome ? availableActionsFor(item, form.outcome, accountAge) : [];
  const { asked, close, submitTo } = useConfirmation(form, availableActions);
  const { pending, runAction } = useAdminAction({ close, onDone: onDecided });
  const decide = (body: CaseDecisionInput) =>
    runAction(
      (confirmationInput) =>
        api().moderationQueue.decideCase({ params: { id: item.id }, body, ...confirmationInput }),
      `${item.code}: ${outcomeWords[body.outcome].toLowerCase()}`,
    );
  return (
    <DetailSection title="Decisão">
      <form className={clsx(styles.form, 'column gap2')} noValidate onSubmit={submitTo(decide)}>
        <DecisionFields {...{ form, outcomes, availableActions }} readers={readersTextOf(item)} />
        {form.outcome === 'granted' && item.decision?.action === 'refund' && (
          <p className="textSm secondary pretty">
            O valor já voltou para quem comprou e não sai de novo.
          </p>
        )}
        <Button type="submit" variant="primary" loading={pending && asked === null}>
          Decidir
        </Button>
      </form>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={close}
        backCloses
        title="Decidir assim?"
        text={asked && confirmationQuestion(asked)}
        confirmLabel="Decidir"
        variant="dangerFill"
        loading={pending}
        returnFocusSelector="#item-title"
        onConfirm={() => asked && void decide(asked)}
      />
    </DetailSection>
  );
}

/**
 * The decision of a decided case, otherwise the form to decide it. Administrators cannot decide cases that concern
 * themselves.
 */
export function CaseDecision(props: CaseDecisionProps) {
  const { item } = props;
  if (item.state === 'closed') return <DecidedCase item={item} />;
  if (!item.mayDecide) {
    return <CannotDecideNotice why="Você tem parte neste caso." />;
  }
  return <CaseDecisionForm {...props} />;
}
