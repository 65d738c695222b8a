import { ChipSelect } from '../../ui/chip-select.tsx';
import { suspensions } from './offers.ts';

interface SuspensionDaysProps {
  /** Null for good. */
  value: number | null;
  onChange: (days: number | null) => void;
}

/** How long a suspension lasts. */
export function SuspensionDays({ value, onChange }: SuspensionDaysProps) {
  return (
    <ChipSelect
      label="Duração da suspensão"
      value={String(value ?? '')}
      onChange={(text) => onChange(text === '' ? null : Number(text))}
      options={suspensions.map(({ days, label }) => ({ value: String(days ?? ''), label }))}
    />
  );
}
