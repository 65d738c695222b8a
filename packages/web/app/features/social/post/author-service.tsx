import type { Service } from '@guilda/contract/catalog';
import { useSession } from '../../../lib/session.ts';
import { Presence } from '../../../ui/presence.tsx';
import { ServiceCard } from '../../catalog/index.ts';
import { BuyButton } from '../../orders/index.ts';

/** A service of whoever published, as it is on the wall now, to buy it from here. */
export function AuthorService({ service }: { service: Service }) {
  const own = useSession(({ user }) => user?.uid === service.seller.uid);
  return (
    <section aria-labelledby="ficha-t">
      <div className="row between t-sm pub-f">
        <h2 className="b" id="ficha-t">
          Ficha de quem publicou
        </h2>
        <Presence status={service.seller.status} />
      </div>
      <ServiceCard service={service} />
      {!own && <BuyButton service={service} size="medium" block className="pub-c" />}
    </section>
  );
}
