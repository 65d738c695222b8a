import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, useId } from 'react';

/** What a control inside a `Field` must carry. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps {
  label: ReactNode;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean | undefined;
  /** Grey text after the label, such as `(opcional)`. */
  note?: string | undefined;
  hint?: ReactNode;
  /** Text of what is wrong; also marks the control. */
  error?: string | undefined;
  /** Counter at the right: characters used and allowed. */
  counter?: { used: number; max: number } | undefined;
  /** The control's id, where one outside needs it. */
  id?: string | undefined;
  className?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** The text of an error under its control. */
export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p className="msg-erro" id={id}>
      <CircleAlert className="i" aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}

function Counter({ used, max }: { used: number; max: number }) {
  return (
    <span className={used > max ? 'num passou' : 'num'}>
      <span aria-hidden="true">{`${used}/${max}`}</span>
      <span className="sr">{`${used} de ${max} caracteres`}</span>
    </span>
  );
}

/** Label above, control, then error or hint with the counter at the right. */
export function Field(props: FieldProps) {
  const { label, hideLabel, note, hint, error, counter, className, children } = props;
  const own = useId();
  const id = props.id ?? own;
  const described = [error && `${id}-e`, hint && `${id}-h`].filter(Boolean).join(' ');
  const problem = <FieldError id={`${id}-e`}>{error}</FieldError>;
  return (
    <div className={className ? `campo ${className}` : 'campo'}>
      <label htmlFor={id} className={hideLabel ? 'sr' : undefined}>
        {label}
        {note && <span className="mute"> {note}</span>}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && hint && problem}
      {(hint || counter || error) && (
        <div className="ajuda">
          {error && !hint ? problem : <span id={`${id}-h`}>{hint}</span>}
          {counter && <Counter {...counter} />}
        </div>
      )}
    </div>
  );
}
