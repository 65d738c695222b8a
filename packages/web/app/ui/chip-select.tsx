import clsx from 'clsx';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { SelectOption } from './select.tsx';

interface ChipSelectProps {
  /** Accessible name. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly SelectOption[];
  /** What the chip reads; the chosen option's label unless told otherwise. */
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
    <span className={clsx('chip chip-l', pressed && 'on', className)}>
      <span aria-hidden="true">{text ?? chosen?.label}</span>
      <ChevronDown className="i" aria-hidden="true" />
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
