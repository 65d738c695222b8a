import { errors } from '@guilda/contract/errors';
import { Button } from '../../ui/actions/button.tsx';
import { FactWithAction } from '../../ui/display/fact-list.tsx';
import { type AgeCheckStatus, useAgeCheck } from './use-age-check.ts';

const dayFormat = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

const statusTexts: Readonly<Record<Exclude<AgeCheckStatus, 'approved'>, string>> = {
  unknown: 'Não verificada',
  none: 'Não verificada',
  open: 'Verificação em andamento',
  declined: 'Não confirmada',
  unavailable: errors.age_check_unavailable.text,
};

/** Status of the signed-in person's age check with a button that starts the check; part of the account settings. */
export function AgeCheckFact() {
  const { status, verifiedUntil, starting, start } = useAgeCheck();
  if (status === 'approved' && verifiedUntil) {
    return (
      <FactWithAction>
        18 anos ou mais, verificada até {dayFormat.format(new Date(verifiedUntil))}
      </FactWithAction>
    );
  }
  return (
    <FactWithAction role="status">
      {statusTexts[status === 'approved' ? 'none' : status]}
      <Button size="small" loading={starting} onClick={start}>
        {status === 'open' ? 'Continuar a verificação' : 'Verificar minha idade'}
      </Button>
    </FactWithAction>
  );
}
