import RefreshCw from 'lucide-react/icons/refresh-cw';
import { Link } from 'react-router';
import { Button } from '../../ui/actions/button.tsx';
import { messageOfError } from '../../ui/feedback/toast.ts';
import { FieldError } from '../../ui/forms/field.tsx';
import { Main } from '../../ui/layout/main.tsx';
import * as styles from './login-page.module.css';
import { LoginTiles } from './login-tiles.tsx';
import { ProviderIcon } from './provider-icon.tsx';
import type { SignInDestination } from './sign-in.ts';
import { useAuthConfig, useSignIn } from './use-sign-in.ts';
import { useVisitorsOnly } from './use-visitors-only.ts';
import { Wordmark } from './wordmark.tsx';

/** The sign-in button. It needs the provider's configuration, whose request can be repeated after a failure. */
function SignInAction({
  setDestination,
}: {
  setDestination: (destination: SignInDestination) => void;
}) {
  const config = useAuthConfig();
  const { phase, start } = useSignIn(setDestination);
  if (config.isError && !config.data) {
    return (
      <div className="column" role="alert">
        <FieldError>{messageOfError(config.error)}</FieldError>
        <Button
          size="large"
          block
          icon={<RefreshCw className="icon" aria-hidden="true" />}
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
        icon={<ProviderIcon />}
        loading={!config.data || phase === 'entering'}
        onClick={() => config.data && start(config.data)}
      >
        Entrar com Google
      </Button>
      <p className="textSm muted pretty" role="status">
        {phase === 'waiting'
          ? 'Continue na janela que se abriu. Não apareceu? Toque no botão de novo.'
          : 'Usamos sua conta Google só para confirmar quem é você.'}
      </p>
    </>
  );
}

/** `/login`, for visitors only: CSS hides the page from signed-in people before the first paint. */
export function LoginPage() {
  const setDestination = useVisitorsOnly();
  return (
    <Main className={`${styles.page} onlyVisitors`}>
      <div className={styles.content}>
        <Link className={styles.wordmark} to="/" aria-label="Guilda, início">
          <Wordmark />
        </Link>
        <div className={styles.entry}>
          <h1 className="display1">Puxe uma cadeira.</h1>
          <p className="textLg secondary pretty">
            Entre para contratar calls, vender pacotes e achar gente para jogar hoje à noite.
          </p>
          <SignInAction setDestination={setDestination} />
        </div>
        <div className="column gap2">
          <p className="textSm muted">
            Só quer olhar?{' '}
            <Link className="link" to="/">
              Continue sem entrar
            </Link>
          </p>
          <p className={`textSm muted ${styles.rules}`}>
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
      <LoginTiles />
    </Main>
  );
}
