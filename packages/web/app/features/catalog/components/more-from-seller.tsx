import type { Service } from '@guilda/contract/catalog';
import type { PublicUser } from '@guilda/contract/users';
import { Link } from 'react-router';
import { ServiceGrid } from './service-grid.tsx';

interface MoreFromSellerProps {
  seller: PublicUser;
  services: readonly Service[];
}

/** The seller's other fichas under a service; nothing where there are none. */
export function MoreFromSeller({ seller, services }: MoreFromSellerProps) {
  if (services.length === 0) return null;
  return (
    <div className="wrap">
      <section className="secao" aria-labelledby="mais-fichas">
        <div className="secao-h">
          <h2 className="d3 texto" id="mais-fichas">
            Mais fichas de <bdi>{seller.displayName || seller.username}</bdi>
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
