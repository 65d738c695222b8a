import type { OwnUser } from '@guilda/contract/accounts/users';
import { QueryContent } from '../query-content.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { DevicePush, NOTIFICATIONS_SECTION_ID } from './device-push.tsx';
import * as styles from './notifications-section.module.css';
import { QuietHours } from './quiet-hours.tsx';
import { TopicsTable } from './topics-table.tsx';
import { useDeliveryPreferences } from './use-delivery-preferences.ts';

function DeliveryPreferencesForm({ uid }: { uid: string }) {
  const { query, change } = useDeliveryPreferences(uid);
  return (
    <QueryContent query={query} loading="Carregando avisos" rows={4}>
      {(settings) => (
        <>
          <TopicsTable settings={settings} change={change} />
          <QuietHours settings={settings} change={change} />
        </>
      )}
    </QueryContent>
  );
}

/** Section with the delivery preferences: push, e-mail and quiet hours (`docs/product/notifications.md`). */
export function NotificationsSection({ user }: { user: OwnUser }) {
  return (
    <SettingsSection id={NOTIFICATIONS_SECTION_ID} title="Avisos">
      <div className={`column ${styles.content}`}>
        <DevicePush uid={user.uid} />
        <DeliveryPreferencesForm uid={user.uid} />
      </div>
    </SettingsSection>
  );
}
