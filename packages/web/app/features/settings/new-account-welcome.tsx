import clsx from 'clsx';
import { useLocation } from 'react-router';
import { Button } from '../../ui/actions/button.tsx';
import type { NewAccount } from '../identity/index.ts';
import * as section from './settings-section.module.css';
import * as styles from './welcome.module.css';

/** Welcome message for a new account, with a link to the page that the person came from. */
export function NewAccountWelcome() {
  const state = useLocation().state as Partial<NewAccount> | null;
  if (!state?.newcomer) return null;
  return (
    <section
      className={clsx(
        'panel row spaceBetween',
        section.sheet,
        section.textWithButton,
        styles.welcome,
      )}
      aria-label="Boas-vindas"
    >
      <div className="grow">
        <p className="bold">Sua conta está pronta.</p>
        <p className="textSm secondary pretty">
          Escolhemos um nome de usuário para você. Troque se quiser, ou siga em frente.
        </p>
      </div>
      <Button asLink to={state.returnTo ?? '/'}>
        Continuar
      </Button>
    </section>
  );
}
