import type { OwnUser } from '@guilda/contract/users';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { errorText } from '../../../ui/toast.ts';
import { SettingsSection } from '../settings-section.tsx';
import { QuietHours } from './quiet-hours.tsx';
import { ThisDevice } from './this-device.tsx';
import { TopicsTable } from './topics-table.tsx';
import { useNoticeSettings } from './use-notice-settings.ts';

function Choices({ uid }: { uid: string }) {
  const { query, change } = useNoticeSettings(uid);
  const { data: settings, error, refetch, isFetching } = query;
  if (settings)
    return (
      <>
        <TopicsTable settings={settings} change={change} />
        <QuietHours settings={settings} change={change} />
      </>
    );
  if (error)
    return (
      <div className="col" role="alert">
        <FieldError>{errorText(error)}</FieldError>
        <Button loading={isFetching} onClick={() => refetch()}>
          Tentar de novo
        </Button>
      </div>
    );
  return (
    <Loading label="Carregando avisos" className="col">
      <Skeleton height={44} />
      <Skeleton height={44} />
      <Skeleton height={44} />
      <Skeleton height={44} />
    </Loading>
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
