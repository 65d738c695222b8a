import { useInstallation } from '../../lib/installation.ts';
import { useSession } from '../../lib/session/session.ts';
import { Button } from '../../ui/actions/button.tsx';
import * as styles from './account-age-bar.module.css';
import { useAgeCheck } from './use-age-check.ts';

/** Asks the signed-in person to prove the age from which accounts take part, with the state of the check. */
function ProveAge({ age }: { age: number }) {
  const { status, starting, start } = useAgeCheck('account');
  const wait = status === 'open' ? 'A verificação está em andamento.' : '';
  return (
    <div className={styles.bar}>
      <p>
        Para publicar, conversar, comprar ou vender, confirme que você tem {age} anos ou mais.{' '}
        {wait}
      </p>
      <Button size="small" loading={starting} onClick={start}>
        {status === 'open' ? 'Continuar' : 'Confirmar idade'}
      </Button>
    </div>
  );
}

/**
 * A strip above the page for signed-in people who have not proven the age that the installation requires
 * (`docs/product/privacy.md`): they can read everything and are told what to do for the rest.
 */
export function AccountAgeBar() {
  const { accountAge } = useInstallation();
  const missing = useSession(
    ({ user, ready }) =>
      ready && user !== null && accountAge !== null && (user.verifiedAge ?? 0) < accountAge,
  );
  return missing && accountAge !== null ? <ProveAge age={accountAge} /> : null;
}
