import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Main } from '../../ui/layout/main.tsx';
import * as styles from './self-check.module.css';

/** Heading and layout of the self-check, shared by the page and its placeholder. */
export function SelfCheckFrame({ children }: { children: ReactNode }) {
  return (
    <Main>
      <div className={clsx(styles.page, 'container')}>
        <h1 className="display2">Teste do site</h1>
        <p className="secondary pretty">
          Algo não funciona como devia? Veja o que este aparelho consegue fazer e mande o resultado
          para a equipe.
        </p>
        {children}
      </div>
    </Main>
  );
}

/** The self-check while the session is loading. */
export function SelfCheckSkeleton() {
  return (
    <SelfCheckFrame>
      <Loading label="Carregando o teste" className="panel column">
        <Skeleton height={48} />
        <Skeleton height={48} />
        <Skeleton height={48} />
        <Skeleton height={48} />
      </Loading>
    </SelfCheckFrame>
  );
}
