import { Link } from 'react-router';
import { type SectionId, settingsSections } from './sections.ts';
import * as styles from './settings-frame.module.css';

interface SectionNavProps {
  current: SectionId;
  onChoose: (id: SectionId) => void;
}

/** Links to the sections of the settings: a column on wide screens, a scrollable row on phones. */
export function SectionNav({ current, onChoose }: SectionNavProps) {
  return (
    <nav className={styles.nav} aria-label="Seções">
      {settingsSections.map(({ id, label, Icon }) => (
        <Link
          key={id}
          to={{ hash: id }}
          replace
          aria-current={id === current ? 'true' : undefined}
          onClick={() => onChoose(id)}
        >
          <Icon className="icon" aria-hidden="true" />
          {label}
        </Link>
      ))}
    </nav>
  );
}
