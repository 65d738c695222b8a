import type { OwnUser } from '@guilda/contract/users';
import { Asked } from '../section-states.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { QuietHours } from './quiet-hours.tsx';
import { ThisDevice } from './this-device.tsx';
import { TopicsTable } from './topics-table.tsx';
import { useNoticeSettings } from './use-notice-settings.ts';

function Choices({ uid }: { uid: string }) {
  const { query, change } = useNoticeSettings(uid);
  return (
    <Asked query={query} loading="Carregando avisos" rows={4}>
      {(settings) => (
        <>
          <TopicsTable settings={settings} change={change} />
          <QuietHours settings={settings} change={change} />
        </>
      )}
    </Asked>
  );
}

/** What reaches the person outside the product: by push, by e-mail, and when not. */
export function NoticesSection({ user }: { user: OwnUser }) {
  return (
    <SettingsSection id="avisos" title="Avisos">
      <div className="col fora">
        <ThisDevice uid={user.uid} />
        <Choices uid={user.uid} />
      </div>
    </SettingsSection>
  );
}
