import { categoryImage } from '@guilda/contract/categories';
import type { Payment } from '@guilda/contract/orders';
import { pictureSrcSet } from '@guilda/contract/pictures';
import clsx from 'clsx';
import Headset from 'lucide-react/icons/headset';
import Images from 'lucide-react/icons/images';
import { useState } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { Price } from '../../../ui/price.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { AdultVeil } from '../../age/index.ts';
import { BadgeList } from '../../users/index.ts';
import { PurchaseCode } from '../parts/purchase-code.tsx';

function TypeTag({ type }: Pick<Payment, 'type'>) {
  const Icon = type === 'media' ? Images : Headset;
  return (
    <Tag
      icon={<Icon className="i" aria-hidden="true" />}
      className={type === 'media' ? 'tipo midia' : 'tipo'}
    >
      {type === 'media' ? 'Mídia' : 'Call'}
    </Tag>
  );
}

/** Digits of a price that still stand beside the code in full size. */
const ROOM = '999.99'.length;

function Stub({ order }: { order: Payment }) {
  return (
    <>
      <div className="cresce">
        <p className="t-sm">Código da compra</p>
        <PurchaseCode code={order.purchaseCode} />
      </div>
      <Price value={order.price} size={order.price.length > ROOM ? 'sm' : 'md'} />
    </>
  );
}

interface TicketProps {
  order: Payment;
  /** Bought: the canhoto with the code is torn off. */
  torn: boolean;
}

/** The bought service as a ficha with its canhoto, whole or torn off. */
export function Ticket({ order, torn }: TicketProps) {
  const [revealed, setRevealed] = useState(false);
  // Without a check that stands there is no picture to uncover.
  const veiled = order.adult && order.photoURL !== null && !revealed;
  return (
    <section className={torn ? 'rasgo' : 'rasgo inteiro'} aria-label="Canhoto da compra">
      <div className={clsx('rasgo-a ficha', veiled && 'velada')}>
        <div className="ficha-f">
          <div className="capa">
            <img
              src={order.photoURL ?? categoryImage('nudez')}
              srcSet={pictureSrcSet(order.photoURL)}
              sizes="360px"
              width={640}
              height={400}
              alt=""
              decoding="async"
            />
            <TypeTag type={order.type} />
            {veiled && <AdultVeil onReveal={() => setRevealed(true)} />}
          </div>
          <div className="corpo">
            <p className="t-xl quebra">{order.productName}</p>
            <div className="quem">
              <Avatar src={order.sellerPhotoURL} size="xs" />
              <span className="b trunca">{order.sellerName}</span>
              <BadgeList badges={order.sellerBadges} />
            </div>
          </div>
          {!torn && (
            <div className="canhoto">
              <Stub order={order} />
            </div>
          )}
        </div>
      </div>
      {torn && (
        <div className="rasgo-b">
          <Stub order={order} />
        </div>
      )}
    </section>
  );
}
