import type { PublicUser } from '@guilda/contract/accounts/users';
import type { Service } from '@guilda/contract/services/catalog';
import clsx from 'clsx';
import { Link } from 'react-router';
import { ServiceGrid } from './service-grid.tsx';
import * as styles from './service-page.module.css';

interface MoreFromSellerProps {
  seller: PublicUser;
  services: readonly Service[];
}

/** The seller's other services; renders nothing without any. */
export function MoreFromSeller({ seller, services }: MoreFromSellerProps) {
  if (services.length === 0) return null;
  return (
    <div className="container">
      <section className="section" aria-labelledby="mais-servicos">
        <div className="sectionHead">
          <h2 className={clsx(styles.moreTitle, 'display3 userText')} id="mais-servicos">
            Mais serviços de <bdi>{seller.displayName || seller.username}</bdi>
          </h2>
          <Link className="link" to={`/user/${seller.username}`}>
            Ver perfil
          </Link>
        </div>
        <ServiceGrid services={services} />
      </section>
    </div>
  );
}
