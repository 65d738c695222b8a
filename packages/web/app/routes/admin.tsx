import { AdminPage, AdminPageSkeleton } from '../features/admin/index.ts';
import { RequireSession } from '../features/identity/index.ts';
import { NotFoundPage } from '../features/shell/index.ts';

export function meta() {
  return [{ title: 'Moderação · Guilda' }, { name: 'robots', content: 'noindex' }];
}

/** Only administrators see it; for everybody else the address does not exist. */
export default function Admin() {
  return (
    <RequireSession fallback={<AdminPageSkeleton />}>
      {(user) => (user.role === 'admin' ? <AdminPage uid={user.uid} /> : <NotFoundPage />)}
    </RequireSession>
  );
}
