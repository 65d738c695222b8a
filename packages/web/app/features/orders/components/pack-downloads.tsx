import type { Payment } from '@guilda/contract/orders/orders';
import { useState } from 'react';
import { Disclosure } from '../../../ui/display/disclosure.tsx';
import { DownloadLog } from '../../packs/index.ts';

const unpaidStatuses = ['awaiting_payment', 'cancelled'];

/** For the seller: the download log of an order's pack. Loaded when it is unfolded. */
export function PackDownloads({ order }: { order: Payment }) {
  const [open, setOpen] = useState(false);
  if (order.type !== 'media' || unpaidStatuses.includes(order.serviceStatus)) return null;
  return (
    <Disclosure
      summaryClassName="textSm"
      summary={<span className="bold">O que foi aberto e salvo</span>}
      onToggle={setOpen}
    >
      {open && <DownloadLog paymentId={order.id} />}
    </Disclosure>
  );
}
