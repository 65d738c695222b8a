import { useLocation } from 'react-router';
import { Button } from '../../ui/button.tsx';
import type { Newcomer } from '../identity/index.ts';

/** Greets who has just got an account, and shows the way on. */
export function Welcome() {
  const state = useLocation().state as Partial<Newcomer> | null;
  if (!state?.newcomer) return null;
  return (
    <section className="painel row between conf-x conf-novo" aria-label="Boas-vindas">
      <div className="cresce">
        <p className="b">Sua conta está pronta.</p>
        <p className="t-sm dim pre">
          Escolhemos um nome de usuário para você. Troque se quiser, ou siga em frente.
        </p>
      </div>
      <Button asLink to={state.returnTo ?? '/'}>
        Continuar
      </Button>
    </section>
  );
}
