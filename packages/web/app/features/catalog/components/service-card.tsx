import type { Service } from '@guilda/contract/catalog';
import { categoryImage, findCategory } from '@guilda/contract/categories';
import { pictureSrcSet } from '@guilda/contract/pictures';
import clsx from 'clsx';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Price } from '../../../ui/price.tsx';
import { Rating } from '../../../ui/stars.tsx';
import { AdultVeil } from '../../age/index.ts';
import { PersonAvatar } from '../../presence/index.ts';
import { BadgeList } from '../../users/index.ts';
import { PausedTag } from './paused-tag.tsx';
import { ServiceTypeTag } from './service-type-tag.tsx';
import { FREE, serviceUnit } from './service-unit.ts';

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
> &
  Partial<Pick<Service, 'status'>>;

/** A ficha that is still being written: what is missing is null. */
type FichaData = Omit<ServiceCardData, 'id' | 'price' | 'category' | 'photoURL'> & {
  readonly price: string | null;
  readonly category: string | null;
  readonly photoURL: string | null;
};

interface CoverProps {
  service: FichaData;
  loading: 'lazy' | 'eager';
  /** Lies over the picture. */
  veil: ReactNode;
  /** What its owner may do, at the corner of the cover. */
  tools: ReactNode;
}

function Cover({ service, loading, veil, tools }: CoverProps) {
  const category = service.category ? findCategory(service.category) : undefined;
  return (
    <div className="capa">
      {service.photoURL && (
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
      )}
      <ServiceTypeTag type={service.type} className="tipo" />
      {service.status === 'paused' && <PausedTag className="pausa" />}
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
      {veil}
      {tools}
    </div>
  );
}

interface FichaProps {
  service: FichaData;
  /** The title, a link or not. */
  title: ReactNode;
  loading?: 'lazy' | 'eager' | undefined;
  veil?: ReactNode;
  tools?: ReactNode;
}

/** The body of a ficha: cover, title, seller, and the canhoto with the price under the perforation. */
export function Ficha({ service, title, loading = 'lazy', veil, tools }: FichaProps) {
  const { seller } = service;
  return (
    <article className={clsx('ficha', veil && 'velada')}>
      <div className="ficha-f">
        <Cover service={service} loading={loading} veil={veil} tools={tools} />
        <div className="corpo">
          {title}
          <div className="quem">
            <PersonAvatar person={seller} size="xs" />
            <bdi className="trunca b">{seller.displayName || seller.username}</bdi>
            <BadgeList badges={seller.badges} />
            <Rating className="fim" value={service.rating} count={service.reviewCount} />
          </div>
        </div>
        <div className="canhoto">
          <Price value={service.price} free={FREE} />
          <span className="row g2 t-sm">
            <span className="mute">{serviceUnit(service)}</span>
            <ArrowRight className="i" aria-hidden="true" />
          </span>
        </div>
      </div>
    </article>
  );
}

interface ServiceCardProps {
  service: ServiceCardData;
  heading?: 'h2' | 'h3' | undefined;
  /** `eager` for cards in the first view. */
  loading?: 'lazy' | 'eager' | undefined;
  /** What its owner may do with it. */
  tools?: ReactNode;
}

/**
 * A service as a ficha. The title's link covers the card. A cover for adults stays veiled until it is
 * pressed.
 */
export function ServiceCard(props: ServiceCardProps) {
  const { service, heading: Heading = 'h3', loading, tools } = props;
  const [revealed, setRevealed] = useState(false);
  const veiled = !revealed && (findCategory(service.category)?.adult ?? false);
  return (
    <Ficha
      service={service}
      loading={loading}
      tools={tools}
      veil={veiled && <AdultVeil onReveal={() => setRevealed(true)} />}
      title={
        <Heading>
          <Link to={`/service/${service.id}`}>{service.title}</Link>
        </Heading>
      }
    />
  );
}
