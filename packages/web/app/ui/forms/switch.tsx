import * as styles from './switch.module.css';

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Accessible name; use the same words as the visible label. */
  label: string;
  disabled?: boolean | undefined;
  id?: string | undefined;
  /** Ids of the elements that explain the switch. */
  describedBy?: string | undefined;
}

/** A switch that takes effect at once. The caller renders the visible label. */
export function Switch({ checked, onChange, label, disabled, id, describedBy }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      id={id}
      className={styles.control}
      aria-checked={checked}
      aria-label={label}
      aria-describedby={describedBy}
      disabled={disabled}
      onClick={() => onChange(!checked)}
    />
  );
}
