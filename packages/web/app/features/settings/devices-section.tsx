import type { Session } from '@guilda/contract/identity';
import type { OwnUser } from '@guilda/contract/users';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import { api } from '../../lib/api.ts';
import { useSignOut } from '../../lib/sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Tag } from '../../ui/tag.tsx';
import { toast, toastError } from '../../ui/toast.ts';
import { Asked } from './section-states.tsx';
import { SettingsSection } from './settings-section.tsx';

const handheld = /iOS|Android/;

interface DeviceProps {
  session: Session;
  ending: boolean;
  onEnd: () => void;
}

function Device({ session, ending, onEnd }: DeviceProps) {
  const { device, current, lastUsedAt } = session;
  const Icon = handheld.test(device) ? Smartphone : Monitor;
  return (
    <li className="row aparelho">
      <Icon className="i" aria-hidden="true" />
      <div className="cresce">
        <p className="row g2 aparelho-n">
          <span className="b">{device}</span>
          {current && <Tag>Este aparelho</Tag>}
        </p>
        <p className="t-sm mute">
          Último uso: <RelativeTime value={lastUsedAt} />
        </p>
      </div>
      <Button size="small" loading={ending} onClick={onEnd} aria-label={`Encerrar ${device}`}>
        Encerrar
      </Button>
    </li>
  );
}

/** Ends a device's session; ending the one in hand is signing out. */
function useEndDevice(queryKey: readonly string[]) {
  const queryClient = useQueryClient();
  const signOut = useSignOut();
  return useMutation({
    mutationFn: async ({ id, current }: Session) => {
      if (current) return signOut();
      await api().identity.endSession({ params: { id } });
      toast({
        title: 'Sessão encerrada',
        text: 'Para voltar, esse aparelho precisa entrar de novo.',
      });
    },
    onError: (error) => toastError(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}

/** Ends every session but the one in hand. */
function useEndOthers(queryKey: readonly string[]) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api().identity.endOtherSessions(),
    onSuccess: () => toast({ title: 'As outras sessões foram encerradas' }),
    onError: (error) => toastError(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}

interface DevicesProps {
  sessions: readonly Session[];
  queryKey: readonly string[];
}

function Devices({ sessions, queryKey }: DevicesProps) {
  const end = useEndDevice(queryKey);
  const endOthers = useEndOthers(queryKey);
  return (
    <>
      <ul>
        {sessions.map((session) => (
          <Device
            key={session.id}
            session={session}
            ending={end.isPending && end.variables.id === session.id}
            onEnd={() => end.mutate(session)}
          />
        ))}
      </ul>
      {sessions.some(({ current }) => !current) && (
        <div className="row conf-b">
          <Button loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Encerrar as outras
          </Button>
        </div>
      )}
    </>
  );
}

/** The devices that are signed in (`product §3`). */
export function DevicesSection({ user }: { user: OwnUser }) {
  const queryKey = ['sessions', user.uid];
  const query = useQuery({ queryKey, queryFn: () => api().identity.listSessions() });
  return (
    <SettingsSection id="dispositivos" title="Dispositivos">
      <Asked query={query} loading="Carregando dispositivos">
        {({ sessions }) => <Devices sessions={sessions} queryKey={queryKey} />}
      </Asked>
    </SettingsSection>
  );
}
