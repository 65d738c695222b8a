import type { WalletEntry } from '@guilda/contract/wallet';
import clsx from 'clsx';
import { Link } from 'react-router';
import { listTailOf } from '../../lib/list-tail-of.ts';
import { dayAndHour } from '../../lib/moments.ts';
import { ListTail } from '../../ui/list-tail.tsx';
import { priceParts } from '../../ui/price-parts.ts';
import type { Wallet } from './use-wallet.ts';

const kinds: Record<WalletEntry['kind'], string> = {
  sale: 'Venda',
  fee: 'Taxa da plataforma',
  refund: 'Reembolso',
  withdrawal: 'Saque',
  withdrawal_refused: 'Saque recusado, valor devolvido',
};

/** `+ R$ 45,00` or `− R$ 4,50`: the sign is a word of its own, not a colour. */
function signedText(amount: string): string {
  const negative = amount.startsWith('-');
  return `${negative ? '−' : '+'} ${priceParts(amount.replace('-', '')).text}`;
}

/** The order behind a line, opened over the wallet. */
function Order({ entry }: { entry: WalletEntry }) {
  if (!entry.paymentId) return null;
  return (
    <p className="t-sm dim quebra">
      <Link
        className="link extrato-l"
        to={`?aba=carteira&pedido=${entry.paymentId}&acao=detalhes`}
        state={{ opened: true }}
        preventScrollReset
      >
        {entry.purchaseCode ?? 'Ver pedido'}
      </Link>
      {entry.productName && <> · {entry.productName}</>}
    </p>
  );
}

function Entry({ entry, now }: { entry: WalletEntry; now: Date }) {
  const incoming = !entry.amount.startsWith('-');
  return (
    <li>
      <div className="cresce">
        <p className="b">{kinds[entry.kind]}</p>
        <Order entry={entry} />
        <time className="t-xs mute" dateTime={entry.createdAt}>
          {dayAndHour(new Date(entry.createdAt), now)}
        </time>
      </div>
      <span className={clsx('num extrato-v', !incoming && 'dim')}>{signedText(entry.amount)}</span>
    </li>
  );
}

/** The history of a seller's money, newest first. */
export function Statement({ wallet }: { wallet: Wallet }) {
  const entries = wallet.data?.pages.flatMap((page) => page.entries) ?? [];
  const now = new Date();
  return (
    <section className="extrato" aria-labelledby="extrato">
      <div className="secao-h">
        <h2 className="d3" id="extrato">
          Extrato
        </h2>
      </div>
      {entries.length === 0 ? (
        <div className="nota-q">
          <p className="dim pre">Vendas, taxas, reembolsos e saques aparecem aqui.</p>
        </div>
      ) : (
        <ul className="painel liso">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} now={now} />
          ))}
        </ul>
      )}
      <ListTail list={listTailOf(wallet)} />
    </section>
  );
}
