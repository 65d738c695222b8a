import type { Withdrawal } from '@guilda/contract/money/wallet';
import Check from 'lucide-react/icons/check';
import { listTailOf } from '../../../lib/data/list-tail-of.ts';
import { dayAndTimeText } from '../../../lib/format/date-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Tag } from '../../../ui/display/tag.tsx';
import { EmptyNote } from '../../../ui/feedback/empty-note.tsx';
import { ListTail } from '../../../ui/feedback/list-tail.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { messageOfError } from '../../../ui/feedback/toast.ts';
import { FieldError } from '../../../ui/forms/field.tsx';
import { priceParts } from '../../../ui/text/price-parts.ts';
import { pixKindNames } from '../pix-key-text.ts';
import { useWithdrawals } from '../use-wallet.ts';
import * as styles from '../wallet-list.module.css';

function StatusTag({ status, payout }: Pick<Withdrawal, 'status' | 'payout'>) {
  if (payout !== null) return <Tag>Pix a caminho</Tag>;
  if (status === 'requested' || status === 'approved_once')
    return <Tag tone="warn">Em análise</Tag>;
  if (status === 'refused') return <Tag tone="danger">Recusado</Tag>;
  return <Tag icon={<Check className="icon" aria-hidden="true" />}>Pago</Tag>;
}

function LabeledTime({ lead, at, now }: { lead: string; at: string; now: Date }) {
  return (
    <p className="textXs muted">
      {lead} <time dateTime={at}>{dayAndTimeText(new Date(at), now)}</time>
    </p>
  );
}

function WithdrawalItem({ withdrawal, now }: { withdrawal: Withdrawal; now: Date }) {
  const { amount, pixKey, pixKeyKind, status, payout, reason, createdAt, decidedAt } = withdrawal;
  return (
    <li className="column gap1">
      <div className="row spaceBetween">
        <span className={`numeric ${styles.amount}`}>{priceParts(amount).text}</span>
        <StatusTag status={status} payout={payout} />
      </div>
      <p className="textSm secondary breakWords">
        {pixKindNames[pixKeyKind]} · <span className="numeric">{pixKey}</span>
      </p>
      <LabeledTime lead="Pedido:" at={createdAt} now={now} />
      {decidedAt && <LabeledTime lead="Decidido:" at={decidedAt} now={now} />}
      {reason && (
        <p className={`textSm breakWords ${styles.reason}`}>
          <span className="bold">Motivo:</span> {reason}
        </p>
      )}
    </li>
  );
}

/** The signed-in person's withdrawals with their status, newest first. */
export function Withdrawals() {
  const list = useWithdrawals();
  const items = list.data?.pages.flatMap(({ withdrawals }) => withdrawals);
  const now = new Date();
  return (
    <section aria-labelledby="saques">
      <div className="sectionHead">
        <h2 className="display3" id="saques">
          Saques
        </h2>
      </div>
      {list.isError && !items && (
        <div className="panel plain column">
          <FieldError>{messageOfError(list.error)}</FieldError>
          <Button loading={list.isFetching} onClick={() => void list.refetch()}>
            Tentar de novo
          </Button>
        </div>
      )}
      {list.isPending && (
        <Loading label="Carregando saques">
          <Skeleton height="6rem" />
        </Loading>
      )}
      {items?.length === 0 && <EmptyNote>Os saques que você pedir aparecem aqui.</EmptyNote>}
      {items && items.length > 0 && (
        <ul className={`panel plain ${styles.withdrawals}`}>
          {items.map((withdrawal) => (
            <WithdrawalItem key={withdrawal.id} withdrawal={withdrawal} now={now} />
          ))}
        </ul>
      )}
      <ListTail list={listTailOf(list)} />
    </section>
  );
}
