import type { OwnUser } from '@guilda/contract/users';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { noCallsText, useCallsOffered } from '../../lib/calls-offered.ts';
import { Button } from '../../ui/button.tsx';
import { Main } from '../../ui/main.tsx';
import offline from '../../ui/offline.svg?inline';
import { RequireSession } from '../identity/index.ts';
import { type Arrival, arrivalOf } from './arrival.ts';
import type { Words } from './linking.ts';
import { useConnectDiscord } from './use-connect-discord.ts';
import { useLinking } from './use-linking.ts';

interface FrameProps {
  title: string;
  text: string;
  art: string;
  /** What to do next, the main thing first. */
  children?: ReactNode;
}

function Frame({ title, text, art, children }: FrameProps) {
  return (
    <Main>
      <div className="wrap e404">
        <div>
          <div role="status">
            <h1 className="d1">{title}</h1>
            <p className="t-lg dim pre e404-t">{text}</p>
          </div>
          <div className="row">{children}</div>
        </div>
        <div className="erro-i" aria-hidden="true">
          <img src={art} alt="" width={380} height={285} />
        </div>
      </div>
    </Main>
  );
}

const CHAT = '/art/vazios/chat.svg';

const Waiting = () => (
  <Frame title="Conectando..." text="Estamos confirmando sua conta com o Discord." art={CHAT} />
);

function Settings({ primary, section }: { primary?: boolean; section: 'conta' | 'ligacoes' }) {
  return (
    <Button
      asLink
      to={{ pathname: '/user/settings', hash: section }}
      replace
      size="large"
      variant={primary ? 'primary' : 'neutral'}
    >
      Ir para as configurações
    </Button>
  );
}

function Linked({ canBeCalled }: { canBeCalled: boolean }) {
  const text = canBeCalled
    ? 'Tudo pronto: você já pode ligar e receber ligações.'
    : 'Você já pode ligar. Para receber ligações também, ative-as nas configurações.';
  return (
    <Frame title="Discord conectado" text={text} art={CHAT}>
      <Settings primary section={canBeCalled ? 'conta' : 'ligacoes'} />
    </Frame>
  );
}

function Unlinked({ words }: { words: Words }) {
  const { title, text, again, wrong } = words;
  const { pending, connect } = useConnectDiscord();
  return (
    <Frame title={title} text={text} art={wrong ? offline : CHAT}>
      {again !== null && (
        <Button variant="primary" size="large" loading={pending} onClick={connect}>
          {again}
        </Button>
      )}
      <Settings primary={again === null} section="conta" />
    </Frame>
  );
}

function Unoffered() {
  return (
    <Frame title="Discord não conectado" text={noCallsText} art={CHAT}>
      <Settings primary section="conta" />
    </Frame>
  );
}

function Outcome({ arrival, user }: { arrival: Arrival; user: OwnUser }) {
  const linking = useLinking(arrival, user);
  if (linking.kind === 'working') return <Waiting />;
  if (linking.kind === 'linked') return <Linked canBeCalled={user.canBeCalled} />;
  return <Unlinked words={linking.words} />;
}

/**
 * `/discord/callback`: where Discord sends people back to (`spec §2`). What it put into the address is
 * read once and taken out of it, so that neither a reload nor the way back hands it in again.
 */
export function DiscordCallbackPage() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [arrival] = useState(() => arrivalOf(search));
  const offered = useCallsOffered();
  useEffect(() => {
    if (search !== '') void navigate(pathname, { replace: true });
  }, [navigate, pathname, search]);
  if (search !== '') return <Waiting />;
  if (!offered) return <Unoffered />;
  return (
    <RequireSession fallback={<Waiting />}>
      {(user) => <Outcome key={user.uid} arrival={arrival} user={user} />}
    </RequireSession>
  );
}
