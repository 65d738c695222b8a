import { errors } from '@guilda/contract/errors';
import { useId } from 'react';
import { Controller } from 'react-hook-form';
import { FieldError } from '../../../ui/field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useAgeCheck } from '../../age/index.ts';
import type { PostPanelModel } from './use-post-panel.ts';

const label = 'Conteúdo sensível';
const reason = 'Para marcar, verifique a sua antes.';

/** Why the switch is out of reach, with the way to the check, which leads back to the open panel. */
function NeedsCheck() {
  const { standing, starting, start } = useAgeCheck();
  return (
    <p className="t-sm" role="status">
      {standing === 'unavailable' ? errors.age_check_unavailable.text : reason}{' '}
      <button type="button" className="link" disabled={starting} onClick={start}>
        {standing === 'open' ? 'Continuar a verificação' : 'Verificar minha idade'}
      </button>
    </p>
  );
}

interface SensitiveFieldProps extends Pick<PostPanelModel, 'form'> {
  /** Whether the person's own age check stands. */
  adult: boolean;
  disabled: boolean;
}

/** Marks a post as one for checked adults alone (`product §9`), which only they can do. */
export function SensitiveField({ form, adult, disabled }: SensitiveFieldProps) {
  const id = useId();
  const problem = form.formState.errors.sensitive?.message;
  return (
    <Controller
      control={form.control}
      name="sensitive"
      render={({ field: { value, onChange } }) => (
        <div className="row between top">
          <div className="cresce">
            <label className="b" htmlFor={id}>
              {label}
            </label>
            <p className="t-sm mute pre" id={`${id}-h`}>
              Só quem verificou a idade vê esta publicação.
            </p>
            {!adult && <NeedsCheck />}
            {problem && <FieldError id={`${id}-e`}>{problem}</FieldError>}
          </div>
          <Switch
            id={id}
            label={label}
            describedBy={problem ? `${id}-h ${id}-e` : `${id}-h`}
            checked={adult && value}
            disabled={!adult || disabled}
            onChange={onChange}
          />
        </div>
      )}
    />
  );
}
