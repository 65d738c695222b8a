import type { ReactNode } from 'react';
import { type FirstPage, usePagedData } from '../../lib/paged-data.ts';
import { ListTail } from '../../ui/list-tail.tsx';
import { loadPeople, type PeoplePage } from './load-search.ts';
import { PeopleGrid } from './people-grid.tsx';

interface PeopleListProps {
  q: string;
  first: FirstPage<PeoplePage>;
  /** Stands where nobody was found. */
  empty: ReactNode;
}

/** Everybody found for a text, or everybody, paged. */
export function PeopleList({ q, first, empty }: PeopleListProps) {
  const list = usePagedData({ key: ['people', q], first, load: loadPeople(q) });
  const users = list.pages.flatMap((page) => page.users);
  if (users.length === 0) return empty;
  return (
    <>
      <PeopleGrid users={users} />
      <ListTail list={list} />
    </>
  );
}
