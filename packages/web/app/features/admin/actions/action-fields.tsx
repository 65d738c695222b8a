import { limits } from '@guilda/contract/limits';
import clsx from 'clsx';
import * as field from '../../../ui/forms/field.module.css';
import { FieldError } from '../../../ui/forms/field.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import * as styles from '../decision/decision.module.css';
import type { DirectAction } from './direct-actions.ts';
import { QuickReasons } from './quick-reasons.tsx';
import { reasonsForAction } from './reasons.ts';
import { SuspensionDays } from './suspension-days.tsx';
import type { ActionForm } from './use-action-form.ts';

function ActionOption({ directAction, form }: { directAction: DirectAction; form: ActionForm }) {
  const { label, hint, action, key } = directAction;
  const isChosen = form.directAction?.key === key;
  return (
    <li className={clsx(isChosen && styles.chosen)}>
      <label>
        <input
          type="radio"
          name="ato"
          checked={isChosen}
          onChange={() => form.choose(directAction)}
        />
        <span className="grow">
          <span className="bold block">{label}</span>
          <span className="textXs muted block">{hint}</span>
        </span>
      </label>
      {action === 'suspend' && isChosen && (
        <SuspensionDays value={form.days} onChange={form.setDays} />
      )}
    </li>
  );
}

/** Form fields for a moderation action and its reason. */
export function ActionFields({
  directActions,
  form,
}: {
  directActions: readonly DirectAction[];
  form: ActionForm;
}) {
  const { directAction, missing, reason, setReason } = form;
  return (
    <>
      <fieldset>
        <legend className={field.label}>O que fazer</legend>
        <ul className={styles.actions}>
          {directActions.map((each) => (
            <ActionOption key={each.key} directAction={each} form={form} />
          ))}
        </ul>
        {missing.directAction && (
          <div role="alert">
            <FieldError>{missing.directAction}</FieldError>
          </div>
        )}
      </fieldset>
      <TextArea
        label="Motivo"
        hint={
          // A ban of a picture is no decision about a person: nobody is notified.
          directAction?.action === 'ban_picture'
            ? 'Só a equipe lê este texto; a pessoa não é avisada.'
            : 'A pessoa lê este texto.'
        }
        max={limits.moderationReason}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={missing.reason}
      />
      {directAction && (
        <QuickReasons
          reasons={reasonsForAction(directAction.action)}
          value={reason}
          onChange={setReason}
        />
      )}
    </>
  );
}
