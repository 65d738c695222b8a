import { AdminPage } from '../features/admin/index.ts';

export function meta() {
  return [{ title: 'Moderação · Guilda' }, { name: 'robots', content: 'noindex' }];
}

export default AdminPage;
