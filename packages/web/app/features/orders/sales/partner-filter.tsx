import type { Payment } from '@guilda/contract/orders/orders';
import X from 'lucide-react/icons/x';
import { useSearchParams } from 'react-router';
import { Chip } from '../../../ui/actions/chip.tsx';
import { BadgeList } from '../../users/index.ts';
import { counterpartOf } from '../model/order-side.ts';
import * as styles from './partner-filter.module.css';

/** Query parameter with the uid of the person whose orders are shown. */
const PARTNER_PARAM = 'pessoa';

/** Uid of the person that the URL filters by; undefined for all orders. */
export function usePartnerFilter(): string | undefined {
  return useSearchParams()[0].get(PARTNER_PARAM) ?? undefined;
}

function findPerson(orders: readonly Payment[], uid: string) {
  for (const order of orders) {
    if (order.buyerId === uid) return counterpartOf(order, 'seller');
    if (order.sellerId === uid) return counterpartOf(order, 'buyer');
  }
  return { name: 'esta pessoa', badges: [] };
}

interface PartnerFilterProps {
  /** Loaded orders, from which the person's name is taken. */
  orders: readonly Payment[];
}

/** Shows the person by whom the orders are filtered, with a link that removes the filter. */
export function PartnerFilter({ orders }: PartnerFilterProps) {
  const [params] = useSearchParams();
  const uid = params.get(PARTNER_PARAM);
  if (uid === null) return null;
  const { name, badges } = findPerson(orders, uid);
  const otherParams = new URLSearchParams(params);
  otherParams.delete(PARTNER_PARAM);
  return (
    <p className={`row gap2 ${styles.filter}`}>
      <span className="secondary">
        Pedidos com <bdi className="bold">{name}</bdi> <BadgeList badges={badges} />
      </span>
      <Chip
        asLink
        to={{ search: otherParams.toString() }}
        replace
        preventScrollReset
        icon={<X className="icon" aria-hidden="true" />}
      >
        Ver todos
      </Chip>
    </p>
  );
}
