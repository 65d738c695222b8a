import type { Service } from '@guilda/contract/services/catalog';
import clsx from 'clsx';
import { useSession } from '../../../lib/session/session.ts';
import { PresenceBadge } from '../../../ui/display/presence.tsx';
import { ServiceCard } from '../../catalog/index.ts';
import { BuyButton } from '../../orders/index.ts';
import * as styles from './post-view.module.css';

/** A service of the post's author, with its buy button. */
export function AuthorService({ service }: { service: Service }) {
  const isOwn = useSession(({ user }) => user?.uid === service.seller.uid);
  return (
    <section aria-labelledby="servico-t">
      <div className={clsx('row spaceBetween textSm', styles.heading)}>
        <h2 className="bold" id="servico-t">
          Serviço de quem publicou
        </h2>
        <PresenceBadge status={service.seller.status} />
      </div>
      <ServiceCard service={service} />
      {!isOwn && (
        <BuyButton service={service} size="medium" variant="neutral" block className={styles.buy} />
      )}
    </section>
  );
}
