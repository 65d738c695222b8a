import { AdminPage, AdminPageSkeleton } from '../features/admin/index.ts';
import { RequireSession } from '../features/identity/index.ts';
import { NotFoundPage } from '../features/shell/index.ts';

export function meta() {
  return [{ title: 'Moderação · Guilda' }, { name: 'robots', content: 'noindex' }];
}

/** Page for administrators only; everyone else gets the 404 page. */
export default function Admin() {
  return (
    <RequireSession fallback={<AdminPageSkeleton />}>
      {(user) => (user.role === 'admin' ? <AdminPage uid={user.uid} /> : <NotFoundPage />)}
    </RequireSession>
  );
}
