import type { WalletEntry } from '@guilda/contract/wallet';
import { ErrorState } from '../../../ui/error-state.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { priceParts } from '../../../ui/price-parts.ts';
import type { Wallet } from '../data/use-wallet.ts';
import { dayAndHour } from '../model/times.ts';

const kinds: Record<WalletEntry['kind'], string> = {
  sale: 'Venda',
  fee: 'Taxa da plataforma',
  refund: 'Reembolso',
  withdrawal_refused: 'Saque recusado',
  withdrawal: 'Saque',
};

/** `+ R$ 45,00` or `− R$ 4,50`: the sign is a word of its own, not a colour. */
function signedText(amount: string): string {
  const negative = amount.startsWith('-');
  return `${negative ? '−' : '+'} ${priceParts(amount.replace('-', '')).text}`;
}

function Entry({ entry, now }: { entry: WalletEntry; now: Date }) {
  return (
    <li>
      <div className="cresce">
        <p className="b">{kinds[entry.kind]}</p>
        {entry.productName && <p className="t-sm dim quebra">{entry.productName}</p>}
        <time className="t-xs mute" dateTime={entry.createdAt}>
          {dayAndHour(new Date(entry.createdAt), now)}
        </time>
      </div>
      <span className="num extrato-v">{signedText(entry.amount)}</span>
    </li>
  );
}

/** The history of a seller's money. */
export function Statement({ wallet }: { wallet: Wallet }) {
  const entries = wallet.data?.pages.flatMap((page) => page.entries) ?? [];
  const now = new Date();
  if (wallet.isPending) return null;
  return (
    <section className="secao extrato" id="extrato">
      <div className="secao-h">
        <h2 className="d3">Extrato</h2>
      </div>
      {wallet.isError && !wallet.data && (
        <ErrorState
          heading="h3"
          reason={wallet.error.message}
          retrying={wallet.isFetching}
          onRetry={() => void wallet.refetch()}
        />
      )}
      {wallet.data && entries.length === 0 && (
        <p className="dim pre">Pagamentos recebidos e taxas aparecem aqui.</p>
      )}
      {entries.length > 0 && (
        <ul className="painel liso">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} now={now} />
          ))}
        </ul>
      )}
      <LoadMore
        hasMore={wallet.hasNextPage}
        loading={wallet.isFetchingNextPage}
        onLoad={() => void wallet.fetchNextPage()}
      />
    </section>
  );
}
