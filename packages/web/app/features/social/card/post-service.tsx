import type { Service } from '@guilda/contract/catalog';
import { findCategory } from '@guilda/contract/categories';
import { pictureSrcSet } from '@guilda/contract/pictures';
import clsx from 'clsx';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../../lib/session.ts';
import { Presence } from '../../../ui/presence.tsx';
import { Price } from '../../../ui/price.tsx';
import { Rating } from '../../../ui/stars.tsx';
import { AdultVeil } from '../../age/index.ts';
import { FREE, serviceUnit } from '../../catalog/index.ts';

interface PostServiceProps {
  service: Service;
  /** The button that buys it, for whoever does not sell it. */
  buy?: ((service: Service) => ReactNode) | undefined;
  /** Only to look at. */
  still?: boolean | undefined;
}

function Cover({ service }: { service: Service }) {
  const [revealed, setRevealed] = useState(false);
  const veiled = !revealed && (findCategory(service.category)?.adult ?? false);
  return (
    <div className={clsx('post-sc', veiled && 'velada')}>
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
      {veiled && <AdultVeil onReveal={() => setRevealed(true)} />}
    </div>
  );
}

/** The service a post points at, as it is on the wall now: price, rating, and whether its seller is there. */
export function PostService({ service, buy, still = false }: PostServiceProps) {
  const own = useSession(({ user }) => user?.uid === service.seller.uid);
  const title = <bdi>{service.title}</bdi>;
  return (
    <aside className="post-s" aria-label={`Serviço: ${service.title}`}>
      <Cover service={service} />
      <div className="post-si">
        <p className="b post-st">
          {still ? title : <Link to={`/service/${service.id}`}>{title}</Link>}
        </p>
        <p className="row g2 t-sm post-sn">
          <Presence status={service.seller.status} />
          <Rating value={service.rating} count={service.reviewCount} />
        </p>
      </div>
      <div className="post-sp">
        <p className="row g2">
          <Price value={service.price} size="sm" free={FREE} />
          <span className="mute t-sm">{serviceUnit(service)}</span>
        </p>
        {!still && !own && buy?.(service)}
      </div>
    </aside>
  );
}
