import type { ReactNode } from 'react';

interface SettingsSectionProps {
  /** Of the element, and of its entry in the sections' list. */
  id: string;
  title: string;
  children: ReactNode;
}

/** One sheet of the settings, named by its title. */
export function SettingsSection({ id, title, children }: SettingsSectionProps) {
  return (
    <section className="painel" id={id} aria-labelledby={`${id}-titulo`} tabIndex={-1}>
      <h2 className="d4" id={`${id}-titulo`}>
        {title}
      </h2>
      {children}
    </section>
  );
}
