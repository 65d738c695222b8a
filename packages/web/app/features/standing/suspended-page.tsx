import type { OwnUser } from '@guilda/contract/users';
import { useQuery } from '@tanstack/react-query';
import LogOut from 'lucide-react/icons/log-out';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { api } from '../../lib/api.ts';
import { keepPerson } from '../../lib/session.ts';
import { useSignOut } from '../../lib/sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { Main } from '../../ui/main.tsx';
import { DataSection, DecisionsSection, DevicesSection, WholeMoment } from '../settings/index.ts';

/** How often the server is asked whether the suspension still holds, in ms. */
const ASK_MS = 30_000;

/** Hears of the suspension's end, by which the product comes back. */
function useStanding(uid: string) {
  const { data } = useQuery({
    queryKey: ['standing', uid],
    queryFn: () => api().users.getMe(),
    refetchInterval: ASK_MS,
    staleTime: 0,
  });
  useEffect(() => {
    if (data) keepPerson(data);
  }, [data]);
}

type Suspension = NonNullable<OwnUser['suspension']>;

function Why({ reason, until }: Suspension) {
  return (
    <section className="painel col" aria-label="Motivo">
      <p className="texto">
        <span className="mute">Motivo:</span> <bdi className="b">{reason}</bdi>
      </p>
      <p>
        {until ? (
          <>
            A suspensão vale até{' '}
            <b className="b">
              <WholeMoment value={until} />
            </b>
            . Depois disso, sua conta volta sozinha.
          </>
        ) : (
          <>A suspensão é por tempo indeterminado.</>
        )}
      </p>
      <p className="t-sm dim">
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

/** All that a suspended person has of the product: why, until when, and what stays theirs (`product §9`). */
export function SuspendedPage({ user, suspension }: SuspendedPageProps) {
  const signOut = useSignOut();
  useStanding(user.uid);
  return (
    <Main>
      <title>Sua conta está suspensa · Guilda</title>
      <div className="wrap susp">
        <h1 className="d2">Sua conta está suspensa</h1>
        <div className="conf-g susp-g">
          <div className="col conf-c">
            <Why {...suspension} />
            <DecisionsSection user={user} />
            <DataSection user={user} />
            <DevicesSection user={user} />
            <Button icon={<LogOut className="i" aria-hidden="true" />} onClick={signOut}>
              Sair
            </Button>
          </div>
        </div>
      </div>
    </Main>
  );
}
