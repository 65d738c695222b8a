import type { Payment } from '@guilda/contract/orders';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { DownloadLog } from '../../packs/index.ts';

const unpaid = ['awaiting_payment', 'cancelled'];

/** What the buyer of a pack did with it, for who sold it; asked for when it is unfolded. */
export function Downloads({ order }: { order: Payment }) {
  const [open, setOpen] = useState(false);
  if (order.type !== 'media' || unpaid.includes(order.serviceStatus)) return null;
  return (
    <details className="dobra" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="t-sm">
        <span className="b">O que foi aberto e salvo</span>
        <ChevronDown className="i fim" aria-hidden="true" />
      </summary>
      {open && <DownloadLog paymentId={order.id} />}
    </details>
  );
}
