import type { PublicUser } from '@guilda/contract/accounts/users';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { durationText } from '../../../lib/format/duration-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Rating } from '../../../ui/display/stars.tsx';
import { LivePresenceBadge, PersonAvatar } from '../../presence/index.ts';
import { BadgeList } from '../../users/index.ts';
import * as styles from './service-page.module.css';

interface SellerPanelProps {
  seller: PublicUser;
  /** How long the seller usually takes to start an order, in ms; null when it is unknown. */
  usualStartMs: number | null;
  /** Further actions below the link to the profile. */
  actions?: ReactNode;
}

/** The seller: photo, name, badges, rating, phrase of the profile, and the usual time to start. */
export function SellerPanel({ seller, usualStartMs, actions }: SellerPanelProps) {
  const name = seller.displayName || seller.username;
  const profilePath = `/user/${seller.username}`;
  return (
    <section className={clsx(styles.seller, 'panel')} aria-label="Quem vende">
      <Link className={clsx(styles.sellerLink, 'row')} to={profilePath}>
        <PersonAvatar person={seller} size="lg" />
        <div className="grow">
          <p className="textXl row gap2">
            <bdi className="truncate">{name}</bdi>
            <BadgeList badges={seller.badges} inLink />
          </p>
          <p className={clsx(styles.sellerFacts, 'textSm muted row gap2')}>
            <LivePresenceBadge person={seller} />
            <Rating value={seller.rating} count={seller.reviewCount} />
            {seller.effectPhrase && (
              <span className={styles.sellerName}>
                “<bdi>{seller.effectPhrase}</bdi>”
              </span>
            )}
            {!seller.effectPhrase && seller.rating === null && 'Ainda sem avaliações'}
          </p>
        </div>
      </Link>
      {usualStartMs !== null && (
        <p className="textSm secondary">
          Costuma começar em <span className="numeric">{durationText(usualStartMs)}</span>
        </p>
      )}
      <div className={clsx(styles.sellerActions, 'row gap2')}>
        <Button asLink to={profilePath}>
          Ver perfil
        </Button>
        {actions}
      </div>
    </section>
  );
}
