import type { Payment } from '@guilda/contract/orders';
import clsx from 'clsx';
import History from 'lucide-react/icons/history';
import { useId } from 'react';
import { Link } from 'react-router';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PersonAvatar } from '../../presence/index.ts';
import { BadgeList, ChatButton, ChatIcon } from '../../users/index.ts';
import { actionsOf, type Reader } from '../model/actions.ts';
import type { OrderRole } from '../model/columns.ts';
import type { DialogAction } from '../model/dialog-action.ts';
import { orderPrice } from '../model/order-price.ts';
import { endingText } from '../model/who-did.ts';
import { DeadlineNote } from '../parts/deadline-note.tsx';
import { Downloads } from '../parts/downloads.tsx';
import { counterpart } from '../parts/order-summary.tsx';
import { OrderTimeline } from '../parts/order-timeline.tsx';
import { PurchaseCode } from '../parts/purchase-code.tsx';
import { Stopwatch } from '../parts/stopwatch.tsx';
import { ActionButton } from './action-button.tsx';
import { OrderTag } from './order-tag.tsx';

/** Asks for one of an order's dialogs. */
export type OnAct = (order: Payment, action: DialogAction) => void;

interface OrderCardProps {
  order: Payment;
  side: OrderRole;
  reader: Reader;
  onAct: OnAct;
}

function Top({ order, side, onAct }: Omit<OrderCardProps, 'reader'>) {
  return (
    <div className="top">
      <OrderTag order={order} side={side} />
      <PurchaseCode code={order.purchaseCode} />
      <IconButton
        label={`Histórico do pedido ${order.purchaseCode}`}
        tip="top"
        className="comanda-i"
        icon={<History className="i" aria-hidden="true" />}
        onClick={() => onAct(order, 'details')}
      />
    </div>
  );
}

function Subject({
  order,
  side,
  titleId,
}: Pick<OrderCardProps, 'order' | 'side'> & { titleId: string }) {
  const person = counterpart(order, side);
  const live = order.serviceStatus === 'in_progress';
  return (
    <div className="row">
      <PersonAvatar person={person} size="md" />
      <div className="cresce">
        <h3 id={titleId} className="quebra">
          <Link to={`/service/${order.serviceId}`}>{order.productName}</Link>
        </h3>
        <p className="t-sm mute comanda-q">
          <bdi className="trunca">{person.name}</bdi>
          <BadgeList badges={person.badges} />
          <span>{`· ${orderPrice(order)}`}</span>
        </p>
      </div>
      {live && order.startedServiceAt && <Stopwatch since={order.startedServiceAt} />}
    </div>
  );
}

/** An order as a comanda: state and code above the perforation, then what, who, when and what to do. */
export function OrderCard({ order, side, reader, onAct }: OrderCardProps) {
  const titleId = useId();
  const actions = actionsOf(order, reader);
  const live = order.serviceStatus === 'in_progress';
  const ending = endingText(order, reader.uid);
  const person = counterpart(order, side);
  return (
    <article className={clsx('comanda', live && 'viva')} aria-labelledby={titleId}>
      <Top order={order} side={side} onAct={onAct} />
      <div className="mid">
        <Subject order={order} side={side} titleId={titleId} />
        <OrderTimeline order={order} />
        {ending && <p className="t-sm dim pre">{ending}</p>}
        <DeadlineNote order={order} side={side} />
        {side === 'seller' && <Downloads order={order} />}
      </div>
      <div className="acoes">
        {actions.map((action) => (
          <ActionButton
            key={action}
            action={action}
            order={order}
            side={side}
            titleId={titleId}
            onAct={(wanted) => onAct(order, wanted)}
          />
        ))}
        {actions.length > 0 ? (
          <ChatIcon uid={person.uid} name={person.name} tone="solid" />
        ) : (
          <ChatButton uid={person.uid} size="small" />
        )}
      </div>
    </article>
  );
}
