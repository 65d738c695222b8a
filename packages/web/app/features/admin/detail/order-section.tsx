import type { ModerationCase } from '@guilda/contract/moderation/moderation-case';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FactList } from '../../../ui/display/fact-list.tsx';
import { DetailSection } from './section.tsx';

type CaseOrderData = NonNullable<ModerationCase['order']>;

function PersonLine({ label, person }: { label: string; person: CaseOrderData['buyer'] }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="truncate">
        <Link className="link" to={`/user/${person.username}`}>
          <bdi>{person.displayName || person.username}</bdi>
        </Link>
      </dd>
    </div>
  );
}

interface OrderSectionProps {
  order: Pick<CaseOrderData, 'purchaseCode' | 'productName' | 'buyer' | 'seller'>;
  /** Label of the row that names the buyer. */
  buyerLabel: string;
  /** Rows above the two people, each a `Fact`. */
  children: ReactNode;
}

/** The order that a queue item is about: code, service, buyer and seller. */
export function OrderSection({ order, buyerLabel, children }: OrderSectionProps) {
  const { purchaseCode, productName, buyer, seller } = order;
  return (
    <DetailSection title="Pedido" aside={<span className="numeric">{purchaseCode}</span>}>
      <p className="bold breakWords">
        <bdi>{productName}</bdi>
      </p>
      <FactList>
        {children}
        <PersonLine label={buyerLabel} person={buyer} />
        <PersonLine label="Quem vendeu" person={seller} />
      </FactList>
    </DetailSection>
  );
}
