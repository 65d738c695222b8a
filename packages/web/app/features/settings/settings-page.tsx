import type { OwnUser } from '@guilda/contract/users';
import { AccountSection } from './account/account-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { BlockedSection } from './blocked-section.tsx';
import { CallsSection } from './calls-section.tsx';
import { DeleteSection } from './delete-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { NoticesSection } from './notices/notices-section.tsx';
import { PrivacySection } from './privacy-section.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SectionNav } from './section-nav.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { CasesSection } from './standing/cases-section.tsx';
import { DataSection } from './standing/data-section.tsx';
import { DecisionsSection } from './standing/decisions-section.tsx';
import { useSection } from './use-section.ts';
import { Welcome } from './welcome.tsx';

/** `/user/settings`: everything a person may change about their account (`spec §2`). */
export function SettingsPage({ user }: { user: OwnUser }) {
  const { current, choose, backToFirst } = useSection();
  return (
    <SettingsFrame nav={<SectionNav current={current} onChoose={choose} />}>
      <Welcome />
      <ProfileForm user={user} onSaved={backToFirst} />
      <AccountSection user={user} />
      <PrivacySection user={user} />
      <BlockedSection user={user} />
      <CallsSection user={user} />
      <DevicesSection user={user} />
      <AppearanceSection />
      <NoticesSection user={user} />
      <CasesSection user={user} />
      <DecisionsSection user={user} />
      <DataSection user={user} />
      <DeleteSection />
    </SettingsFrame>
  );
}
