import { categoryImage } from '@guilda/contract/categories';
import { errors } from '@guilda/contract/errors';
import EyeOff from 'lucide-react/icons/eye-off';
import Flag from 'lucide-react/icons/flag';
import Hourglass from 'lucide-react/icons/hourglass';
import Lock from 'lucide-react/icons/lock';
import ShieldCheck from 'lucide-react/icons/shield-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Main } from '../../ui/main.tsx';
import { type AgeStanding, useAgeCheck } from './use-age-check.ts';

/** What happens to the data, and what does not change behind the door. */
const promises = [
  {
    Icon: ShieldCheck,
    text: 'Guardamos apenas o resultado: maior de 18, por qual método e até quando. Nunca o documento nem a data de nascimento.',
  },
  { Icon: Lock, text: 'Quem verifica recebe só um código. Nem seu nome, nem seu e-mail.' },
  { Icon: EyeOff, text: 'As prévias continuam borradas até você abrir cada uma.' },
  { Icon: Flag, text: 'Viu algo errado? Denuncie sem sair da página.' },
] as const;

const news: Partial<Record<AgeStanding, string>> = {
  open: 'Sua verificação está aberta. Assim que a resposta chegar, esta porta abre sozinha.',
  declined: 'Não foi possível confirmar que você tem 18 anos ou mais.',
  unavailable: errors.age_check_unavailable.text,
};

/** How the person's own check goes; nothing while there is none. */
function News({ standing }: { standing: AgeStanding }) {
  const text = news[standing];
  const Icon = standing === 'open' ? Hourglass : TriangleAlert;
  return (
    <div role="status">
      {text && (
        <p className={standing === 'open' ? 'porta-n' : 'porta-n pg'}>
          <Icon className="i" aria-hidden="true" />
          {text}
        </p>
      )}
    </div>
  );
}

const labels: Partial<Record<AgeStanding, string>> = {
  open: 'Continuar a verificação',
  declined: 'Tentar de novo',
  unavailable: 'Tentar de novo',
};

/** Signed out, it leads to the login and back here first. */
function Verify({ standing, starting, start }: ReturnType<typeof useAgeCheck>) {
  const visitor = useSession(({ user, ready }) => ready && user === null);
  const label = labels[standing] ?? 'Verificar minha idade';
  if (visitor) {
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

/** Stands in place of what is for checked adults only (`product §9`); nothing of it is on the page. */
export function AgeGate() {
  const check = useAgeCheck();
  return (
    <Main className="pt0">
      <section className="porta">
        <div className="porta-f" aria-hidden="true" />
        <div className="dlg estatico porta-d">
          <header>
            <div className="row porta-h">
              <img src={categoryImage('nudez')} alt="" width={72} height={72} />
              <h1 className="d2">Só para maiores de 18</h1>
            </div>
          </header>
          <div className="cont col">
            <p className="dim pre">
              {errors.adults_only.text} Para abrir a porta, confirme sua idade.
            </p>
            <News standing={check.standing} />
            <ul className="col g2 t-sm">
              {promises.map(({ Icon, text }) => (
                <li key={text} className="porta-i">
                  <Icon className="i" aria-hidden="true" />
                  {text}
                </li>
              ))}
            </ul>
          </div>
          <footer>
            <Button asLink to="/">
              Voltar ao início
            </Button>
            <Verify {...check} />
          </footer>
        </div>
      </section>
    </Main>
  );
}
