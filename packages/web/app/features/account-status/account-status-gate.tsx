import type { OwnUser } from '@guilda/contract/accounts/users';
import wordmark from '@guilda/design/art/marca/guilda-claro.svg?inline';
import clsx from 'clsx';
import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../../lib/session/session.ts';
import { OfflineBar } from '../../ui/feedback/offline-bar.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Main } from '../../ui/layout/main.tsx';
import * as styles from '../../ui/layout/top-bar.module.css';
import * as suspended from './suspended-page.module.css';

const SuspendedPage = lazy(() =>
  import('./suspended-page.tsx').then((module) => ({ default: module.SuspendedPage })),
);

/** Pages that suspended people may read. */
const suspendedReadablePaths: readonly string[] = ['/termos', '/privacidade'];

function SuspendedPageSkeleton() {
  return (
    <Main>
      <div className="container">
        <h1 className={`display2 ${suspended.title}`}>Sua conta está suspensa</h1>
        <Loading label="Carregando" className="panel column">
          <Skeleton height={24} />
          <Skeleton height={24} />
        </Loading>
      </div>
    </Main>
  );
}

function SuspendedShell({ user, page }: { user: OwnUser; page: ReactNode }) {
  const { pathname } = useLocation();
  const { suspension } = user;
  return (
    <div data-page="suspended" className="contents">
      <header className={clsx(styles.bar, 'onDark')}>
        <div className="container">
          <a className={styles.logo} href="/" aria-label="Guilda, sua conta">
            <img src={wordmark} alt="" width={121} height={34} />
          </a>
        </div>
      </header>
      <OfflineBar />
      {suspendedReadablePaths.includes(pathname) || !suspension ? (
        page
      ) : (
        <Suspense fallback={<SuspendedPageSkeleton />}>
          <SuspendedPage key={user.uid} user={user} suspension={suspension} />
        </Suspense>
      )}
    </div>
  );
}

interface AccountStatusGateProps {
  /** The page of the current address without navigation and dialogs, for a suspended person on a readable page. */
  page: ReactNode;
  /** The page with navigation and dialogs, for people who are not suspended. */
  children: ReactNode;
}

/**
 * Renders the page with navigation and dialogs. Suspended people get a page about the suspension instead, or a page of
 * `suspendedReadablePaths` (`docs/product/moderation.md`).
 */
export function AccountStatusGate({ page, children }: AccountStatusGateProps) {
  const user = useSession((state) => state.user);
  return user?.suspension ? <SuspendedShell user={user} page={page} /> : children;
}
