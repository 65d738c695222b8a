import type { OwnUser } from '@guilda/contract/accounts/users';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { AccountSection } from './account/account-section.tsx';
import { DeleteAccountSection } from './account/delete-account-section.tsx';
import { DevicesSection } from './account/devices-section.tsx';
import { CasesSection } from './account-status/cases-section.tsx';
import { DataSection } from './account-status/data-section.tsx';
import { DecisionsSection } from './account-status/decisions-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { BlockedSection } from './blocked-section.tsx';
import { CallsSection } from './calls-section.tsx';
import { NewAccountWelcome } from './new-account-welcome.tsx';
import { NotificationsSection } from './notifications/notifications-section.tsx';
import { PrivacySection } from './privacy-section.tsx';
import { ProfileForm } from './profile/profile-form.tsx';
import { findSettingsSection, type SectionId, settingsPath } from './sections.ts';
import { SettingsFrame } from './settings-frame.tsx';

/** The profile form. After saving, the page opens again without a hash, which scrolls to its beginning. */
function ProfileSection({ user }: { user: OwnUser }) {
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  return (
    <ProfileForm user={user} onSaved={() => void navigate(pathname, { replace: true, state })} />
  );
}

const sectionComponents: Record<SectionId, (props: { user: OwnUser }) => ReactNode> = {
  perfil: ProfileSection,
  conta: AccountSection,
  privacidade: PrivacySection,
  bloqueios: BlockedSection,
  ligacoes: CallsSection,
  dispositivos: DevicesSection,
  aparencia: AppearanceSection,
  avisos: NotificationsSection,
  denuncias: CasesSection,
  decisoes: DecisionsSection,
  dados: DataSection,
  excluir: DeleteAccountSection,
};

/**
 * `/user/settings`: the list of all sections, with profile, account, calls and deletion of the account. Older
 * mails and notifications name a section by its hash, which redirects to the section's own address.
 */
export function SettingsPage({ user }: { user: OwnUser }) {
  const linkedSection = findSettingsSection(useLocation().hash.slice(1));
  if (linkedSection) return <Navigate to={settingsPath(linkedSection.id)} replace />;
  return (
    <SettingsFrame current={null} lead={<NewAccountWelcome />}>
      <ProfileSection user={user} />
      <AccountSection user={user} />
      <CallsSection user={user} />
      <DeleteAccountSection />
    </SettingsFrame>
  );
}

/** `/user/settings/{section}`: one section of the settings. */
export function SettingsSectionPage({ user, section }: { user: OwnUser; section: SectionId }) {
  const Section = sectionComponents[section];
  return (
    <SettingsFrame current={section}>
      <Section user={user} />
    </SettingsFrame>
  );
}
