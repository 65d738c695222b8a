import * as styles from './switch.module.css';

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Accessible name, the same words as the visible label. */
  label: string;
  disabled?: boolean | undefined;
  id?: string | undefined;
  /** Ids of what explains it. */
  describedBy?: string | undefined;
}

/** An on/off control that takes effect at once. The visible label is the caller's. */
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
