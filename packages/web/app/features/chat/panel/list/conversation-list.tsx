import clsx from 'clsx';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { LoadMore } from '../../../../ui/actions/load-more.tsx';
import { browserChat, type PartnersView, usePartners } from '../../model/index.ts';
import { TryAgain } from '../try-again.tsx';
import * as styles from './conversation-list.module.css';
import { ConversationListSkeleton, EmptyConversationList } from './list-states.tsx';
import { PartnerRow } from './partner-row.tsx';

/** The next page is requested at this distance from the end of the list, in px. */
const LOAD_MORE_DISTANCE_PX = 200;

const keySteps: Readonly<Record<string, (index: number, lastIndex: number) => number>> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
};

/** Moves the focus among the conversations with the arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>) {
  const step = keySteps[event.key];
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const index = links.indexOf(event.target as HTMLElement);
  if (!step || index < 0) return;
  event.preventDefault();
  links[step(index, links.length - 1)]?.focus();
}

/** Requests the next page when the list is scrolled near its end. */
function useMoreOnScroll({ hasMore, loadingMore, partners }: PartnersView) {
  const list = useRef<HTMLUListElement>(null);
  const loadMoreIfNearEnd = () => {
    const { current } = list;
    if (!current || !hasMore || loadingMore) return;
    const remainingPx = current.scrollHeight - current.scrollTop - current.clientHeight;
    if (remainingPx < LOAD_MORE_DISTANCE_PX) void browserChat().loadMorePartners();
  };
  const latestLoadMore = useRef(loadMoreIfNearEnd);
  latestLoadMore.current = loadMoreIfNearEnd;
  // If a new page does not fill the list, the next page is requested without scrolling. A failed request adds no
  // partners and is therefore not repeated.
  useEffect(() => {
    if (partners.length > 0) latestLoadMore.current();
  }, [partners.length]);
  return { list, loadMoreIfNearEnd };
}

function PartnerRows({ view, chosenUid }: { view: PartnersView; chosenUid: string | null }) {
  const { list, loadMoreIfNearEnd } = useMoreOnScroll(view);
  return (
    <ul ref={list} onScroll={loadMoreIfNearEnd} onKeyDown={moveFocus}>
      {view.partners.map((partner) => (
        <li key={partner.uid}>
          <PartnerRow partner={partner} chosen={partner.uid === chosenUid} />
        </li>
      ))}
      {view.hasMore && (
        <li>
          <LoadMore
            hasMore
            loading={view.loadingMore}
            onLoad={() => void browserChat().loadMorePartners()}
          />
        </li>
      )}
    </ul>
  );
}

function ConversationListContent({ chosenUid }: { chosenUid: string | null }) {
  const view = usePartners();
  if (view.partners.length > 0) return <PartnerRows view={view} chosenUid={chosenUid} />;
  if (view.status === 'loading') return <ConversationListSkeleton />;
  if (view.status === 'error') return <TryAgain onRetry={() => browserChat().reload()} />;
  return <EmptyConversationList />;
}

/** The partners of the signed-in person, the most recently active first. */
export function ConversationList({ chosenUid }: { chosenUid: string | null }) {
  return (
    <section
      className={clsx(styles.list, 'chatList')}
      data-ui="chat-list"
      aria-labelledby="conversas-t"
    >
      <header>
        <h2 id="conversas-t" className="display3">
          Conversas
        </h2>
      </header>
      <ConversationListContent chosenUid={chosenUid} />
    </section>
  );
}
