import type { PublicUser } from '@guilda/contract/users';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { Rating } from '../../../ui/stars.tsx';
import { PersonAvatar } from '../../presence/index.ts';
import { BadgeList } from '../../users/index.ts';

interface SellerPanelProps {
  seller: PublicUser;
  /** What else may be done with a seller, after the link to the profile. */
  actions?: ReactNode;
}

/** Who sells: photo, name, badges, rating and phrase. */
export function SellerPanel({ seller, actions }: SellerPanelProps) {
  const name = seller.displayName || seller.username;
  const profile = `/user/${seller.username}`;
  return (
    <section className="painel vend" aria-label="Quem vende">
      <Link className="row vend-p" to={profile}>
        <PersonAvatar person={seller} size="lg" />
        <div className="cresce">
          <p className="t-xl row g2">
            <bdi className="trunca">{name}</bdi>
            <BadgeList badges={seller.badges} inLink />
          </p>
          <p className="t-sm mute row g2 vend-n">
            <Rating value={seller.rating} count={seller.reviewCount} />
            {seller.effectPhrase && (
              <span className="vend-f">
                “<bdi>{seller.effectPhrase}</bdi>”
              </span>
            )}
            {!seller.effectPhrase && seller.rating === null && 'Ainda sem avaliações'}
          </p>
        </div>
      </Link>
      <div className="row g2 vend-a">
        <Button asLink to={profile}>
          Ver perfil
        </Button>
        {actions}
      </div>
    </section>
  );
}
