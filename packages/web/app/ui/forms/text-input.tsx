import clsx from 'clsx';
import type { ComponentProps } from 'react';
import * as styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';
import { useTextLength } from './use-text-length.ts';

type TextInputFieldProps = Omit<FieldProps, 'children' | 'counter' | 'className'>;

interface TextInputProps
  extends TextInputFieldProps,
    Omit<ComponentProps<'input'>, 'id' | 'className'> {
  /** Maximum number of characters (UTF-16 units), shown as a counter; longer text is not cut. */
  max?: number;
  /** Fixed text at the left inside the field, such as `R$`. */
  prefix?: string;
  /** Class of the whole field, including its label. */
  className?: string | undefined;
}

/** A field for one line of text, with label, hint, counter and error. Works with `register()` or `value`. */
export function TextInput(props: TextInputProps) {
  const { label, hideLabel, note, hint, error, id, className, prefix, max, ...input } = props;
  const { ref, onChange, ...rest } = input;
  const { length, setRef, change } = useTextLength<HTMLInputElement>(rest.value, ref, onChange);
  // `max` only sets the counter. It is not passed to the element, whose attribute `max` limits numbers, not characters.
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
