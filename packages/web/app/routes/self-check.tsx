import { RequireSession } from '../features/identity/index.ts';
import { SelfCheckPage, SelfCheckSkeleton } from '../features/self-check/index.ts';

export function meta() {
  return [
    { title: 'Teste do site · Guilda' },
    { name: 'description', content: 'O que funciona neste aparelho, para você e para a equipe.' },
    { name: 'robots', content: 'noindex' },
  ];
}

export default function SelfCheckRoute() {
  return (
    <RequireSession fallback={<SelfCheckSkeleton />}>
      {(user) => <SelfCheckPage key={user.uid} user={user} />}
    </RequireSession>
  );
}
