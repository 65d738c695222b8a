import { Stat, StatList, StatListSkeleton } from '../../ui/display/stat-list.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { priceParts } from '../../ui/text/price-parts.ts';
import type { WalletQuery } from './use-wallet.ts';

type WalletBalanceAmounts = NonNullable<WalletQuery['data']>['pages'][number];

const balanceRows = [
  ['available', 'Disponível', 'Pode ser sacado agora, já sem a taxa.'],
  ['clearing', 'A liberar', 'De vendas concluídas, já sem a taxa. O extrato diz quando.'],
  ['held', 'Em andamento', 'De vendas pagas e ainda não concluídas, antes da taxa.'],
  ['withdrawing', 'Em saque', 'Saques que a equipe ainda não pagou.'],
  ['fees', 'Taxas', 'Descontadas das vendas concluídas até hoje.'],
] as const satisfies readonly (readonly [keyof WalletBalanceAmounts, string, string])[];

const debtRow = [
  'debt',
  'A devolver',
  'De pagamentos contestados no banco. Suas próximas vendas pagam este valor.',
] as const;

/** The balances of a wallet, each with a sentence that explains it; a debt comes first, and only when there is one. */
export function WalletBalances({ sums }: { sums: WalletBalanceAmounts }) {
  return (
    <StatList>
      {(Number(sums.debt) > 0 ? [debtRow, ...balanceRows] : balanceRows).map(
        ([key, name, explanation]) => (
          <Stat key={key} name={name} explanation={explanation}>
            {priceParts(sums[key]).text}
          </Stat>
        ),
      )}
    </StatList>
  );
}

/** Placeholder of the wallet while it is loading. */
export function WalletSkeleton() {
  return (
    <Loading label="Carregando carteira">
      <StatListSkeleton gap="gap2">
        <Skeleton width="5rem" height={18} />
        <Skeleton width="8rem" height={30} />
        <Skeleton width="90%" height={14} />
      </StatListSkeleton>
      <Skeleton height="18rem" />
    </Loading>
  );
}
