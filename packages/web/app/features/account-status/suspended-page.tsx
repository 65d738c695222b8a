import type { OwnUser } from '@guilda/contract/accounts/users';
import { useQuery } from '@tanstack/react-query';
import LogOut from 'lucide-react/icons/log-out';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { api } from '../../lib/api/api.ts';
import { storeUser } from '../../lib/session/session.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Main } from '../../ui/layout/main.tsx';
import { useSignOutQuestion } from '../chat/index.ts';
import {
  CasesSection,
  DataSection,
  DecisionsSection,
  DevicesSection,
  FullDateTime,
} from '../settings/index.ts';
import * as styles from './suspended-page.module.css';

/** Interval at which the page requests the account to see whether the suspension has ended, in ms. */
const STATUS_POLL_MS = 30_000;

/** Polls the account, so that all pages become available again when the suspension ends. */
function useAccountStatus(uid: string) {
  const { data } = useQuery({
    queryKey: ['account-status', uid],
    queryFn: () => api().users.getMe(),
    refetchInterval: STATUS_POLL_MS,
    staleTime: 0,
  });
  useEffect(() => {
    if (data) storeUser(data);
  }, [data]);
}

type Suspension = NonNullable<OwnUser['suspension']>;

function SuspensionReason({ reason, until }: Suspension) {
  return (
    <section className="panel column" aria-label="Motivo">
      <p className="userText">
        <span className="muted">Motivo:</span> <bdi className="bold">{reason}</bdi>
      </p>
      <p>
        {until ? (
          <>
            A suspensão vale até{' '}
            <b className="bold">
              <FullDateTime value={until} />
            </b>
            . Depois disso, sua conta volta sozinha.
          </>
        ) : (
          <>A suspensão é por tempo indeterminado.</>
        )}
      </p>
      <p className="textSm secondary">
        Leia os{' '}
        <Link className="link" to="/termos">
          termos de uso
        </Link>{' '}
        e a{' '}
        <Link className="link" to="/privacidade">
          política de privacidade
        </Link>
        .
      </p>
    </section>
  );
}

interface SuspendedPageProps {
  user: OwnUser;
  suspension: Suspension;
}

/**
 * The page about a suspension, which a suspended person sees in place of almost every page: reason, end, decisions,
 * own cases, data and devices (`docs/product/moderation.md`).
 */
export function SuspendedPage({ user, suspension }: SuspendedPageProps) {
  const { signOut, question } = useSignOutQuestion();
  useAccountStatus(user.uid);
  return (
    <Main>
      <title>Sua conta está suspensa · Guilda</title>
      <div className="container">
        <h1 className={`display2 ${styles.title}`}>Sua conta está suspensa</h1>
        <div className={styles.layout}>
          <div className={`column ${styles.sections}`}>
            <SuspensionReason {...suspension} />
            <DecisionsSection user={user} />
            <CasesSection user={user} />
            <DataSection user={user} />
            <DevicesSection user={user} />
            <Button icon={<LogOut className="icon" aria-hidden="true" />} onClick={signOut}>
              Sair
            </Button>
            {question}
          </div>
        </div>
      </div>
    </Main>
  );
}
