import type { Payment } from '@guilda/contract/orders/orders';
import { PersonAvatar } from '../../presence/index.ts';
import { BadgeList } from '../../users/index.ts';
import { orderPriceText } from '../model/order-price.ts';
import { counterpartOf, type OrderSide } from '../model/order-side.ts';
import * as styles from './order-summary.module.css';

interface OrderSummaryProps {
  order: Payment;
  /** The reader's side of the order; null for the team, who reads both names. */
  side: OrderSide | null;
}

/** Service, other person, code and price of an order, at the top of the order's dialogs. */
export function OrderSummary({ order, side }: OrderSummaryProps) {
  // The team reads the seller first, as the buyer does.
  const person = counterpartOf(order, side ?? 'buyer');
  return (
    <div className={`row ${styles.summary}`}>
      <PersonAvatar person={person} size="md" />
      <div className="grow">
        <p className="bold breakWords">{order.productName}</p>
        <p className="textSm muted breakWords">
          <bdi>{person.name}</bdi> <BadgeList badges={person.badges} />
          {side === null && (
            <>
              {' '}
              · para <bdi>{order.buyerName}</bdi>
            </>
          )}
        </p>
        <p className="textSm muted">
          <span className="numeric noWrap">{order.purchaseCode}</span> ·{' '}
          <span className="noWrap">{orderPriceText(order)}</span>
        </p>
      </div>
    </div>
  );
}
