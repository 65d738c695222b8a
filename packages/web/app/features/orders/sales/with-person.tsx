import type { Payment } from '@guilda/contract/orders';
import X from 'lucide-react/icons/x';
import { useSearchParams } from 'react-router';
import { Chip } from '../../../ui/chip.tsx';

/** Names the person whose orders alone are shown. */
const PERSON = 'pessoa';

/** The person in the page's address with whom all orders shown are; undefined without one. */
export function usePartner(): string | undefined {
  return useSearchParams()[0].get(PERSON) ?? undefined;
}

function nameIn(orders: readonly Payment[], uid: string): string {
  for (const order of orders) {
    if (order.buyerId === uid) return order.buyerName;
    if (order.sellerId === uid) return order.sellerName;
  }
  return 'esta pessoa';
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
  const rest = new URLSearchParams(params);
  rest.delete(PERSON);
  return (
    <p className="row g2 com-pessoa">
      <span className="dim">
        Pedidos com <bdi className="b">{nameIn(orders, uid)}</bdi>
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
