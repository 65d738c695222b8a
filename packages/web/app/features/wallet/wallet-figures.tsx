import { priceParts } from '../../ui/price-parts.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Wallet } from './use-wallet.ts';

type Sums = NonNullable<Wallet['data']>['pages'][number];

const figures = [
  ['available', 'Disponível', 'Pode ser sacado agora, já sem a taxa.'],
  ['held', 'Em aberto', 'De vendas pagas e ainda não concluídas, antes da taxa.'],
  ['withdrawing', 'Em saque', 'Saques pedidos que ainda não foram decididos.'],
  ['fees', 'Taxas', 'Descontadas das vendas concluídas até hoje.'],
] as const satisfies readonly (readonly [keyof Sums, string, string])[];

/** The sums of a wallet, each explained in one line. */
export function WalletFigures({ sums }: { sums: Sums | undefined }) {
  return (
    <dl className="placar on-mesa">
      {figures.map(([key, name, meaning]) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd>
            <span className="num">
              {sums ? priceParts(sums[key]).text : <Skeleton width="7ch" height="1.05em" />}
            </span>
            <span className="placar-e pre">{meaning}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
