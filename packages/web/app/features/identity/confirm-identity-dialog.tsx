import type { ConfirmationPurpose } from '@guilda/contract/accounts/confirmation';
import type { ConfirmationRequest } from '../../lib/session/confirmation.ts';
import { useSession } from '../../lib/session/session.ts';
import { Button } from '../../ui/actions/button.tsx';
import { messageOfError } from '../../ui/feedback/toast.ts';
import { FieldError } from '../../ui/forms/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ProviderIcon } from './provider-icon.tsx';
import { type FreshSignInState, useFreshSignIn } from './use-fresh-sign-in.ts';
import { useAuthConfig } from './use-sign-in.ts';

const confirmationReasons: Readonly<Record<ConfirmationPurpose, string>> = {
  withdrawal: 'Para pedir o saque, entre de novo com a sua conta. Assim ninguém saca no seu lugar.',
  payout_profile:
    'Para guardar quem recebe, entre de novo com a sua conta. Assim ninguém troca seus dados no seu lugar.',
  authority_package:
    'O pacote leva dados de pessoas para fora da Guilda. Entre de novo com a sua conta para confirmar.',
  admin_money:
    'Esta decisão mexe com dinheiro ou com a conta de alguém da equipe. Entre de novo com a sua conta para confirmar.',
};

function SignInStatus({ state, email }: { state: FreshSignInState; email: string | null }) {
  if (state.phase === 'blocked') {
    return (
      <p className="textSm pretty" role="alert">
        Seu navegador bloqueou a janela. Libere janelas para este site e tente de novo, ou{' '}
        <a className="link" href={state.url} target="_blank" rel="noreferrer">
          entre em outra aba
        </a>{' '}
        e volte aqui. O que você preencheu continua salvo nesta tela.
      </p>
    );
  }
  if (state.problem) {
    return (
      <div role="alert">
        <FieldError>{state.problem}</FieldError>
        {email && <p className="textSm secondary pretty">Entre com a mesma conta: {email}.</p>}
      </div>
    );
  }
  return (
    <p className="textSm muted pretty" role="status">
      {state.phase === 'waiting' && 'Continue na janela que se abriu.'}
      {state.phase === 'checking' && 'Conferindo...'}
      {state.phase === 'idle' && email && `Use a mesma conta: ${email}.`}
    </p>
  );
}

/** Dialog in which the person signs in again, so that the waiting request can be repeated. */
export function ConfirmIdentityDialog({ request }: { request: ConfirmationRequest }) {
  const email = useSession((session) => session.user?.email ?? null);
  const config = useAuthConfig();
  const { state, start } = useFreshSignIn(request, email);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && request.cancel()}
      title="Confirme que é você"
      backCloses
      description={confirmationReasons[request.purpose]}
      footer={
        <>
          <Button variant="ghost" onClick={request.cancel}>
            Cancelar
          </Button>
          <Button
            variant="primary"
            icon={<ProviderIcon />}
            loading={config.isFetching || state.phase === 'checking'}
            onClick={() => (config.data ? void start(config.data) : void config.refetch())}
          >
            {config.isError ? 'Tentar de novo' : 'Confirmar com Google'}
          </Button>
        </>
      }
    >
      {config.isError ? (
        <div role="alert">
          <FieldError>{messageOfError(config.error)}</FieldError>
        </div>
      ) : (
        <SignInStatus state={state} email={email} />
      )}
    </Dialog>
  );
}
