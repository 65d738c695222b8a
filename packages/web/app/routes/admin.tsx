import { AdminPage, AdminPageSkeleton } from '../features/admin/index.ts';
import { RequireSession } from '../features/identity/index.ts';
import { NotFoundPage } from '../features/shell/index.ts';

export function meta() {
  return [{ title: 'Moderação · Guilda' }, { name: 'robots', content: 'noindex' }];
}

/**
 * Page for administrators only; everyone else gets the 404 page. The key keeps what one person has begun, for example
 * drafts of decisions, from the person who signs in next.
 */
export default function Admin() {
  return (
    <RequireSession fallback={<AdminPageSkeleton />}>
      {(user) =>
        user.role === 'admin' ? <AdminPage key={user.uid} uid={user.uid} /> : <NotFoundPage />
      }
    </RequireSession>
  );
}
