import { LoginPage } from '../features/identity/index.ts';

export function meta() {
  return [
    { title: 'Login · Guilda' },
    { name: 'description', content: 'Entre na Guilda com sua conta Google.' },
  ];
}

export default LoginPage;
