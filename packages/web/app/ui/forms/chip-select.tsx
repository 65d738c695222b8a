import clsx from 'clsx';
import ChevronDown from 'lucide-react/icons/chevron-down';
import * as styles from '../actions/chip.module.css';
import type { SelectOption } from './select.tsx';

interface ChipSelectProps {
  /** Accessible name. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly SelectOption[];
  /** The chip's text; by default the chosen option's label. */
  text?: string | undefined;
  /** Set to something that matters: full ink. */
  pressed?: boolean | undefined;
  className?: string | undefined;
}

/** A choice of one out of a few in a row of chips: the platform's own list under the look of a chip. */
export function ChipSelect(props: ChipSelectProps) {
  const { label, value, onChange, options, text, pressed, className } = props;
  const chosen = options.find((option) => option.value === value);
  return (
    <span
      data-ui="chip-select"
      className={clsx(styles.chip, styles.select, pressed && styles.pressed, className)}
    >
      <span aria-hidden="true">{text ?? chosen?.label}</span>
      <ChevronDown className="icon" aria-hidden="true" />
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
