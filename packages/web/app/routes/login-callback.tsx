import { LoginCallbackPage } from '../features/identity/index.ts';

export function meta() {
  return [{ title: 'Entrando · Guilda' }, { name: 'robots', content: 'noindex' }];
}

export default LoginCallbackPage;
