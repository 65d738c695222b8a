import { ageToProve } from '@guilda/contract/users';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useInstallation } from '../../lib/installation.ts';
import { useSession } from '../../lib/session/session.ts';
import { Button } from '../../ui/actions/button.tsx';
import * as styles from './account-age-bar.module.css';
import { useAgeCheck } from './use-age-check.ts';

/** Tells somebody who has to prove their age, where no check can be started, that the team decides. */
function AskTeam() {
  return (
    <div className={styles.bar}>
      <p>
        Publicar, comprar, vender e sacar estão em pausa até a equipe confirmar sua idade. Seus
        pedidos em andamento continuam.{' '}
        <Link className="link" to="/user/settings/decisoes">
          Falar com a equipe
        </Link>
      </p>
    </div>
  );
}

interface ProveAgeProps {
  age: number;
  /** What the person cannot do before. */
  what: string;
  /** Shown instead where no check can be started. */
  otherwise?: ReactNode;
}

/** Asks the signed-in person to prove their age, with the state of the check. */
function ProveAge({ age, what, otherwise }: ProveAgeProps) {
  const { status, starting, start } = useAgeCheck('account');
  const wait = status === 'open' ? 'A verificação está em andamento.' : '';
  if (status === 'unavailable' && otherwise) return otherwise;
  return (
    <div className={styles.bar}>
      <p>
        Para {what}, confirme que você tem {age} anos ou mais. {wait}
      </p>
      <Button size="small" loading={starting} onClick={start}>
        {status === 'open' ? 'Continuar' : 'Confirmar idade'}
      </Button>
    </div>
  );
}

/**
 * A strip above the page for signed-in people who have not proven the age that the installation requires
 * (`docs/product/privacy.md`), or who have to prove it before they sell and buy again (`docs/product/moderation.md`):
 * they can read everything and are told what to do for the rest.
 */
export function AccountAgeBar() {
  const { accountAge } = useInstallation();
  const missing = useSession(
    ({ user, ready }) =>
      ready && user !== null && accountAge !== null && (user.verifiedAge ?? 0) < accountAge,
  );
  const required = useSession(({ user, ready }) => ready && user?.ageRequired === true);
  if (missing && accountAge !== null)
    return <ProveAge age={accountAge} what="publicar, conversar, comprar ou vender" />;
  return required ? (
    <ProveAge
      age={ageToProve(accountAge)}
      what="publicar, comprar, vender ou sacar de novo"
      otherwise={<AskTeam />}
    />
  ) : null;
}
