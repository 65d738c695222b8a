import type { ReactNode } from 'react';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Main } from '../../ui/layout/main.tsx';
import * as styles from './settings-frame.module.css';
import * as sheet from './settings-section.module.css';

interface SettingsFrameProps {
  nav: ReactNode;
  /** The settings sections. */
  children: ReactNode;
}

/** Layout of the settings page and of its placeholder: title, navigation and sections. */
export function SettingsFrame({ nav, children }: SettingsFrameProps) {
  return (
    <Main>
      <div className="container">
        <h1 className={`display2 ${styles.title}`}>Configurações de Conta</h1>
        <div className={styles.layout}>
          {nav}
          <div className={`column ${styles.sections}`}>{children}</div>
        </div>
      </div>
    </Main>
  );
}

const skeletonWidths = ['30%', '40%', '45%', '35%', '45%', '40%', '50%'];

function SkeletonNav() {
  return (
    <div className={styles.nav} aria-hidden="true">
      {skeletonWidths.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes without identity
        <span key={index} className={styles.navSkeleton}>
          <Skeleton width={width} height={16} />
        </span>
      ))}
    </div>
  );
}

/** The settings page while the session is loading. */
export function SettingsSkeleton() {
  return (
    <SettingsFrame nav={<SkeletonNav />}>
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
