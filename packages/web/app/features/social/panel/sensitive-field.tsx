import { errors } from '@guilda/contract/errors';
import { useId } from 'react';
import { Controller } from 'react-hook-form';
import { FieldError } from '../../../ui/forms/field.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { useAgeCheck } from '../../age/index.ts';
import type { PostPanelModel } from './use-post-panel.ts';

const SENSITIVE_LABEL = 'Conteúdo sensível';
const AGE_CHECK_NEEDED_TEXT = 'Para marcar, verifique a sua antes.';

/** Explains that the switch requires an age check, with a button that starts the check and returns to this panel. */
function AgeCheckNeeded() {
  const { status, starting, start } = useAgeCheck();
  return (
    <p className="textSm" role="status">
      {status === 'unavailable' ? errors.age_check_unavailable.text : AGE_CHECK_NEEDED_TEXT}{' '}
      <button type="button" className="link" disabled={starting} onClick={start}>
        {status === 'open' ? 'Continuar a verificação' : 'Verificar minha idade'}
      </button>
    </p>
  );
}

interface SensitiveFieldProps extends Pick<PostPanelModel, 'form'> {
  /** Whether the person has an approved age check. */
  mayMarkSensitive: boolean;
  disabled: boolean;
}

/**
 * Switch that marks a post as visible only to adults with an approved age check; only they can mark a post
 * (`docs/product/community.md`).
 */
export function SensitiveField({ form, mayMarkSensitive, disabled }: SensitiveFieldProps) {
  const id = useId();
  const problem = form.formState.errors.sensitive?.message;
  return (
    <Controller
      control={form.control}
      name="sensitive"
      render={({ field: { value, onChange } }) => (
        <div className="row spaceBetween alignTop">
          <div className="grow">
            <label className="bold" htmlFor={id}>
              {SENSITIVE_LABEL}
            </label>
            <p className="textSm muted pretty" id={`${id}-h`}>
              Só quem verificou a idade vê esta publicação.
            </p>
            {!mayMarkSensitive && <AgeCheckNeeded />}
            {problem && <FieldError id={`${id}-e`}>{problem}</FieldError>}
          </div>
          <Switch
            id={id}
            label={SENSITIVE_LABEL}
            describedBy={problem ? `${id}-h ${id}-e` : `${id}-h`}
            checked={mayMarkSensitive && value}
            disabled={!mayMarkSensitive || disabled}
            onChange={onChange}
          />
        </div>
      )}
    />
  );
}
