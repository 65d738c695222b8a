import type { Payment } from '@guilda/contract/orders/orders';
import { categoryImage } from '@guilda/contract/services/categories';
import { pictureSrcSet } from '@guilda/contract/services/pictures';
import clsx from 'clsx';
import Headset from 'lucide-react/icons/headset';
import Images from 'lucide-react/icons/images';
import { useState } from 'react';
import { artURL } from '../../../ui/display/art-url.ts';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { Tag } from '../../../ui/display/tag.tsx';
import { Price } from '../../../ui/text/price.tsx';
import { AdultVeil } from '../../age/index.ts';
import { FREE_PRICE_TEXT } from '../../catalog/index.ts';
import { BadgeList } from '../../users/index.ts';
import { PurchaseCode } from '../components/purchase-code.tsx';
import * as styles from './order-ticket.module.css';

function TypeTag({ type }: Pick<Payment, 'type'>) {
  const Icon = type === 'media' ? Images : Headset;
  return (
    <Tag
      icon={<Icon className="icon" aria-hidden="true" />}
      className={clsx(styles.type, type === 'media' && styles.media)}
    >
      {type === 'media' ? 'Mídia' : 'Call'}
    </Tag>
  );
}

/** Maximum number of characters of a price that is shown in full size beside the purchase code. */
const MAX_PRICE_LENGTH = '999.99'.length;

function TicketStub({ order }: { order: Payment }) {
  return (
    <>
      <div className="grow">
        <p className="textSm">Código da compra</p>
        <PurchaseCode code={order.purchaseCode} />
      </div>
      <Price
        value={order.price}
        free={FREE_PRICE_TEXT}
        size={order.price.length > MAX_PRICE_LENGTH ? 'sm' : 'md'}
      />
    </>
  );
}

interface OrderTicketProps {
  order: Payment;
  /** Whether the order is paid: the ticket's stub with the purchase code is then shown torn off. */
  torn: boolean;
}

/** The bought service as a ticket whose stub shows the purchase code. */
export function OrderTicket({ order, torn }: OrderTicketProps) {
  const [revealed, setRevealed] = useState(false);
  // Without an approved age check the server sends no picture, so there is nothing to reveal.
  const isVeiled = order.adult && order.photoURL !== null && !revealed;
  return (
    <section
      className={clsx(styles.ticket, torn && styles.torn)}
      aria-label="Comprovante da compra"
    >
      <div className={styles.card}>
        <div className={styles.sheet}>
          <div className={clsx(styles.cover, isVeiled && styles.veiled)}>
            <img
              src={artURL(order.photoURL ?? categoryImage('nudez'))}
              srcSet={pictureSrcSet(order.photoURL)}
              sizes="360px"
              width={640}
              height={400}
              alt=""
              decoding="async"
            />
            <TypeTag type={order.type} />
            {isVeiled && <AdultVeil onReveal={() => setRevealed(true)} />}
          </div>
          <div className={styles.body}>
            <p className="textXl breakWords">{order.productName}</p>
            <div className={styles.seller}>
              <Avatar src={order.sellerPhotoURL} size="xs" />
              <span className="bold truncate">{order.sellerName}</span>
              <BadgeList badges={order.sellerBadges} />
            </div>
          </div>
          {!torn && (
            <div className={styles.stub}>
              <TicketStub order={order} />
            </div>
          )}
        </div>
      </div>
      {torn && (
        <div className={styles.tornStub}>
          <TicketStub order={order} />
        </div>
      )}
    </section>
  );
}
