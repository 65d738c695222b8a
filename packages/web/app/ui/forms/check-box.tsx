import { type ComponentProps, useId } from 'react';
import * as styles from './check-box.module.css';

interface CheckBoxProps extends Omit<ComponentProps<'input'>, 'type' | 'id' | 'className'> {
  label: string;
  /** Explanation below the label. */
  hint?: string | undefined;
}

/** A checkbox with its label beside it and a hint below. Works with `register()` or `checked`. */
export function CheckBox({ label, hint, ...input }: CheckBoxProps) {
  const id = useId();
  return (
    <div className={styles.checkBox}>
      <input
        {...input}
        type="checkbox"
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-h`}
      />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p className="textSm muted pretty" id={`${id}-h`}>
          {hint}
        </p>
      )}
    </div>
  );
}
