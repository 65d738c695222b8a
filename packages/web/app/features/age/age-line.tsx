import { errors } from '@guilda/contract/errors';
import { Button } from '../../ui/button.tsx';
import { type AgeStanding, useAgeCheck } from './use-age-check.ts';

const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone: 'America/Sao_Paulo' });

const words: Readonly<Record<Exclude<AgeStanding, 'approved'>, string>> = {
  unknown: 'Não verificada',
  none: 'Não verificada',
  open: 'Verificação em andamento',
  declined: 'Não confirmada',
  unavailable: errors.age_check_unavailable.text,
};

/** Where the own age check stands, with the way to it, in the account's facts. */
export function AgeLine() {
  const { standing, verifiedUntil, starting, start } = useAgeCheck();
  if (standing === 'approved' && verifiedUntil) {
    return (
      <span className="linhas-a">
        18 anos ou mais, verificada até {day.format(new Date(verifiedUntil))}
      </span>
    );
  }
  return (
    <span className="linhas-a" role="status">
      {words[standing === 'approved' ? 'none' : standing]}
      <Button size="small" loading={starting} onClick={start}>
        {standing === 'open' ? 'Continuar a verificação' : 'Verificar minha idade'}
      </Button>
    </span>
  );
}
