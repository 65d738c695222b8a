import type { Service } from '@guilda/contract/catalog';
import { useSession } from '../../../lib/session.ts';
import { ServiceCard } from '../../catalog/index.ts';
import { BuyButton } from '../../orders/index.ts';

/** A service of whoever published, as it is on the wall now, to buy it from here. */
export function AuthorService({ service }: { service: Service }) {
  const own = useSession(({ user }) => user?.uid === service.seller.uid);
  return (
    <section aria-labelledby="ficha-t">
      <h2 className="b pub-f" id="ficha-t">
        Ficha de quem publicou
      </h2>
      <ServiceCard service={service} />
      {!own && <BuyButton service={service} size="medium" block className="pub-c" />}
    </section>
  );
}
