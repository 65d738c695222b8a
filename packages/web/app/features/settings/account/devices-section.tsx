import type { Session } from '@guilda/contract/accounts/identity';
import type { OwnUser } from '@guilda/contract/accounts/users';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import { api } from '../../../lib/api/api.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Tag } from '../../../ui/display/tag.tsx';
import { toast, toastError } from '../../../ui/feedback/toast.ts';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { useSignOutQuestion } from '../../chat/index.ts';
import { focusSection } from '../focus-section.ts';
import { QueryContent } from '../query-content.tsx';
import * as section from '../settings-section.module.css';
import { SettingsSection } from '../settings-section.tsx';

/** Id of the section's element. */
const SECTION_ID = 'dispositivos';

const focusDevices = () => focusSection(SECTION_ID);

const handheldPattern = /iOS|Android/;

interface DeviceProps {
  session: Session;
  isEnding: boolean;
  onEnd: () => void;
}

function DeviceItem({ session, isEnding, onEnd }: DeviceProps) {
  const { device, current, lastUsedAt } = session;
  const Icon = handheldPattern.test(device) ? Smartphone : Monitor;
  return (
    <li className={`row ${section.entry}`}>
      <Icon className="icon" aria-hidden="true" />
      <div className="grow">
        <p className={`row gap2 ${section.entryTitle}`}>
          <span className="bold">{device}</span>
          {current && <Tag>Este aparelho</Tag>}
        </p>
        <p className="textSm muted">
          Último uso: <RelativeTime value={lastUsedAt} />
        </p>
      </div>
      <Button size="small" loading={isEnding} onClick={onEnd} aria-label={`Encerrar ${device}`}>
        Encerrar
      </Button>
    </li>
  );
}

/** Ends the session of another device. */
function useEndSession(queryKey: readonly string[]) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: Session) => {
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

/** Ends all sessions except that of this device. */
function useEndOtherSessions(queryKey: readonly string[]) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api().identity.endOtherSessions(),
    onSuccess: () => toast({ title: 'Você saiu dos outros aparelhos' }),
    onError: (error) => toastError(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}

interface DevicesProps {
  sessions: readonly Session[];
  queryKey: readonly string[];
}

function DeviceList({ sessions, queryKey }: DevicesProps) {
  const endSession = useEndSession(queryKey);
  const endOthers = useEndOtherSessions(queryKey);
  const { signOut, question } = useSignOutQuestion();
  const end = (session: Session) => {
    // Ending the session of this device signs out.
    if (session.current) void signOut();
    else endSession.mutate(session, { onSuccess: focusDevices });
  };
  return (
    <>
      <ul>
        {sessions.map((session) => (
          <DeviceItem
            key={session.id}
            session={session}
            isEnding={endSession.isPending && endSession.variables.id === session.id}
            onEnd={() => end(session)}
          />
        ))}
      </ul>
      {sessions.some(({ current }) => !current) && (
        <div className={`row ${section.buttons}`}>
          <Button
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate(undefined, { onSuccess: focusDevices })}
          >
            Sair dos outros aparelhos
          </Button>
        </div>
      )}
      {question}
    </>
  );
}

/** The devices that are signed in to the account (`docs/product/accounts.md`). */
export function DevicesSection({ user }: { user: OwnUser }) {
  const queryKey = ['sessions', user.uid];
  const query = useQuery({ queryKey, queryFn: () => api().identity.listSessions() });
  return (
    <SettingsSection id={SECTION_ID} title="Aparelhos">
      <QueryContent query={query} loading="Carregando aparelhos">
        {({ sessions }) => <DeviceList sessions={sessions} queryKey={queryKey} />}
      </QueryContent>
    </SettingsSection>
  );
}
