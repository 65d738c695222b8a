import clsx from 'clsx';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

type FieldPart = Omit<FieldProps, 'children' | 'counter' | 'className'>;

interface SelectProps extends FieldPart, Omit<ComponentProps<'select'>, 'id' | 'className'> {
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
        <span className="lista">
          <select {...rest} {...control} className={clsx('inp', error && 'erro')}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown className="i" aria-hidden="true" />
        </span>
      )}
    </Field>
  );
}
