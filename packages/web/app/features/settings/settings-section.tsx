import type { ReactNode } from 'react';
import * as styles from './settings-section.module.css';

interface SettingsSectionProps {
  /** Id of the section as listed in `sections.ts`; also the id of the section's element. */
  id: string;
  title: string;
  children: ReactNode;
}

/** One section of the settings. */
export function SettingsSection({ id, title, children }: SettingsSectionProps) {
  return (
    <section
      className={`panel ${styles.sheet}`}
      id={id}
      aria-labelledby={`${id}-titulo`}
      tabIndex={-1}
    >
      <h2 className={`display4 ${styles.title}`} id={`${id}-titulo`}>
        {title}
      </h2>
      {children}
    </section>
  );
}
