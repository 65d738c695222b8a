import RefreshCw from 'lucide-react/icons/refresh-cw';
import { Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Main } from '../../ui/main.tsx';
import { errorText } from '../../ui/toast.ts';
import type { Arrival } from './enter.ts';
import { LoginWall } from './login-wall.tsx';
import { ProviderMark } from './provider-mark.tsx';
import { useAuthConfig, useSignIn } from './use-sign-in.ts';
import { useVisitorsOnly } from './use-visitors-only.ts';
import { Wordmark } from './wordmark.tsx';

/** The one action of the page; until its window can be opened, a wait or another try. */
function SignInAction({ arrive }: { arrive: (arrival: Arrival) => void }) {
  const config = useAuthConfig();
  const { phase, start } = useSignIn(arrive);
  if (config.isError && !config.data) {
    return (
      <div className="col" role="alert">
        <FieldError>{errorText(config.error)}</FieldError>
        <Button
          size="large"
          block
          icon={<RefreshCw className="i" aria-hidden="true" />}
          loading={config.isFetching}
          onClick={() => config.refetch()}
        >
          Tentar de novo
        </Button>
      </div>
    );
  }
  return (
    <>
      <Button
        variant="primary"
        size="large"
        block
        icon={<ProviderMark />}
        loading={!config.data || phase === 'entering'}
        onClick={() => config.data && start(config.data)}
      >
        Entrar com Google
      </Button>
      <p className="t-sm mute pre" role="status">
        {phase === 'waiting'
          ? 'Continue na janela que se abriu. Não apareceu? Toque no botão de novo.'
          : 'Usamos sua conta Google só para confirmar quem é você.'}
      </p>
    </>
  );
}

/** `/login`: the way in, for visitors only. Hidden from the first paint for who is signed in. */
export function LoginPage() {
  const arrive = useVisitorsOnly();
  return (
    <Main className="login so-visita">
      <div className="login-a">
        <Link className="login-m" to="/" aria-label="Guilda, início">
          <Wordmark />
        </Link>
        <div className="login-c">
          <h1 className="d1">Puxe uma cadeira.</h1>
          <p className="t-lg dim pre">
            Entre para contratar calls, vender packs e achar gente para jogar hoje à noite.
          </p>
          <SignInAction arrive={arrive} />
        </div>
        <div className="col g2">
          <p className="t-sm mute">
            Só quer olhar?{' '}
            <Link className="link" to="/">
              Continue sem entrar
            </Link>
          </p>
          <p className="t-sm mute login-r">
            Ao entrar, você aceita os{' '}
            <Link className="link" to="/termos">
              Termos de uso
            </Link>
            . Veja também como cuidamos da sua{' '}
            <Link className="link" to="/privacidade">
              privacidade
            </Link>
            .
          </p>
        </div>
      </div>
      <LoginWall />
    </Main>
  );
}
