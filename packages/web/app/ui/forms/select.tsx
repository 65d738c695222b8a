import clsx from 'clsx';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import * as styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

type SelectFieldProps = Omit<FieldProps, 'children' | 'counter' | 'className'>;

interface SelectProps extends SelectFieldProps, Omit<ComponentProps<'select'>, 'id' | 'className'> {
  options: readonly SelectOption[];
  /** First line that stands for "none". */
  placeholder?: string;
  className?: string | undefined;
}

/** The platform's own list, dressed as a field: the best one there is on a phone. */
export function Select(props: SelectProps) {
  const { label, hideLabel, note, hint, error, id, className, options, placeholder, ...rest } =
    props;
  return (
    <Field {...{ label, hideLabel, note, hint, error, id, className }}>
      {(control) => (
        <span className={styles.select}>
          <select
            {...rest}
            {...control}
            data-ui="input"
            className={clsx(styles.input, error && styles.invalid)}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown className="icon" aria-hidden="true" />
        </span>
      )}
    </Field>
  );
}
