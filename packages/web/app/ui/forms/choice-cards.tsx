import clsx from 'clsx';
import { type ReactNode, useId } from 'react';
import * as styles from './choice-cards.module.css';
import * as field from './field.module.css';
import { FieldError } from './field.tsx';

export interface CardChoice<V extends string> {
  value: V;
  label: string;
  hint?: string;
  /** A lucide icon element with the class `icon`. */
  icon?: ReactNode;
}

interface ChoiceCardsProps<V extends string> {
  legend: string;
  value: V | null | undefined;
  onChange: (value: V) => void;
  choices: readonly CardChoice<V>[];
  error?: string | undefined;
  name?: string | undefined;
  /** Whether the cards stand below one another, for long labels. */
  stacked?: boolean | undefined;
  /** Whether the choice cannot be changed at the moment; the cards still take the focus. */
  readOnly?: boolean | undefined;
}

/** A few exclusive options as cards side by side (a radio group). */
export function ChoiceCards<V extends string>(props: ChoiceCardsProps<V>) {
  const { legend, value, onChange, choices, error, name, stacked, readOnly } = props;
  const id = useId();
  const errorId = error ? `${id}-e` : undefined;
  return (
    <fieldset
      className={field.field}
      data-ui="field"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA in HTML allows the role for a fieldset
      role="radiogroup"
      data-invalid={error ? '' : undefined}
      aria-required
      aria-readonly={readOnly || undefined}
      aria-invalid={error ? true : undefined}
      aria-describedby={errorId}
    >
      <legend className={field.label} data-ui="label">
        {legend}
      </legend>
      <div
        className={clsx(styles.choices, stacked && styles.stacked, error && styles.invalid)}
        data-ui="choices"
      >
        {choices.map((choice) => (
          <label key={choice.value} className={clsx(value === choice.value && styles.chosen)}>
            <input
              type="radio"
              className="srOnly"
              name={name ?? id}
              value={choice.value}
              checked={value === choice.value}
              aria-describedby={errorId}
              onChange={() => !readOnly && onChange(choice.value)}
            />
            {choice.icon}
            <span>
              <span className="bold">{choice.label}</span>
              {choice.hint && (
                <span className={clsx(styles.hint, 'textXs muted')}>{choice.hint}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}
