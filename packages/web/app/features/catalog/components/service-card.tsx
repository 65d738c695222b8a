import type { Service, ServiceType } from '@guilda/contract/services/catalog';
import { categoryImage, findCategory } from '@guilda/contract/services/categories';
import { pictureSrcSet } from '@guilda/contract/services/pictures';
import clsx from 'clsx';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { artURL } from '../../../ui/display/art-url.ts';
import { Rating } from '../../../ui/display/stars.tsx';
import * as ticket from '../../../ui/display/ticket.module.css';
import { Price } from '../../../ui/text/price.tsx';
import { AdultVeil } from '../../age/index.ts';
import { PersonAvatar } from '../../presence/index.ts';
import { BadgeList } from '../../users/index.ts';
import { PausedTag } from './paused-tag.tsx';
import { FREE_PRICE_TEXT, priceUnitText } from './price-unit-text.ts';
import * as styles from './service-card.module.css';
import { ServiceTypeTag } from './service-type-tag.tsx';

/** The fields of a service that its card shows. */
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

/** The data of a card; the preview of an unpublished service lacks some fields. */
type ServiceCardViewData = Omit<
  ServiceCardData,
  'id' | 'price' | 'type' | 'category' | 'photoURL'
> & {
  readonly price: string | null;
  readonly type: ServiceType | null;
  readonly category: string | null;
  readonly photoURL: string | null;
};

interface ServiceCoverProps {
  service: ServiceCardViewData;
  loading: 'lazy' | 'eager';
  /** Content over the picture, such as the cover of content for adults. */
  veil: ReactNode;
  /** Actions of the owner in the corner of the picture. */
  tools: ReactNode;
}

function ServiceCover({ service, loading, veil, tools }: ServiceCoverProps) {
  const category = service.category ? findCategory(service.category) : undefined;
  return (
    <div className={ticket.cover} data-ui="cover">
      {service.photoURL && (
        <img
          src={artURL(service.photoURL)}
          srcSet={pictureSrcSet(service.photoURL)}
          sizes="(max-width: 40rem) 100vw, (max-width: 64rem) 50vw, 320px"
          width={640}
          height={400}
          alt=""
          loading={loading}
          decoding="async"
        />
      )}
      {service.type && <ServiceTypeTag type={service.type} className={styles.kind} />}
      {service.status === 'paused' && <PausedTag className={styles.paused} />}
      {category && (
        <img
          className={styles.thumb}
          src={artURL(categoryImage(category.slug))}
          alt={category.label}
          width={44}
          height={44}
          loading="lazy"
        />
      )}
      {veil}
      {tools}
    </div>
  );
}

interface ServiceCardViewProps {
  service: ServiceCardViewData;
  /** The title, with or without a link. */
  title: ReactNode;
  loading?: 'lazy' | 'eager' | undefined;
  veil?: ReactNode;
  tools?: ReactNode;
}

/** A service card: picture, title, seller, and a stub with a perforated edge that shows the price. */
export function ServiceCardView({
  service,
  title,
  loading = 'lazy',
  veil,
  tools,
}: ServiceCardViewProps) {
  const { seller, type, archives } = service;
  return (
    <article
      data-testid="service-card"
      className={clsx(ticket.ticket, styles.card, veil && styles.veiled)}
    >
      <div className={ticket.sheet}>
        <ServiceCover service={service} loading={loading} veil={veil} tools={tools} />
        <div className={ticket.body}>
          {title}
          <div className={ticket.who}>
            <PersonAvatar person={seller} size="xs" />
            <bdi className="truncate bold">{seller.displayName || seller.username}</bdi>
            <BadgeList badges={seller.badges} />
            {service.rating === null ? (
              <span className="pushEnd textSm muted">Novo</span>
            ) : (
              <Rating className="pushEnd" value={service.rating} count={service.reviewCount} />
            )}
          </div>
        </div>
        <div className={ticket.stub}>
          <Price value={service.price} free={FREE_PRICE_TEXT} />
          <span className="row gap2 textSm">
            <span className="muted">{type && priceUnitText({ type, archives })}</span>
            <ArrowRight className="icon" aria-hidden="true" />
          </span>
        </div>
      </div>
    </article>
  );
}

interface ServiceCardProps {
  service: ServiceCardData;
  heading?: 'h2' | 'h3' | undefined;
  /** `eager` for the card whose picture is the page's largest element; the page then preloads the picture. */
  loading?: 'lazy' | 'eager' | undefined;
  /** Actions of the owner, shown in the corner of the picture. */
  tools?: ReactNode;
}

/** The card of a service, linked to its page. A picture for adults stays covered until the cover is pressed. */
export function ServiceCard(props: ServiceCardProps) {
  const { service, heading: Heading = 'h3', loading, tools } = props;
  const [revealed, setRevealed] = useState(false);
  const isVeiled = !revealed && (findCategory(service.category)?.adult ?? false);
  return (
    <ServiceCardView
      service={service}
      loading={loading}
      tools={tools}
      veil={isVeiled && <AdultVeil onReveal={() => setRevealed(true)} />}
      title={
        <Heading>
          <Link to={`/service/${service.id}`}>{service.title}</Link>
        </Heading>
      }
    />
  );
}
