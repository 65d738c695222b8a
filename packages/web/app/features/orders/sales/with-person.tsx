import type { Payment } from '@guilda/contract/orders';
import X from 'lucide-react/icons/x';
import { useSearchParams } from 'react-router';
import { Chip } from '../../../ui/chip.tsx';
import { BadgeList } from '../../users/index.ts';
import { counterpart } from '../parts/order-summary.tsx';

/** Names the person whose orders alone are shown. */
const PERSON = 'pessoa';

/** The person in the page's address with whom all orders shown are; undefined without one. */
export function usePartner(): string | undefined {
  return useSearchParams()[0].get(PERSON) ?? undefined;
}

function personIn(orders: readonly Payment[], uid: string) {
  for (const order of orders) {
    if (order.buyerId === uid) return counterpart(order, 'seller');
    if (order.sellerId === uid) return counterpart(order, 'buyer');
  }
  return { name: 'esta pessoa', badges: [] };
}

interface WithPersonProps {
  /** What is shown of the orders, to know the person's name by. */
  orders: readonly Payment[];
}

/** Says with whom the orders shown are, and shows them all again. */
export function WithPerson({ orders }: WithPersonProps) {
  const [params] = useSearchParams();
  const uid = params.get(PERSON);
  if (uid === null) return null;
  const { name, badges } = personIn(orders, uid);
  const rest = new URLSearchParams(params);
  rest.delete(PERSON);
  return (
    <p className="row g2 com-pessoa">
      <span className="dim">
        Pedidos com <bdi className="b">{name}</bdi> <BadgeList badges={badges} />
      </span>
      <Chip
        asLink
        to={{ search: rest.toString() }}
        replace
        preventScrollReset
        icon={<X className="i" aria-hidden="true" />}
      >
        Ver todos
      </Chip>
    </p>
  );
}
