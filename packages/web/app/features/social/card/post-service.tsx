import type { Service } from '@guilda/contract/services/catalog';
import { findCategory } from '@guilda/contract/services/categories';
import { pictureSrcSet } from '@guilda/contract/services/pictures';
import clsx from 'clsx';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../../lib/session/session.ts';
import { PresenceBadge } from '../../../ui/display/presence.tsx';
import { Rating } from '../../../ui/display/stars.tsx';
import { Price } from '../../../ui/text/price.tsx';
import { AdultVeil } from '../../age/index.ts';
import { FREE_PRICE_TEXT, priceUnitText } from '../../catalog/index.ts';
import * as styles from './post-service.module.css';

interface PostServiceProps {
  service: Service;
  /** Renders the button that buys the service; not called for the seller of the service or in a preview. */
  buy?: ((service: Service) => ReactNode) | undefined;
  /** Whether the card is a preview without links and buttons. */
  isPreview?: boolean | undefined;
}

function ServicePicture({ service }: { service: Service }) {
  const [revealed, setRevealed] = useState(false);
  const isVeiled = !revealed && (findCategory(service.category)?.adult ?? false);
  return (
    <div className={clsx(styles.cover, isVeiled && styles.veiled)}>
      <img
        src={service.photoURL}
        srcSet={pictureSrcSet(service.photoURL)}
        sizes="140px"
        width={320}
        height={200}
        alt=""
        loading="lazy"
        decoding="async"
      />
      {isVeiled && <AdultVeil onReveal={() => setRevealed(true)} />}
    </div>
  );
}

/** The service that a post links to, with its current price and rating and the seller's presence. */
export function PostServiceCard({ service, buy, isPreview = false }: PostServiceProps) {
  const isOwn = useSession(({ user }) => user?.uid === service.seller.uid);
  const title = <bdi>{service.title}</bdi>;
  return (
    <aside
      className={styles.service}
      data-ui="post-service"
      aria-label={`Serviço: ${service.title}`}
    >
      <ServicePicture service={service} />
      <div>
        <p className={clsx('bold', styles.title)}>
          {isPreview ? title : <Link to={`/service/${service.id}`}>{title}</Link>}
        </p>
        <p className={clsx('row gap2 textSm', styles.seller)}>
          <PresenceBadge status={service.seller.status} />
          <Rating value={service.rating} count={service.reviewCount} />
        </p>
      </div>
      <div className={styles.purchase} data-ui="post-service-purchase">
        <p className="row gap2">
          <Price value={service.price} size="sm" free={FREE_PRICE_TEXT} />
          <span className="muted textSm">{priceUnitText(service)}</span>
        </p>
        {!isPreview && !isOwn && buy?.(service)}
      </div>
    </aside>
  );
}
