import type { AdminWithdrawal } from '@guilda/contract/wallet';
import clsx from 'clsx';
import { Link } from 'react-router';
import { listTailOf } from '../../lib/list-tail-of.ts';
import { Chip } from '../../ui/chip.tsx';
import { ListTail } from '../../ui/list-tail.tsx';
import { priceParts } from '../../ui/price-parts.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { queues, type useDeskAddress, type useQueue } from './queue.ts';

interface RailProps {
  address: ReturnType<typeof useDeskAddress>;
  list: ReturnType<typeof useQueue>;
  items: readonly AdminWithdrawal[] | undefined;
  chosen: AdminWithdrawal | undefined;
}

function Items({ address: { queue, to }, items, chosen }: Omit<RailProps, 'list'>) {
  if (!items) return <Skeleton height={64} />;
  if (items.length === 0) return <p className="dim pre mod-n">{queue.none}</p>;
  return (
    <ul aria-label={queue.label}>
      {items.map((each) => (
        <li key={each.id}>
          <Link
            to={to(queue, each.id)}
            className={clsx(each === chosen && 'on')}
            aria-current={each === chosen ? 'true' : undefined}
            preventScrollReset
          >
            <span className="cresce">
              <bdi className="b trunca mod-p">{each.displayName || each.username}</bdi>
              <RelativeTime className="t-xs mute" value={each.createdAt} />
            </span>
            <span className="num">{priceParts(each.amount).text}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The left side of the desk: which queue, and what stands in it. */
export function Rail({ address, list, items, chosen }: RailProps) {
  return (
    <section className="mod-f" aria-labelledby="mesa-saques">
      <header>
        <h1 className="d3" id="mesa-saques">
          Saques
        </h1>
        <nav className="row g2" aria-label="Situação dos saques">
          {queues.map((queue) => (
            <Chip
              key={queue.status}
              asLink
              to={address.to(queue)}
              pressed={queue === address.queue}
              replace
            >
              {queue.label}
            </Chip>
          ))}
        </nav>
      </header>
      <Items address={address} items={items} chosen={chosen} />
      <ListTail list={listTailOf(list)} />
    </section>
  );
}
