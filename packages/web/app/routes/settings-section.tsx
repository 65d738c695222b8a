import { data } from 'react-router';
import { RequireSession } from '../features/identity/index.ts';
import {
  findSettingsSection,
  SettingsSectionPage,
  SettingsSkeleton,
} from '../features/settings/index.ts';
import type { Route } from './+types/settings-section';

/** The section of the address; an unknown one causes a 404. */
function sectionOf({ section }: { section: string }) {
  const foundSection = findSettingsSection(section);
  if (!foundSection) throw data(null, { status: 404 });
  return foundSection;
}

export function loader({ params }: Route.LoaderArgs) {
  sectionOf(params);
  return null;
}

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  sectionOf(params);
  return null;
}

export function meta({ params }: Route.MetaArgs) {
  const label = findSettingsSection(params.section)?.label;
  if (!label) return [];
  return [
    { title: `${label} · Configurações de Conta · Guilda` },
    { name: 'description', content: 'Seu perfil, sua conta e seus aparelhos na Guilda.' },
    { name: 'robots', content: 'noindex' },
  ];
}

export default function SettingsSectionRoute({ params }: Route.ComponentProps) {
  const { id } = sectionOf(params);
  return (
    <RequireSession fallback={<SettingsSkeleton current={id} />}>
      {(user) => <SettingsSectionPage key={user.uid} user={user} section={id} />}
    </RequireSession>
  );
}
