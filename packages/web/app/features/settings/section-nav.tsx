import ChevronRight from 'lucide-react/icons/chevron-right';
import { Link } from 'react-router';
import { type SectionId, settingsPath, settingsSections } from './sections.ts';
import * as styles from './settings-frame.module.css';

/** Links to the sections of the settings: a column beside the section, on phones a separate list. */
export function SectionNav({ current }: { current: SectionId | null }) {
  return (
    <nav className={styles.nav} aria-label="Seções">
      {settingsSections.map(({ id, label, Icon }) => (
        <Link key={id} to={settingsPath(id)} aria-current={id === current ? 'page' : undefined}>
          <Icon className="icon" aria-hidden="true" />
          {label}
          <ChevronRight className={`icon ${styles.more}`} aria-hidden="true" />
        </Link>
      ))}
    </nav>
  );
}
