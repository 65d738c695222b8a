import type { Payment } from '@guilda/contract/orders';
import { Avatar } from '../../../ui/avatar.tsx';
import type { OrderRole } from '../model/columns.ts';
import { orderPrice } from '../model/order-price.ts';

/** The person across the table: who bought, for the seller, and who sells, for the buyer. */
export function counterpart(order: Payment, side: OrderRole) {
  return side === 'seller'
    ? { name: order.buyerName, photoURL: order.buyerPhotoURL }
    : { name: order.sellerName, photoURL: order.sellerPhotoURL };
}

/** What an order is about, in the well of a dialog. */
export function OrderSummary({ order, side }: { order: Payment; side: OrderRole }) {
  const { name, photoURL } = counterpart(order, side);
  return (
    <div className="row resumo-p">
      <Avatar src={photoURL} size="md" />
      <div className="cresce">
        <p className="b quebra">{order.productName}</p>
        <p className="t-sm mute quebra">
          <bdi>{name}</bdi> · <span className="num inteiro">{order.purchaseCode}</span> ·{' '}
          <span className="inteiro">{orderPrice(order)}</span>
        </p>
      </div>
    </div>
  );
}
