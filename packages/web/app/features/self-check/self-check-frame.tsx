import type { ReactNode } from 'react';
import { Main } from '../../ui/main.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

/** Title and place of the self-check: the same for the page and its skeleton. */
export function SelfCheckFrame({ children }: { children: ReactNode }) {
  return (
    <Main>
      <div className="wrap teste">
        <h1 className="d2">Teste do site</h1>
        <p className="dim pre">
          Algo não funciona como devia? Veja o que este aparelho consegue fazer e mande o resultado
          para a equipe.
        </p>
        {children}
      </div>
    </Main>
  );
}

/** The self-check before the browser knows who is signed in. */
export function SelfCheckSkeleton() {
  return (
    <SelfCheckFrame>
      <Loading label="Carregando o teste" className="painel col">
        <Skeleton height={48} />
        <Skeleton height={48} />
        <Skeleton height={48} />
        <Skeleton height={48} />
      </Loading>
    </SelfCheckFrame>
  );
}
