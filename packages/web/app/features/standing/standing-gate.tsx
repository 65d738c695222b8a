import type { OwnUser } from '@guilda/contract/users';
import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../../lib/session.ts';
import { Main } from '../../ui/main.tsx';
import { OfflineBar } from '../../ui/offline-bar.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

const SuspendedPage = lazy(() =>
  import('./suspended-page.tsx').then((module) => ({ default: module.SuspendedPage })),
);

/** The rules, which everybody may read. */
const rules: readonly string[] = ['/termos', '/privacidade'];

function Waiting() {
  return (
    <Main>
      <div className="wrap susp">
        <h1 className="d2">Sua conta está suspensa</h1>
        <Loading label="Carregando" className="painel col">
          <Skeleton height={24} />
          <Skeleton height={24} />
        </Loading>
      </div>
    </Main>
  );
}

function Suspended({ user, page }: { user: OwnUser; page: ReactNode }) {
  const { pathname } = useLocation();
  const { suspension } = user;
  return (
    <div className="suspensa">
      <header className="topo on-mesa">
        <div className="wrap">
          <a className="marca" href="/" aria-label="Guilda, sua conta">
            <img src="/art/marca/guilda-claro.svg" alt="" width={121} height={34} />
          </a>
        </div>
      </header>
      <OfflineBar />
      {rules.includes(pathname) || !suspension ? (
        page
      ) : (
        <Suspense fallback={<Waiting />}>
          <SuspendedPage key={user.uid} user={user} suspension={suspension} />
        </Suspense>
      )}
    </div>
  );
}

interface StandingGateProps {
  /** The page of the address, without anything around it. */
  page: ReactNode;
  /** The product around it. */
  children: ReactNode;
}

/** The product, or for a suspended person the one page they have of it (`product §9`). */
export function StandingGate({ page, children }: StandingGateProps) {
  const user = useSession((state) => state.user);
  return user?.suspension ? <Suspended user={user} page={page} /> : children;
}
