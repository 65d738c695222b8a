import clsx from 'clsx';
import ChevronDown from 'lucide-react/icons/chevron-down';
import * as styles from '../actions/chip.module.css';
import type { SelectOption } from './select.tsx';

interface ChipSelectProps {
  /** Accessible name of the selection. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly SelectOption[];
  /** Text of the chip; by default the label of the selected option. */
  text?: string | undefined;
  /** Whether the selection differs from its default, which fills the chip with colour. */
  pressed?: boolean | undefined;
  className?: string | undefined;
}

/** Selects one of several options: a native `select` that looks like a chip. */
export function ChipSelect(props: ChipSelectProps) {
  const { label, value, onChange, options, text, pressed, className } = props;
  const chosenOption = options.find((option) => option.value === value);
  return (
    <span
      data-ui="chip-select"
      className={clsx(styles.chip, styles.select, pressed && styles.pressed, className)}
    >
      <span aria-hidden="true">{text ?? chosenOption?.label}</span>
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
