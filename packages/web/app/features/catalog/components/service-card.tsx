import type { Service } from '@guilda/contract/catalog';
import { categoryImage, findCategory } from '@guilda/contract/categories';
import { pictureSrcSet } from '@guilda/contract/pictures';
import clsx from 'clsx';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { useState } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../ui/avatar.tsx';
import { Price } from '../../../ui/price.tsx';
import { Rating } from '../../../ui/stars.tsx';
import { BadgeList } from '../../users/index.ts';
import { AdultVeil } from './adult-veil.tsx';
import { ServiceTypeTag } from './service-type-tag.tsx';
import { serviceUnit } from './service-unit.ts';

/** What a ficha shows of a service (`product §12`). */
export type ServiceCardData = Pick<
  Service,
  | 'id'
  | 'title'
  | 'price'
  | 'type'
  | 'category'
  | 'photoURL'
  | 'archives'
  | 'rating'
  | 'reviewCount'
  | 'seller'
>;

interface ServiceCardProps {
  service: ServiceCardData;
  heading?: 'h2' | 'h3' | undefined;
  /** `eager` for cards in the first view. */
  loading?: 'lazy' | 'eager' | undefined;
}

function Cover({
  service,
  loading,
  veiled,
  onReveal,
}: {
  service: ServiceCardData;
  loading: 'lazy' | 'eager';
  veiled: boolean;
  onReveal: () => void;
}) {
  const category = findCategory(service.category);
  return (
    <div className="capa">
      <img
        src={service.photoURL}
        srcSet={pictureSrcSet(service.photoURL)}
        sizes="(max-width: 40rem) 100vw, (max-width: 64rem) 50vw, 320px"
        width={640}
        height={400}
        alt=""
        loading={loading}
        decoding="async"
      />
      <ServiceTypeTag type={service.type} className="tipo" />
      {category && (
        <img
          className="mini"
          src={categoryImage(category.slug)}
          alt={category.label}
          width={44}
          height={44}
          loading={loading}
        />
      )}
      {veiled && <AdultVeil onReveal={onReveal} />}
    </div>
  );
}

/**
 * A service as a ficha: cover, title, seller, and the canhoto with the price under the perforation.
 * The title's link covers the card. A cover for adults stays veiled until it is pressed.
 */
export function ServiceCard({
  service,
  heading: Heading = 'h3',
  loading = 'lazy',
}: ServiceCardProps) {
  const [revealed, setRevealed] = useState(false);
  const veiled = !revealed && (findCategory(service.category)?.adult ?? false);
  const { seller } = service;
  return (
    <article className={clsx('ficha', veiled && 'velada')}>
      <div className="ficha-f">
        <Cover
          service={service}
          loading={loading}
          veiled={veiled}
          onReveal={() => setRevealed(true)}
        />
        <div className="corpo">
          <Heading>
            <Link to={`/service/${service.id}`}>{service.title}</Link>
          </Heading>
          <div className="quem">
            <Avatar src={seller.photoURL} size="xs" />
            <span className="trunca b">{seller.displayName || seller.username}</span>
            <BadgeList badges={seller.badges} />
            <Rating className="fim" value={service.rating} count={service.reviewCount} />
          </div>
        </div>
        <div className="canhoto">
          <Price value={service.price} />
          <span className="row g2 t-sm">
            <span className="mute">{serviceUnit(service)}</span>
            <ArrowRight className="i" aria-hidden="true" />
          </span>
        </div>
      </div>
    </article>
  );
}
