import type { WalletEntry } from '@guilda/contract/money/wallet';
import clsx from 'clsx';
import Scale from 'lucide-react/icons/scale';
import { Link } from 'react-router';
import { listTailOf } from '../../lib/data/list-tail-of.ts';
import { dayAndTimeText } from '../../lib/format/date-text.ts';
import { EmptyNote } from '../../ui/feedback/empty-note.tsx';
import { ListTail } from '../../ui/feedback/list-tail.tsx';
import { priceParts } from '../../ui/text/price-parts.ts';
import { ExportStatementButton } from './export-statement-button.tsx';
import type { WalletQuery } from './use-wallet.ts';
import * as styles from './wallet-list.module.css';

const entryKindTexts: Record<WalletEntry['kind'], string> = {
  sale: 'Venda',
  fee: 'Taxa da plataforma',
  refund: 'Reembolso',
  withdrawal: 'Saque',
  withdrawal_refused: 'Saque recusado, valor devolvido',
  chargeback: 'Pagamento contestado no banco',
  chargeback_won: 'Contestação encerrada a seu favor',
};

/** An amount with its sign: `+ R$ 45,00` or `− R$ 4,50`. The sign, and not only the colour, shows the direction. */
function signedAmountText(amount: string): string {
  const isNegative = amount.startsWith('-');
  return `${isNegative ? '−' : '+'} ${priceParts(amount.replace('-', '')).text}`;
}

/** Link that opens the dialog of an entry's order over the wallet. */
function OrderLink({ entry }: { entry: WalletEntry }) {
  if (!entry.paymentId) return null;
  return (
    <p className="textSm secondary breakWords">
      <Link
        className={`link ${styles.orderLink}`}
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

/**
 * Why the money of a sale is not available yet: the order is disputed or not completed, or its money is held. Renders
 * nothing for other sales.
 */
function SaleState({ sale: { disputed, open, heldUntil }, now }: { sale: WalletEntry; now: Date }) {
  if (disputed) {
    return (
      <p className={clsx('textSm', styles.disputed)}>
        <Scale className="icon" aria-hidden="true" />
        Em disputa
      </p>
    );
  }
  if (open) return <p className="textSm secondary">Em andamento</p>;
  if (!heldUntil) return null;
  return (
    <p className="textSm secondary">
      A liberar em <time dateTime={heldUntil}>{dayAndTimeText(new Date(heldUntil), now)}</time>
    </p>
  );
}

function StatementEntry({ entry, now }: { entry: WalletEntry; now: Date }) {
  const isIncoming = !entry.amount.startsWith('-');
  return (
    <li>
      <div className="grow">
        <p className="bold">{entryKindTexts[entry.kind]}</p>
        <OrderLink entry={entry} />
        {entry.kind === 'sale' && <SaleState sale={entry} now={now} />}
        <time className="textXs muted" dateTime={entry.createdAt}>
          {dayAndTimeText(new Date(entry.createdAt), now)}
        </time>
      </div>
      <span className={clsx('numeric', styles.amount, !isIncoming && 'secondary')}>
        {signedAmountText(entry.amount)}
      </span>
    </li>
  );
}

/** The entries of the seller's wallet, newest first. */
export function WalletStatement({ wallet }: { wallet: WalletQuery }) {
  const entries = wallet.data?.pages.flatMap((page) => page.entries) ?? [];
  const now = new Date();
  return (
    <section className={styles.statement} aria-labelledby="extrato">
      <div className="sectionHead">
        <h2 className="display3" id="extrato">
          Extrato
        </h2>
        <ExportStatementButton />
      </div>
      {entries.length === 0 ? (
        <EmptyNote>Vendas, taxas, reembolsos e saques aparecem aqui.</EmptyNote>
      ) : (
        <ul className="panel plain">
          {entries.map((entry) => (
            <StatementEntry key={entry.id} entry={entry} now={now} />
          ))}
        </ul>
      )}
      <ListTail list={listTailOf(wallet)} />
    </section>
  );
}
