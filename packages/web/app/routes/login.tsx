import { LoginPage } from '../features/identity/index.ts';
import { OfflineBar } from '../ui/feedback/offline-bar.tsx';

export function meta() {
  return [
    { title: 'Login · Guilda' },
    { name: 'description', content: 'Entre na Guilda com sua conta Google.' },
  ];
}

export default function LoginRoute() {
  return (
    <>
      <OfflineBar />
      <LoginPage />
    </>
  );
}
