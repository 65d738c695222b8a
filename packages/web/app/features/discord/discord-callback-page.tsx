import type { OwnUser } from '@guilda/contract/accounts/users';
import clsx from 'clsx';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { callsUnavailableText, useCallsOffered } from '../../lib/calls-offered.ts';
import { Button } from '../../ui/actions/button.tsx';
import offline from '../../ui/feedback/offline.svg?inline';
import { Main } from '../../ui/layout/main.tsx';
import * as styles from '../../ui/layout/message-page.module.css';
import { RequireSession } from '../identity/index.ts';
import { type CallbackResult, parseCallback } from './callback-result.ts';
import type { DiscordLinkText } from './link-account.ts';
import { readReturnPath, useConnectDiscord } from './use-connect-discord.ts';
import { useLinkAccount } from './use-link-account.ts';

interface ResultFrameProps {
  title: string;
  text: string;
  art: string;
  /** Buttons for the next steps, the main one first. */
  children?: ReactNode;
}

function ResultFrame({ title, text, art, children }: ResultFrameProps) {
  return (
    <Main>
      <div className={clsx(styles.page, 'container')} data-page="message">
        <div>
          <div role="status">
            <h1 className="display1">{title}</h1>
            <p className={clsx(styles.text, 'textLg secondary pretty')}>{text}</p>
          </div>
          <div className="row">{children}</div>
        </div>
        <div className={styles.art} aria-hidden="true">
          <img src={art} alt="" width={380} height={285} />
        </div>
      </div>
    </Main>
  );
}

const CHAT_ART = '/art/vazios/chat.svg';

const Connecting = () => (
  <ResultFrame
    title="Conectando..."
    text="Estamos confirmando sua conta com o Discord."
    art={CHAT_ART}
  />
);

function SettingsLink({ primary, section }: { primary?: boolean; section: 'conta' | 'ligacoes' }) {
  return (
    <Button
      asLink
      to={`/user/settings/${section}`}
      replace
      size="large"
      variant={primary ? 'primary' : 'neutral'}
    >
      Ir para as configurações
    </Button>
  );
}

function LinkedResult({ canBeCalled }: { canBeCalled: boolean }) {
  const [returnPath] = useState(readReturnPath);
  const text = canBeCalled
    ? 'Tudo pronto: você já pode ligar e receber ligações.'
    : 'Você já pode ligar. Para receber ligações também, ative-as nas configurações.';
  return (
    <ResultFrame title="Discord conectado" text={text} art={CHAT_ART}>
      {returnPath !== null && (
        <Button asLink to={returnPath} replace size="large" variant="primary">
          Voltar para onde você estava
        </Button>
      )}
      <SettingsLink primary={returnPath === null} section={canBeCalled ? 'conta' : 'ligacoes'} />
    </ResultFrame>
  );
}

function UnlinkedResult({ message }: { message: DiscordLinkText }) {
  const { title, text, retryLabel, isError } = message;
  const { pending, connect } = useConnectDiscord();
  return (
    <ResultFrame title={title} text={text} art={isError ? offline : CHAT_ART}>
      {retryLabel !== null && (
        <Button variant="primary" size="large" loading={pending} onClick={connect}>
          {retryLabel}
        </Button>
      )}
      <SettingsLink primary={retryLabel === null} section="conta" />
    </ResultFrame>
  );
}

function CallsUnavailable() {
  return (
    <ResultFrame title="Discord não conectado" text={callsUnavailableText} art={CHAT_ART}>
      <SettingsLink primary section="conta" />
    </ResultFrame>
  );
}

function CallbackOutcome({ result, user }: { result: CallbackResult; user: OwnUser }) {
  const linkState = useLinkAccount(result, user);
  if (linkState.kind === 'working') return <Connecting />;
  if (linkState.kind === 'linked') return <LinkedResult canBeCalled={user.canBeCalled} />;
  return <UnlinkedResult message={linkState.message} />;
}

/**
 * `/discord/callback`, to which Discord redirects. The query string is read once and removed from the URL, so that
 * neither a reload nor Back submits it again.
 */
export function DiscordCallbackPage() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [result] = useState(() => parseCallback(search));
  const areCallsOffered = useCallsOffered();
  useEffect(() => {
    if (search !== '') void navigate(pathname, { replace: true });
  }, [navigate, pathname, search]);
  if (search !== '') return <Connecting />;
  if (!areCallsOffered) return <CallsUnavailable />;
  return (
    <RequireSession fallback={<Connecting />}>
      {(user) => <CallbackOutcome key={user.uid} result={result} user={user} />}
    </RequireSession>
  );
}
