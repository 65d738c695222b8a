import type { PublicUser } from '@guilda/contract/users';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../ui/actions/button.tsx';
import { Rating } from '../../../ui/display/stars.tsx';
import { LivePresenceBadge, PersonAvatar } from '../../presence/index.ts';
import { BadgeList } from '../../users/index.ts';
import * as styles from './service-page.module.css';

interface SellerPanelProps {
  seller: PublicUser;
  /** Further actions below the link to the profile. */
  actions?: ReactNode;
}

/** The seller: photo, name, badges, rating and phrase of the profile. */
export function SellerPanel({ seller, actions }: SellerPanelProps) {
  const name = seller.displayName || seller.username;
  const profile = `/user/${seller.username}`;
  return (
    <section className={clsx(styles.seller, 'panel')} aria-label="Quem vende">
      <Link className={clsx(styles.sellerLink, 'row')} to={profile}>
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
      <div className={clsx(styles.sellerActions, 'row gap2')}>
        <Button asLink to={profile}>
          Ver perfil
        </Button>
        {actions}
      </div>
    </section>
  );
}
