import type { DeskCase } from '@guilda/contract/desk-case';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Section } from './section.tsx';

type Order = NonNullable<DeskCase['order']>;

function PersonLine({ label, person }: { label: string; person: Order['buyer'] }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="trunca">
        <Link className="link" to={`/user/${person.username}`}>
          <bdi>{person.displayName || person.username}</bdi>
        </Link>
      </dd>
    </div>
  );
}

interface OrderSectionProps {
  order: Pick<Order, 'purchaseCode' | 'productName' | 'buyer' | 'seller'>;
  /** What the buyer is called here. */
  buyerLabel: string;
  /** Facts before the people, each a `dt` and a `dd`. */
  children: ReactNode;
}

/** An order that something at the desk is about: its code, what was bought, and the people. */
export function OrderSection({ order, buyerLabel, children }: OrderSectionProps) {
  const { purchaseCode, productName, buyer, seller } = order;
  return (
    <Section title="Pedido" aside={<span className="num">{purchaseCode}</span>}>
      <p className="b quebra">
        <bdi>{productName}</bdi>
      </p>
      <dl className="linhas">
        {children}
        <PersonLine label={buyerLabel} person={buyer} />
        <PersonLine label="Quem vendeu" person={seller} />
      </dl>
    </Section>
  );
}
