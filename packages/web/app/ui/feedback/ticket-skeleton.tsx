import clsx from 'clsx';
import * as ticket from '../display/ticket.module.css';
import { Main } from '../layout/main.tsx';
import * as styles from './skeleton.module.css';
import { Loading, Skeleton } from './skeleton.tsx';

/** Placeholder of a card with a perforated edge. */
export function TicketSkeleton() {
  return (
    <div className={ticket.ticket} aria-hidden="true">
      <div className={ticket.sheet}>
        <div className={clsx(styles.shape, styles.cover)} />
        <div className={ticket.body}>
          <Skeleton height={18} width="85%" />
          <Skeleton height={18} width="55%" />
          <div className={clsx(ticket.who, 'row')}>
            <Skeleton height={28} width={28} />
            <Skeleton height={14} width="45%" />
          </div>
        </div>
        <div className={ticket.stub}>
          <Skeleton height={26} width={96} />
        </div>
      </div>
    </div>
  );
}

/** Placeholder of a page with a grid of cards with a perforated edge, shown while its list is loading. */
export function TicketPageSkeleton() {
  return (
    <Main>
      <div className="container">
        <Loading label="Carregando serviços" className="cardGrid">
          {Array.from({ length: 8 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: identical shapes without identity
            <TicketSkeleton key={index} />
          ))}
        </Loading>
      </div>
    </Main>
  );
}
