import clsx from 'clsx';
import { Chip } from '../../../ui/actions/chip.tsx';
import * as layout from '../admin.module.css';
import * as styles from '../decision/decision.module.css';

interface QuickReasonsProps {
  reasons: readonly string[];
  value: string;
  onChange: (text: string) => void;
}

/** Buttons with frequent reasons; pressing one puts its text into the field. */
export function QuickReasons({ reasons, value, onChange }: QuickReasonsProps) {
  return (
    <fieldset className={clsx(layout.chips, styles.quickReasons, 'row gap1')}>
      <legend className="srOnly">Motivos prontos</legend>
      {reasons.map((text) => (
        <Chip key={text} pressed={value === text} onClick={() => onChange(text)}>
          {text}
        </Chip>
      ))}
    </fieldset>
  );
}
