import { ageToProve } from '@guilda/contract/limits';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useInstallation } from '../../lib/installation.ts';
import { useSession } from '../../lib/session/session.ts';
import { Button } from '../../ui/actions/button.tsx';
import * as styles from './account-age-bar.module.css';
import { useAgeCheck } from './use-age-check.ts';

interface AccountAgeBarProps {
  /** Whether to leave out the button and the link, which would lead away from an unfinished form. */
  textOnly?: boolean | undefined;
}

/** Tells a person who must prove an age that the team decides, because no age check can be started. */
function TeamDecidesAgeText({ textOnly }: AccountAgeBarProps) {
  return (
    <div className={styles.bar}>
      <p>
        Publicar, comprar, vender e sacar estão em pausa até a equipe confirmar sua idade. Seus
        pedidos em andamento continuam.{' '}
        {!textOnly && (
          <Link className="link" to="/user/settings/decisoes">
            Falar com a equipe
          </Link>
        )}
      </p>
    </div>
  );
}

interface ProveAgePanelProps extends AccountAgeBarProps {
  age: number;
  /** What the person cannot do before the age is proven. */
  what: string;
  /** Content in place of the button when no age check can be started. */
  otherwise?: ReactNode;
}

/** Asks the signed-in person to prove an age, and shows the state of the age check. */
function ProveAgePanel({ age, what, otherwise, textOnly }: ProveAgePanelProps) {
  const { status, starting, start } = useAgeCheck('account');
  const waitingText = status === 'open' ? 'A verificação está em andamento.' : '';
  if (status === 'unavailable' && otherwise) return otherwise;
  return (
    <div className={styles.bar}>
      <p>
        Para {what}, confirme que você tem {age} anos ou mais. {waitingText}
        {textOnly && ' Feche esta janela e use o botão no alto da página.'}
      </p>
      {!textOnly && (
        <Button size="small" loading={starting} onClick={start}>
          {status === 'open' ? 'Continuar' : 'Confirmar idade'}
        </Button>
      )}
    </div>
  );
}

/**
 * Tells signed-in people how to prove their age, above each page and above the form of a service or a post. Shown if
 * the installation requires an age that is not proven yet (`docs/product/privacy.md`), or if buying and
 * selling are paused until the age is proven (`docs/product/moderation.md`).
 */
export function AccountAgeBar({ textOnly }: AccountAgeBarProps) {
  const { accountAge } = useInstallation();
  const lacksAgeCheck = useSession(
    ({ user, ready }) =>
      ready && user !== null && accountAge !== null && (user.verifiedAge ?? 0) < accountAge,
  );
  const isAgeRequired = useSession(({ user, ready }) => ready && user?.ageRequired === true);
  if (lacksAgeCheck && accountAge !== null)
    return (
      <ProveAgePanel
        age={accountAge}
        what="publicar, conversar, comprar ou vender"
        textOnly={textOnly}
      />
    );
  return isAgeRequired ? (
    <ProveAgePanel
      age={ageToProve(accountAge)}
      what="publicar, comprar, vender ou sacar de novo"
      otherwise={<TeamDecidesAgeText textOnly={textOnly} />}
      textOnly={textOnly}
    />
  ) : null;
}
