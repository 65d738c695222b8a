import clsx from 'clsx';
import type { ComponentProps } from 'react';
import * as styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';
import { useTextLength } from './use-text-length.ts';

type TextInputFieldProps = Omit<FieldProps, 'children' | 'counter' | 'className'>;

interface TextInputProps
  extends TextInputFieldProps,
    Omit<ComponentProps<'input'>, 'id' | 'className'> {
  /** Limit shown as a counter; it does not cut what is typed. */
  max?: number;
  /** Fixed text inside, at the left, such as `R$`. */
  prefix?: string;
  /** Class of the whole field. */
  className?: string | undefined;
}

/** One line of text with label, hint, counter and error. Works with `register()` or `value`. */
export function TextInput(props: TextInputProps) {
  const { label, hideLabel, note, hint, error, id, className, prefix, max, ...input } = props;
  const { ref, onChange, ...rest } = input;
  const { length, setRef, change } = useTextLength<HTMLInputElement>(rest.value, ref, onChange);
  // A counter says the limit; `max` on the element itself belongs to numbers.
  const counter = max === undefined ? undefined : { used: length, max };
  return (
    <Field {...{ label, hideLabel, note, hint, error, id, className, counter }}>
      {(control) => {
        const element = (
          <input
            {...rest}
            {...control}
            ref={setRef}
            onChange={change}
            data-ui="input"
            className={clsx(styles.input, error && styles.invalid)}
          />
        );
        if (!prefix) return element;
        return (
          <span className={styles.prefixed}>
            <span aria-hidden="true">{prefix}</span>
            {element}
          </span>
        );
      }}
    </Field>
  );
}
