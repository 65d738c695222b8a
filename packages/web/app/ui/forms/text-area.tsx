import clsx from 'clsx';
import type { ComponentProps } from 'react';
import * as styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';
import { useTextLength } from './use-text-length.ts';

type TextAreaFieldProps = Omit<FieldProps, 'children' | 'counter' | 'className'>;

interface TextAreaProps
  extends TextAreaFieldProps,
    Omit<ComponentProps<'textarea'>, 'id' | 'className'> {
  /** Maximum number of characters (UTF-16 units), shown as a counter; longer text is not cut. */
  max?: number;
  /** Class of the whole field, including its label. */
  className?: string | undefined;
}

/** A field for several lines of text, with label, hint, counter and error. Works with `register()` or `value`. */
export function TextArea(props: TextAreaProps) {
  const { label, hideLabel, note, hint, error, id, className, max, ...area } = props;
  const { ref, onChange, ...rest } = area;
  const { length, setRef, change } = useTextLength<HTMLTextAreaElement>(rest.value, ref, onChange);
  const counter = max === undefined ? undefined : { used: length, max };
  return (
    <Field {...{ label, hideLabel, note, hint, error, id, className, counter }}>
      {(control) => (
        <textarea
          {...rest}
          {...control}
          ref={setRef}
          onChange={change}
          data-ui="input"
          className={clsx(styles.input, error && styles.invalid)}
        />
      )}
    </Field>
  );
}
