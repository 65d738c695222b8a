import type { Payment } from '@guilda/contract/orders';
import clsx from 'clsx';
import { useId } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../ui/avatar.tsx';
import { priceParts } from '../../../ui/price-parts.ts';
import { actionOf } from '../model/actions.ts';
import type { OrderRole } from '../model/columns.ts';
import { counterpart } from '../parts/order-summary.tsx';
import { OrderTimeline } from '../parts/order-timeline.tsx';
import { PurchaseCode } from '../parts/purchase-code.tsx';
import { Stopwatch } from '../parts/stopwatch.tsx';
import { ActionButton } from './action-button.tsx';
import { OrderTag } from './order-tag.tsx';

interface OrderCardProps {
  order: Payment;
  side: OrderRole;
  uid: string;
  /** Asks for the dialog of the order's action. */
  onAct: (order: Payment) => void;
}

/** An order as a comanda: state and code above the perforation, then what, who, when and what to do. */
export function OrderCard({ order, side, uid, onAct }: OrderCardProps) {
  const titleId = useId();
  const { name, photoURL } = counterpart(order, side);
  const action = actionOf(order, uid);
  const live = order.serviceStatus === 'in_progress';
  return (
    <article className={clsx('comanda', live && 'viva')} aria-labelledby={titleId}>
      <div className="top">
        <OrderTag order={order} side={side} />
        <PurchaseCode code={order.purchaseCode} />
      </div>
      <div className="mid">
        <div className="row">
          <Avatar src={photoURL} size="md" />
          <div className="cresce">
            <h3 id={titleId} className="quebra">
              <Link to={`/service/${order.serviceId}`}>{order.productName}</Link>
            </h3>
            <p className="t-sm mute comanda-q">
              <span className="trunca">{name}</span>
              <span>{`· ${priceParts(order.price).text}`}</span>
            </p>
          </div>
          {live && order.startedServiceAt && <Stopwatch since={order.startedServiceAt} />}
        </div>
        <OrderTimeline order={order} />
      </div>
      {action && (
        <div className="acoes">
          <ActionButton
            action={action}
            order={order}
            side={side}
            titleId={titleId}
            onAct={() => onAct(order)}
          />
        </div>
      )}
    </article>
  );
}
