import clsx from 'clsx';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { Main } from '../../ui/layout/main.tsx';
import * as layout from './admin.module.css';
import { AdminSkeleton } from './admin-skeleton.tsx';
import { AdminTabs } from './admin-tabs.tsx';
import { readTab } from './model/admin-address.ts';
import { QueuePage } from './queue/queue-page.tsx';

const LazyLogPage = lazy(() =>
  import('./log/log-page.tsx').then((module) => ({ default: module.LogPage })),
);
const LazyStatisticsPage = lazy(() =>
  import('./statistics/statistics-page.tsx').then((module) => ({ default: module.StatisticsPage })),
);

const LazyHealthPage = lazy(() =>
  import('./health/health-page.tsx').then((module) => ({ default: module.HealthPage })),
);

/** Content of the tabs other than the queue, for which `AdminPage` uses another layout. */
const tabContents = {
  log: <LazyLogPage />,
  statistics: <LazyStatisticsPage />,
  health: <LazyHealthPage />,
};

/** Placeholder of the admin page while the session is loading. */
export function AdminPageSkeleton() {
  return (
    <Main className={layout.page} wide>
      <AdminSkeleton />
    </Main>
  );
}

/** The page `/admin` with its four tabs: queue, log, statistics and health. */
export function AdminPage({ uid }: { uid: string }) {
  const [params] = useSearchParams();
  const tab = readTab(params);
  if (tab === 'queue') {
    return (
      <Main className={layout.page} wide>
        <QueuePage uid={uid} />
      </Main>
    );
  }
  return (
    <Main className={clsx(layout.widePage, 'container')}>
      <header className={layout.widePageHead}>
        <h1 className="display3">Moderação</h1>
        <AdminTabs tab={tab} />
      </header>
      <Suspense fallback={<AdminSkeleton wide />}>{tabContents[tab]}</Suspense>
    </Main>
  );
}
