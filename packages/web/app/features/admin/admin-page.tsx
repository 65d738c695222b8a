import { Main } from '../../ui/main.tsx';
import { RequireSession } from '../identity/index.ts';
import { NotFoundPage } from '../shell/index.ts';
import { AdminSkeleton } from './admin-skeleton.tsx';
import { WithdrawalsDesk } from './withdrawals-desk.tsx';

const skeleton = (
  <Main className="mod">
    <AdminSkeleton />
  </Main>
);

/** The team's desk (`product §9`). To everybody else the address leads nowhere. */
export function AdminPage() {
  return (
    <RequireSession fallback={skeleton}>
      {(user) =>
        user.role === 'admin' ? (
          <Main className="mod">
            <WithdrawalsDesk uid={user.uid} />
          </Main>
        ) : (
          <NotFoundPage />
        )
      }
    </RequireSession>
  );
}
