import ChevronLeft from 'lucide-react/icons/chevron-left';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Main } from '../../ui/layout/main.tsx';
import { SectionNav } from './section-nav.tsx';
import type { SectionId } from './sections.ts';
import * as styles from './settings-frame.module.css';
import * as sheet from './settings-section.module.css';

interface SettingsFrameProps {
  /** The section that the page's address names; null on the overview. */
  current: SectionId | null;
  /** Content above the list of sections. */
  lead?: ReactNode;
  /** The sections on the page: several on the overview, otherwise only `current`. */
  children: ReactNode;
}

/**
 * Layout of the settings: title, list of sections and the section's content. On phones only the
 * overview shows the list, and each section has a link back to it.
 */
export function SettingsFrame({ current, lead, children }: SettingsFrameProps) {
  return (
    <Main>
      <div className="container">
        {current && (
          <Link className={`link ${styles.back}`} to="/user/settings">
            <ChevronLeft className="icon" aria-hidden="true" />
            Todas as configurações
          </Link>
        )}
        <h1 className={`display2 ${styles.title}`}>Configurações de Conta</h1>
        {lead}
        <div className={styles.layout}>
          <SectionNav current={current} />
          <div className={`column ${styles.sections}`}>{children}</div>
        </div>
      </div>
    </Main>
  );
}

/** The settings while the session is loading. */
export function SettingsSkeleton({ current }: Pick<SettingsFrameProps, 'current'>) {
  return (
    <SettingsFrame current={current}>
      <Loading label="Carregando configurações" className={`panel column ${sheet.sheet}`}>
        <Skeleton width={120} height={28} />
        <Skeleton width={104} height={104} />
        <Skeleton height={48} />
        <Skeleton height={48} />
        <Skeleton height={100} />
      </Loading>
    </SettingsFrame>
  );
}
