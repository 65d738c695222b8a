import { limits } from '@guilda/contract/limits';
import type { Outcome } from '@guilda/contract/moderation/moderation';
import clsx from 'clsx';
import { FieldError } from '../../../ui/forms/field.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import type { AvailableAction } from '../actions/available-actions.ts';
import { QuickReasons } from '../actions/quick-reasons.tsx';
import { SuspensionDays } from '../actions/suspension-days.tsx';
import { quickReasons } from '../model/words.ts';
import * as styles from './decision.module.css';
import type { DecisionForm } from './use-decision-form.ts';

interface DecisionFieldsProps {
  form: DecisionForm;
  outcomes: readonly { value: Outcome; label: string }[];
  availableActions: readonly AvailableAction[];
  /** Hint below the field of the reason: who will read the reason. */
  readers: string;
}

function AvailableActionOption({
  availableAction,
  form,
}: {
  availableAction: AvailableAction;
  form: DecisionForm;
}) {
  const { key, label, hint, action } = availableAction;
  const isPicked = form.picked.has(key);
  return (
    <li className={clsx(isPicked && styles.chosen)}>
      <label>
        <input type="checkbox" checked={isPicked} onChange={() => form.toggle(key)} />
        <span className="grow">
          <span className="bold block">{label}</span>
          <span className="textXs muted block">{hint}</span>
        </span>
      </label>
      {action === 'suspend' && isPicked && (
        <SuspensionDays value={form.days} onChange={form.setDays} />
      )}
    </li>
  );
}

/** Fields of a decision: outcome, actions and reason; used for one case and for several. */
export function DecisionFields({ form, outcomes, availableActions, readers }: DecisionFieldsProps) {
  const lacksOutcome = form.problem !== undefined && form.outcome === null;
  return (
    <>
      {outcomes.length > 1 && (
        <fieldset className={styles.outcomes}>
          <legend className="srOnly">Como termina</legend>
          {outcomes.map(({ value, label }) => (
            <label key={value} className={clsx(form.outcome === value && styles.chosen)}>
              <input
                type="radio"
                name="fim"
                className="srOnly"
                checked={form.outcome === value}
                onChange={() => form.choose(value)}
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
      {lacksOutcome && (
        <div role="alert">
          <FieldError>{form.problem}</FieldError>
        </div>
      )}
      {availableActions.length > 0 && (
        <ul className={styles.actions} aria-label="O que fazer">
          {availableActions.map((availableAction) => (
            <AvailableActionOption
              key={availableAction.key}
              availableAction={availableAction}
              form={form}
            />
          ))}
        </ul>
      )}
      <TextArea
        label="Motivo"
        hint={readers}
        max={limits.moderationReason}
        value={form.reason}
        onChange={(event) => form.setReason(event.currentTarget.value)}
        error={lacksOutcome ? undefined : form.problem}
      />
      {form.outcome !== null && (
        <QuickReasons
          reasons={quickReasons[form.outcome]}
          value={form.reason}
          onChange={form.setReason}
        />
      )}
    </>
  );
}
