import { RequireSession } from '../features/identity/index.ts';
import { SettingsPage, SettingsSkeleton } from '../features/settings/index.ts';

export function meta() {
  return [
    { title: 'Configurações de Conta · Guilda' },
    { name: 'description', content: 'Seu perfil, sua conta e seus aparelhos na Guilda.' },
    { name: 'robots', content: 'noindex' },
  ];
}

export default function SettingsRoute() {
  return (
    <RequireSession fallback={<SettingsSkeleton current={null} />}>
      {(user) => <SettingsPage key={user.uid} user={user} />}
    </RequireSession>
  );
}
