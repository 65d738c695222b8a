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
  /** Label of the empty first option, which stands for no selection. */
  placeholder?: string;
  className?: string | undefined;
}

/** A native `select` in a form field, because phones show their own list for it. */
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
