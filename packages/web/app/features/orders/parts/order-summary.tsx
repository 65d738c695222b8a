import type { Payment } from '@guilda/contract/orders';
import { PersonAvatar } from '../../presence/index.ts';
import { BadgeList } from '../../users/index.ts';
import type { OrderRole } from '../model/columns.ts';
import { orderPrice } from '../model/order-price.ts';

/** The person across the table: who bought, for the seller, and who sells, for the buyer. */
export function counterpart(order: Payment, side: OrderRole) {
  return side === 'seller'
    ? {
        uid: order.buyerId,
        name: order.buyerName,
        photoURL: order.buyerPhotoURL,
        badges: order.buyerBadges,
      }
    : {
        uid: order.sellerId,
        name: order.sellerName,
        photoURL: order.sellerPhotoURL,
        badges: order.sellerBadges,
      };
}

/** What an order is about, in the well of a dialog. */
export function OrderSummary({ order, side }: { order: Payment; side: OrderRole }) {
  const person = counterpart(order, side);
  return (
    <div className="row resumo-p">
      <PersonAvatar person={person} size="md" />
      <div className="cresce">
        <p className="b quebra">{order.productName}</p>
        <p className="t-sm mute quebra">
          <bdi>{person.name}</bdi> <BadgeList badges={person.badges} /> ·{' '}
          <span className="num inteiro">{order.purchaseCode}</span> ·{' '}
          <span className="inteiro">{orderPrice(order)}</span>
        </p>
      </div>
    </div>
  );
}
