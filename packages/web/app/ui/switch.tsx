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

/** An on/off control that acts at once. The words beside it are the caller's. */
export function Switch({ checked, onChange, label, disabled, id, describedBy }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      id={id}
      className="chave"
      aria-checked={checked}
      aria-label={label}
      aria-describedby={describedBy}
      disabled={disabled}
      onClick={() => onChange(!checked)}
    />
  );
}
