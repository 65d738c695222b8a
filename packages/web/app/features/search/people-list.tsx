import type { ReactNode } from 'react';
import { type FirstPage, usePagedData } from '../../lib/data/paged-data.ts';
import { ListCount } from '../../ui/feedback/list-count.tsx';
import { ListTail } from '../../ui/feedback/list-tail.tsx';
import { loadPeople, type PeoplePage } from './load-search.ts';
import { PeopleGrid } from './people-grid.tsx';

interface PeopleListProps {
  q: string;
  first: FirstPage<PeoplePage>;
  /** Shown when no person was found. */
  empty: ReactNode;
}

/** Everyone found for a text, loaded page by page; all people when the text is empty. */
export function PeopleList({ q, first, empty }: PeopleListProps) {
  const list = usePagedData({ key: ['people', q], first, load: loadPeople(q) });
  const users = list.pages.flatMap((page) => page.users);
  return (
    <div>
      <ListCount count={users.length} more={list.hasMore} names={['pessoa', 'pessoas']} />
      {users.length === 0 ? (
        empty
      ) : (
        <>
          <PeopleGrid users={users} />
          <ListTail list={list} />
        </>
      )}
    </div>
  );
}
