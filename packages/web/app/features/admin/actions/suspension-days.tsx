import { ChipSelect } from '../../../ui/forms/chip-select.tsx';
import { suspensionPeriods } from './available-actions.ts';

interface SuspensionDaysProps {
  /** Duration in days; null for a permanent suspension. */
  value: number | null;
  onChange: (days: number | null) => void;
}

/** Input for the duration of a suspension. */
export function SuspensionDays({ value, onChange }: SuspensionDaysProps) {
  return (
    <ChipSelect
      label="Duração da suspensão"
      value={String(value ?? '')}
      onChange={(text) => onChange(text === '' ? null : Number(text))}
      options={suspensionPeriods.map(({ days, label }) => ({ value: String(days ?? ''), label }))}
    />
  );
}
