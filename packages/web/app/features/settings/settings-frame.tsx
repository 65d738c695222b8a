import type { ReactNode } from 'react';
import { Main } from '../../ui/main.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

interface SettingsFrameProps {
  nav: ReactNode;
  /** The sections' sheets. */
  children: ReactNode;
}

/** Title, list of sections, sheets: the same for the page and its skeleton. */
export function SettingsFrame({ nav, children }: SettingsFrameProps) {
  return (
    <Main>
      <div className="wrap conf-w">
        <h1 className="d2">Configurações de Conta</h1>
        <div className="conf-g">
          {nav}
          <div className="col conf-c">{children}</div>
        </div>
      </div>
    </Main>
  );
}

const rows = ['30%', '40%', '45%', '35%', '45%', '40%', '50%'];

function SkeletonNav() {
  return (
    <div className="conf-n" aria-hidden="true">
      {rows.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes without identity
        <span key={index} className="conf-e">
          <Skeleton width={width} height={16} />
        </span>
      ))}
    </div>
  );
}

/** The settings before the browser knows whose they are. */
export function SettingsSkeleton() {
  return (
    <SettingsFrame nav={<SkeletonNav />}>
      <Loading label="Carregando configurações" className="painel col">
        <Skeleton width={120} height={28} />
        <Skeleton width={104} height={104} />
        <Skeleton height={48} />
        <Skeleton height={48} />
        <Skeleton height={100} />
      </Loading>
    </SettingsFrame>
  );
}
