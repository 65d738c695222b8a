import clsx from 'clsx';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, useId } from 'react';
import * as styles from './field.module.css';

/** Attributes that a control inside a `Field` needs. */
interface FieldControlProps {
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
  children: (control: FieldControlProps) => ReactNode;
}

/** The text of an error under its control. */
export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p className={styles.error} data-ui="error" id={id}>
      <CircleAlert className="icon" aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}

function LengthCounter({ used, max }: { used: number; max: number }) {
  return (
    <span
      className={clsx('numeric', used > max && styles.tooLong)}
      data-over={used > max || undefined}
    >
      <span aria-hidden="true">{`${used}/${max}`}</span>
      <span className="srOnly">{`${used} de ${max} caracteres`}</span>
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
    <div className={clsx(styles.field, className)} data-ui="field">
      <label htmlFor={id} className={hideLabel ? 'srOnly' : undefined}>
        {label}
        {note && <span className="muted"> {note}</span>}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && hint && problem}
      {(hint || counter || error) && (
        <div className={styles.help}>
          {error && !hint ? problem : <span id={`${id}-h`}>{hint}</span>}
          {counter && <LengthCounter {...counter} />}
        </div>
      )}
    </div>
  );
}
