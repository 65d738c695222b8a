import type { OwnUser } from '@guilda/contract/users';
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
import { SectionNav } from './section-nav.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { useCurrentSection } from './use-current-section.ts';

/** `/user/settings`: everything that a person can change about their account. */
export function SettingsPage({ user }: { user: OwnUser }) {
  const { current, choose, backToFirst } = useCurrentSection();
  return (
    <SettingsFrame nav={<SectionNav current={current} onChoose={choose} />}>
      <NewAccountWelcome />
      <ProfileForm user={user} onSaved={backToFirst} />
      <AccountSection user={user} />
      <PrivacySection user={user} />
      <BlockedSection user={user} />
      <CallsSection user={user} />
      <DevicesSection user={user} />
      <AppearanceSection />
      <NotificationsSection user={user} />
      <CasesSection user={user} />
      <DecisionsSection user={user} />
      <DataSection user={user} />
      <DeleteAccountSection />
    </SettingsFrame>
  );
}
