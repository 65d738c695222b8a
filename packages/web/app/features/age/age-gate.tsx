import { errors } from '@guilda/contract/errors';
import { categoryImage } from '@guilda/contract/services/categories';
import clsx from 'clsx';
import EyeOff from 'lucide-react/icons/eye-off';
import Flag from 'lucide-react/icons/flag';
import Hourglass from 'lucide-react/icons/hourglass';
import Lock from 'lucide-react/icons/lock';
import ShieldCheck from 'lucide-react/icons/shield-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useSession } from '../../lib/session/session.ts';
import { Button } from '../../ui/actions/button.tsx';
import { artURL } from '../../ui/display/art-url.ts';
import { Main } from '../../ui/layout/main.tsx';
import * as dialog from '../../ui/overlays/dialog.module.css';
import * as styles from './age-gate.module.css';
import { type AgeCheckStatus, useAgeCheck } from './use-age-check.ts';

/** Texts about what happens with the data of an age check. */
const ageCheckPromises = [
  {
    Icon: ShieldCheck,
    text: 'Guardamos apenas o resultado: maior de 18, por qual método e até quando. Nunca o documento nem a data de nascimento.',
  },
  { Icon: Lock, text: 'Quem verifica recebe só um código. Nem seu nome, nem seu e-mail.' },
  { Icon: EyeOff, text: 'As prévias continuam borradas até você abrir cada uma.' },
  { Icon: Flag, text: 'Viu algo errado? Denuncie sem sair da página.' },
] as const;

const statusTexts: Partial<Record<AgeCheckStatus, string>> = {
  open: 'Sua verificação está aberta. Assim que a resposta chegar, esta porta abre sozinha.',
  declined: 'Não foi possível confirmar que você tem 18 anos ou mais.',
  unavailable: errors.age_check_unavailable.text,
};

/** The status of the signed-in person's age check; nothing without a check. */
function AgeCheckStatusNote({ status }: { status: AgeCheckStatus }) {
  const text = statusTexts[status];
  const Icon = status === 'open' ? Hourglass : TriangleAlert;
  return (
    <div role="status">
      {text && (
        <p className={status === 'open' ? styles.news : clsx(styles.news, styles.problem)}>
          <Icon className="icon" aria-hidden="true" />
          {text}
        </p>
      )}
    </div>
  );
}

const buttonLabels: Partial<Record<AgeCheckStatus, string>> = {
  open: 'Continuar a verificação',
  declined: 'Tentar de novo',
  unavailable: 'Tentar de novo',
};

/** Button that starts the age check; for visitors a link to sign in first. */
function VerifyButton({ status, starting, start }: ReturnType<typeof useAgeCheck>) {
  const isVisitor = useSession(({ user, ready }) => ready && user === null);
  const label = buttonLabels[status] ?? 'Verificar minha idade';
  if (isVisitor) {
    return (
      <Button asLink to="/login" variant="primary">
        {label}
      </Button>
    );
  }
  return (
    <Button variant="primary" loading={starting} onClick={start}>
      {label}
    </Button>
  );
}

/**
 * Shown in place of a page for adults to everyone without an approved age check (`docs/product/privacy.md`). A document
 * with the age gate contains nothing of the page for adults.
 */
export function AgeGate() {
  const ageCheck = useAgeCheck();
  return (
    <Main className="noPaddingTop">
      <section className={styles.gate}>
        <div className={styles.backdrop} aria-hidden="true" />
        <div className={clsx(styles.dialog, dialog.dialog, dialog.inline)}>
          <header>
            <div className={clsx(styles.head, 'row')}>
              <img src={artURL(categoryImage('nudez'))} alt="" width={72} height={72} />
              <h1 className="display2">Só para maiores de 18</h1>
            </div>
          </header>
          <div className={clsx(dialog.content, 'column')}>
            <p className="secondary pretty">
              {errors.adults_only.text} Para abrir a porta, confirme sua idade.
            </p>
            <AgeCheckStatusNote status={ageCheck.status} />
            <ul className="column gap2 textSm">
              {ageCheckPromises.map(({ Icon, text }) => (
                <li key={text} className={styles.promise}>
                  <Icon className="icon" aria-hidden="true" />
                  {text}
                </li>
              ))}
            </ul>
          </div>
          <footer>
            <Button asLink to="/">
              Voltar ao início
            </Button>
            <VerifyButton {...ageCheck} />
          </footer>
        </div>
      </section>
    </Main>
  );
}
