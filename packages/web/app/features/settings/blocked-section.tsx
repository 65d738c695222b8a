import type { Author, OwnUser } from '@guilda/contract/accounts/users';
import type { ApiClient } from '@guilda/contract/client';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { api } from '../../lib/api/api.ts';
import { listTailOf } from '../../lib/data/list-tail-of.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Avatar } from '../../ui/display/avatar.tsx';
import { ListTail } from '../../ui/feedback/list-tail.tsx';
import { useBlock } from '../blocks/index.ts';
import { BadgeList } from '../users/index.ts';
import * as styles from './blocked-section.module.css';
import { QueryContent } from './query-content.tsx';
import * as section from './settings-section.module.css';
import { SettingsSection } from './settings-section.tsx';

type BlockedPeoplePage = Awaited<ReturnType<ApiClient['users']['listBlocked']>>;
type Cursor = string | undefined;

const PAGE_SIZE = '10';

/** Loads the people whom the person has blocked, latest first. */
function useBlockedPeople(uid: string) {
  return useInfiniteQuery<
    BlockedPeoplePage,
    Error,
    InfiniteData<BlockedPeoplePage>,
    readonly string[],
    Cursor
  >({
    queryKey: ['blocked', uid],
    queryFn: ({ pageParam, signal }) =>
      api().users.listBlocked({ query: { cursor: pageParam, limit: PAGE_SIZE } }, { signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

function BlockedPerson({ person, onUnblocked }: { person: Author; onUnblocked: () => void }) {
  const { uid, username, displayName, photoURL, badges } = person;
  const name = displayName || username;
  const { unblock } = useBlock({ uid }, onUnblocked);
  return (
    <li className={`row ${section.entry}`}>
      <Avatar src={photoURL} />
      <Link className={`grow ${styles.person}`} to={`/user/${username}`}>
        <span className="row gap2">
          <bdi className="bold truncate">{name}</bdi>
          <BadgeList badges={badges} inLink />
        </span>
        <span className="textSm muted truncate">@{username}</span>
      </Link>
      <Button
        size="small"
        loading={unblock.isPending}
        onClick={() => unblock.mutate()}
        aria-label={`Desbloquear ${name}`}
      >
        Desbloquear
      </Button>
    </li>
  );
}

function BlockedPeople({ list }: { list: ReturnType<typeof useBlockedPeople> }) {
  const box = useRef<HTMLDivElement>(null);
  const people = list.data?.pages.flatMap((page) => page.users) ?? [];
  // The pressed button disappears with its row, so the list takes the focus.
  const focusList = () => box.current?.focus({ preventScroll: true });
  return (
    <div ref={box} tabIndex={-1} className={styles.list}>
      {people.length === 0 ? (
        <>
          <p className="bold">Você não bloqueou ninguém.</p>
          <p className="secondary">
            Para bloquear uma pessoa, abra o perfil dela e escolha Mais opções, Bloquear.
          </p>
        </>
      ) : (
        <>
          <ul>
            {people.map((person) => (
              <BlockedPerson key={person.uid} person={person} onUnblocked={focusList} />
            ))}
          </ul>
          <ListTail list={listTailOf(list)} />
        </>
      )}
    </div>
  );
}

/** Section with the blocked people, each with a button to unblock (`docs/product/community.md`). */
export function BlockedSection({ user }: { user: OwnUser }) {
  const list = useBlockedPeople(user.uid);
  return (
    <SettingsSection id="bloqueios" title="Pessoas bloqueadas">
      <QueryContent query={list} loading="Carregando pessoas bloqueadas" rows={1}>
        {() => <BlockedPeople list={list} />}
      </QueryContent>
    </SettingsSection>
  );
}
