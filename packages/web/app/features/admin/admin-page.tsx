import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { Main } from '../../ui/main.tsx';
import { RequireSession } from '../identity/index.ts';
import { NotFoundPage } from '../shell/index.ts';
import { DeskSkeleton } from './desk-skeleton.tsx';
import { DeskTabs } from './desk-tabs.tsx';
import { readTab } from './model/desk-address.ts';
import { QueueDesk } from './queue/queue-desk.tsx';

const Log = lazy(() =>
  import('./log/log-page.tsx').then((module) => ({ default: module.LogPage })),
);
const Figures = lazy(() =>
  import('./figures/figures-page.tsx').then((module) => ({ default: module.FiguresPage })),
);

const Health = lazy(() =>
  import('./health/health-page.tsx').then((module) => ({ default: module.HealthPage })),
);

/** What each tab shows but the queue, which has a page of its own. */
const parts = { log: <Log />, figures: <Figures />, health: <Health /> };

const skeleton = (
  <Main className="mod">
    <DeskSkeleton />
  </Main>
);

function Team({ uid }: { uid: string }) {
  const [params] = useSearchParams();
  const tab = readTab(params);
  if (tab === 'queue') {
    return (
      <Main className="mod">
        <QueueDesk uid={uid} />
      </Main>
    );
  }
  return (
    <Main className="wrap mod-w">
      <header className="mod-wh">
        <h1 className="d3">Moderação</h1>
        <DeskTabs tab={tab} />
      </header>
      <Suspense fallback={<DeskSkeleton wide />}>{parts[tab]}</Suspense>
    </Main>
  );
}

/** The team's desk (`product §9`). To everybody else the address leads nowhere. */
export function AdminPage() {
  return (
    <RequireSession fallback={skeleton}>
      {(user) => (user.role === 'admin' ? <Team uid={user.uid} /> : <NotFoundPage />)}
    </RequireSession>
  );
}
