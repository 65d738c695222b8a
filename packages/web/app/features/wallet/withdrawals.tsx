import type { Withdrawal } from '@guilda/contract/wallet';
import Check from 'lucide-react/icons/check';
import { listTailOf } from '../../lib/list-tail-of.ts';
import { dayAndHour } from '../../lib/moments.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { ListTail } from '../../ui/list-tail.tsx';
import { priceParts } from '../../ui/price-parts.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import { errorText } from '../../ui/toast.ts';
import { pixKindNames } from './pix-text.ts';
import { useWithdrawals } from './use-wallet.ts';

function State({ status }: Pick<Withdrawal, 'status'>) {
  if (status === 'requested') return <Tag tone="warn">Em análise</Tag>;
  if (status === 'refused') return <Tag tone="danger">Recusado</Tag>;
  return <Tag icon={<Check className="i" aria-hidden="true" />}>Pago</Tag>;
}

function Moment({ lead, at, now }: { lead: string; at: string; now: Date }) {
  return (
    <p className="t-xs mute">
      {lead} <time dateTime={at}>{dayAndHour(new Date(at), now)}</time>
    </p>
  );
}

function Item({ withdrawal, now }: { withdrawal: Withdrawal; now: Date }) {
  const { amount, pixKey, pixKeyKind, status, reason, createdAt, decidedAt } = withdrawal;
  return (
    <li className="col g1">
      <div className="row between">
        <span className="num extrato-v">{priceParts(amount).text}</span>
        <State status={status} />
      </div>
      <p className="t-sm dim quebra">
        {pixKindNames[pixKeyKind]} · <span className="num">{pixKey}</span>
      </p>
      <Moment lead="Pedido:" at={createdAt} now={now} />
      {decidedAt && <Moment lead="Decidido:" at={decidedAt} now={now} />}
      {reason && (
        <p className="t-sm quebra motivo">
          <span className="b">Motivo:</span> {reason}
        </p>
      )}
    </li>
  );
}

/** The own withdrawals with their state, newest first. */
export function Withdrawals() {
  const list = useWithdrawals();
  const items = list.data?.pages.flatMap(({ withdrawals }) => withdrawals);
  const now = new Date();
  return (
    <section aria-labelledby="saques">
      <div className="secao-h">
        <h2 className="d3" id="saques">
          Saques
        </h2>
      </div>
      {list.isError && !items && (
        <div className="painel liso col">
          <FieldError>{errorText(list.error)}</FieldError>
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
      {items?.length === 0 && (
        <div className="nota-q">
          <p className="dim pre">Os saques que você pedir aparecem aqui.</p>
        </div>
      )}
      {items && items.length > 0 && (
        <ul className="painel liso extrato-u">
          {items.map((withdrawal) => (
            <Item key={withdrawal.id} withdrawal={withdrawal} now={now} />
          ))}
        </ul>
      )}
      <ListTail list={listTailOf(list)} />
    </section>
  );
}
